# shellcheck shell=bash
# Sourced by every command of bin/: finds or installs what it needs, builds the project if its sources changed, and runs it.
set -euo pipefail

SHOOTOUT_HOME="$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd -P)"
source "$SHOOTOUT_HOME/bin/lib/packages.sh"
source "$SHOOTOUT_HOME/bin/lib/tools.sh"
source "$SHOOTOUT_HOME/bin/lib/build.sh"
source "$SHOOTOUT_HOME/bin/lib/run.sh"
source "$SHOOTOUT_HOME/bin/lib/secrets.sh"

# Usage: prepare COMMAND ARGUMENTS... Prints the help of the command and ends, if that is asked for; else builds what is stale.
prepare() {
  local argument
  for argument in "${@:2}"; do
    # The help needs neither a build nor a JDK: it is kept in a file, and a test compares it with what the command prints.
    case "$argument" in
      -h | --help) cat "$SHOOTOUT_HOME/bin/lib/help/$1.txt" && exit 0 ;;
      --help-all) cat "$SHOOTOUT_HOME/bin/lib/help/$1-all.txt" && exit 0 ;;
    esac
  done
  require_tools "${@:2}"
  build_if_stale
}

# Usage: run_command COMMAND CLASS ARGUMENTS... Only the scripts know --install.
run_command() {
  local argument arguments=()
  prepare "$1" "${@:3}"
  for argument in "${@:3}"; do [[ "$argument" == --install ]] || arguments+=("$argument"); done
  # bash 3.2 takes an empty array for an unset one
  run_java "$2" ${arguments[@]+"${arguments[@]}"}
}
