# shellcheck shell=bash
# Sourced by the scripts beside it, which have set SHOOTOUT_HOME to the root of the checkout.

# shellcheck source=bin/lib/packages.sh
source "$SHOOTOUT_HOME/bin/lib/packages.sh"
# shellcheck source=bin/lib/tools.sh
source "$SHOOTOUT_HOME/bin/lib/tools.sh"
# shellcheck source=bin/lib/help.sh
source "$SHOOTOUT_HOME/bin/lib/help.sh"
# shellcheck source=bin/lib/progress.sh
source "$SHOOTOUT_HOME/bin/lib/progress.sh"
# shellcheck source=bin/lib/compile.sh
source "$SHOOTOUT_HOME/bin/lib/compile.sh"
# shellcheck source=bin/lib/build.sh
source "$SHOOTOUT_HOME/bin/lib/build.sh"
# shellcheck source=bin/lib/run.sh
source "$SHOOTOUT_HOME/bin/lib/run.sh"
