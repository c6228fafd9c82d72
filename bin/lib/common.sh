# shellcheck shell=bash
# Sourced by every command of bin/: finds or installs what it needs, builds the project if its sources changed, and runs it.
set -euo pipefail

SHOOTOUT_HOME="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
source "$SHOOTOUT_HOME/bin/lib/packages.sh"
source "$SHOOTOUT_HOME/bin/lib/tools.sh"
source "$SHOOTOUT_HOME/bin/lib/build.sh"
source "$SHOOTOUT_HOME/bin/lib/run.sh"
source "$SHOOTOUT_HOME/bin/lib/secrets.sh"

# Usage: prepare COMMAND ARGUMENTS... Prints the help and exits if the arguments ask for it. Otherwise, builds what is stale.
prepare() {
  local argument
  for argument in "${@:2}"; do
    # The help is in a file, so it needs neither a build nor a JDK. A test compares it with the output of the command.
    case "$argument" in
      -h | --help) cat "$SHOOTOUT_HOME/bin/lib/help/$1.txt" && exit 0 ;;
      --help-all) cat "$SHOOTOUT_HOME/bin/lib/help/$1-all.txt" && exit 0 ;;
    esac
  done
  require_tools "${@:2}"
  build_if_stale
}

# Usage: run_command COMMAND CLASS ARGUMENTS... Drops --install, which only the scripts know.
run_command() {
  local argument arguments=()
  prepare "$1" "${@:3}"
  for argument in "${@:3}"; do [[ "$argument" == --install ]] || arguments+=("$argument"); done
  # in bash 3.2, an empty array counts as unset
  run_java "$2" ${arguments[@]+"${arguments[@]}"}
}
