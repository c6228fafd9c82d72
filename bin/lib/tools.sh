# shellcheck shell=bash
# Finds a JDK and Maven, or prints the command that installs them, and runs it with --install.

readonly JAVA_OLDEST=17
readonly MAVEN_OLDEST=3.6.3

# Installed JDKs that may be neither JAVA_HOME nor first on the PATH.
usual_javas() {
  printf '%s\n' /usr/lib/jvm/*/bin/java /Library/Java/JavaVirtualMachines/*/Contents/Home/bin/java \
    /opt/homebrew/opt/openjdk*/bin/java /usr/local/opt/openjdk*/bin/java
}

# Usage: jdk_home JAVA. Prints the home of this java if it is a JDK that is new enough.
jdk_home() {
  local settings home version
  [[ -x "$1" ]] || return 1
  settings="$("$1" -XshowSettings:properties -version 2>&1)" || return 1
  home="$(sed -n 's/^ *java\.home = //p' <<<"$settings")"
  version="$(sed -n 's/^ *java\.specification\.version = \([0-9]*\).*/\1/p' <<<"$settings")"
  [[ "${version:-0}" -ge "$JAVA_OLDEST" && -x "$home/bin/javac" ]] || return 1
  printf '%s\n' "$home"
}

# Sets JAVA_HOME, also for Maven and the brokers.
find_jdk() {
  local java found
  while IFS= read -r java; do
    found="$(jdk_home "$java")" || continue
    export JAVA_HOME="$found"
    return 0
  done < <(
    [[ -z "${JAVA_HOME:-}" ]] || printf '%s\n' "$JAVA_HOME/bin/java"
    command -v java || true
    usual_javas
  )
  return 1
}

# Usage: at_least OLDEST VERSION, each three numbers.
at_least() { [[ "$(printf '%s\n' "$@" | sort -t . -k 1,1n -k 2,2n -k 3,3n | head -n 1)" == "$1" ]]; }

# Asks Maven itself. This takes a moment, so it is done only before a build.
require_new_maven() {
  local version
  version="$(mvn --version 2>/dev/null | sed -n 's/.*Apache Maven \([0-9.]*\).*/\1/p')" || true
  at_least "$MAVEN_OLDEST" "${version:-0}" ||
    fail "Maven $MAVEN_OLDEST or newer is needed; found ${version:-none that starts}. Put a newer one on the PATH."
}

missing_tools() {
  find_jdk || echo jdk
  have mvn || echo maven
}

# Usage: require_tools ARGUMENTS... of the script. With --install among them, missing tools are installed.
require_tools() {
  local missing command
  find_jdk && have mvn && return
  missing="$(missing_tools | tr '\n' ' ')"
  say "This needs a JDK ($JAVA_OLDEST or newer) and Maven ($MAVEN_OLDEST or newer); missing here: $missing"
  # shellcheck disable=SC2086 # a list of words
  command="$(install_command $missing)" ||
    fail "How to install them on this system is not known here. Please do it, then run this again."
  case " $* " in
    *" --install "*) ;;
    *) fail "This command gets them; with --install it is run for you:"$'\n'"  $command" ;;
  esac
  may_install || fail "Neither root, sudo nor Homebrew is at hand. Ask an administrator to run:"$'\n'"  $command"
  say "Running: $command"
  bash -c "$command" >&2 || fail "That did not work; nothing was benchmarked."
  hash -r
  if ! find_jdk || ! have mvn; then fail "They are installed, but not found; is the PATH right?"; fi
}
