# shellcheck shell=bash
# Keeps passwords out of the process list.

# Usage: hide_secrets ARGUMENTS... of the script. Sets ARGUMENTS, in which names of environment variables replace secrets. Every user of
# this machine can read the arguments of a process, but only its owner can read its environment.
hide_secrets() {
  local argument pending=""
  ARGUMENTS=()
  for argument in "$@"; do
    argument="$pending$argument" pending=""
    case "$argument" in
      --passcode | --trust-store-password) pending="$argument=" ;;
      --passcode=env:* | --trust-store-password=env:*) ARGUMENTS+=("$argument") ;;
      --passcode=?*) hide_secret SHOOTOUT_PASSCODE "$argument" ;;
      --trust-store-password=?*) hide_secret SHOOTOUT_TRUST_STORE_PASSWORD "$argument" ;;
      *) ARGUMENTS+=("$argument") ;;
    esac
  done
  [[ -z "$pending" ]] || ARGUMENTS+=("${pending%=}")
}

# Usage: hide_secret VARIABLE OPTION=TEXT, or OPTION=@FILE for the first line of a file.
hide_secret() {
  local option="${2%%=*}" value="${2#*=}" file
  if [[ "$value" == @* ]]; then
    file="${value#@}" value=""
    { IFS= read -r value <"$file"; } 2>/dev/null || [[ -n "$value" ]] ||
      fail "$option: $file has no first line that can be read. Write the secret there, and let only its owner read it."
  fi
  export "$1=$value"
  ARGUMENTS+=("$option=env:$1")
}
