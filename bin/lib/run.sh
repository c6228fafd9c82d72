# shellcheck shell=bash
# Runs what was built.

# No empty entry: that would mean the current folder.
class_path() { { printf '%s\n' "$APP"/classes/*/ && cat "$APP/libraries"; } | paste -s -d : -; }

# Sets GIT_COMMIT and GIT_DIRTY (true, false); both are empty for a copy without git.
git_state() {
  GIT_COMMIT="" GIT_DIRTY=""
  [[ -e "$SHOOTOUT_HOME/.git" ]] || return 0
  GIT_COMMIT="$(git -C "$SHOOTOUT_HOME" rev-parse HEAD 2>/dev/null)" || return 0
  if [[ -n "$(git -C "$SHOOTOUT_HOME" status --porcelain)" ]]; then GIT_DIRTY=true; else GIT_DIRTY=false; fi
}

# Usage: hide_secrets ARGUMENTS..., those of the script. Sets ARGUMENTS, in which names of environment variables replace secrets: every user of
# this machine can read the arguments of a process, only its owner can read its environment.
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

# Usage: run_java MAIN ARGUMENTS... Becomes the JVM: signals go to it, and its exit status is ours.
# The flags are for a quick start; the JVMs that make the load are given others.
run_java() {
  git_state
  exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
    -Dshootout.home="$SHOOTOUT_HOME" -Dshootout.git.commit="$GIT_COMMIT" -Dshootout.git.dirty="$GIT_DIRTY" \
    -cp "$(class_path)" "$@"
}
