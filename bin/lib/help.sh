# shellcheck shell=bash
# The help of the commands needs neither a build nor a JDK: it is written down in bin/lib/help/. A test holds it to what the
# commands themselves print.

# Usage: show_help SCRIPT ARGUMENTS..., those of the script. Ends here if they ask for help.
show_help() {
  local argument
  for argument in "${@:2}"; do
    case "$argument" in
      -h | --help) cat "$SHOOTOUT_HOME/bin/lib/help/$1.txt" && exit 0 ;;
    esac
  done
}
