# shellcheck shell=bash
# Sourced by the tests in this folder: what they expect, the commands that they run, and a copy of the checkout to change.
set -euo pipefail

SHOOTOUT_HOME="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
SCRATCH="$(mktemp -d)"
trap 'rm -r "$SCRATCH"' EXIT
PASSED=0
FAILED=0

# Usage: expect NAME PATTERN ACTUAL; the pattern is the shell's.
expect() {
  # shellcheck disable=SC2053 # a pattern is meant
  if [[ "$3" == $2 ]]; then
    PASSED=$((PASSED + 1))
  else
    FAILED=$((FAILED + 1))
    printf 'FAILED: %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
  fi
}

# The closing line, and the status.
totals() {
  echo "$PASSED passed, $FAILED failed"
  [[ "$FAILED" == 0 ]]
}

# Usage: run COMMAND ARGUMENTS... What a command of bin/ prints, and its status.
run() { (cd / && "$SHOOTOUT_HOME/bin/$1" "${@:2}" 2>&1 && echo "status 0") || echo "status $?"; }

has() { [[ -s "$1" ]] && echo yes || echo no; }

# A copy of this checkout with its build, in SCRATCH/checkout, to change the brokers in.
copy_checkout() {
  local build copy="$SCRATCH/checkout"
  "$SHOOTOUT_HOME/bin/completion" >/dev/null # builds, if need be
  build="$(find "$SHOOTOUT_HOME/target/app" -mindepth 1 -maxdepth 1 -type d -exec stat -c '%Y %n' {} + | sort -n | tail -n 1)"
  mkdir -p "$copy/target/app"
  (cd "$SHOOTOUT_HOME" && tar -cf - bin brokers pom.xml ./*/pom.xml ./*/src/main reports/web stomp-benchmark/scenarios) |
    tar -xf - -C "$copy"
  cp -R "${build#* }" "$copy/target/app/"
}

# Usage: empty_maven URL. From now on Maven is as it is, but nothing was downloaded before, and this is the only registry.
empty_maven() {
  cat >"$SCRATCH/settings.xml" <<XML
<settings><localRepository>$SCRATCH/repository</localRepository>
<mirrors><mirror><id>only</id><mirrorOf>*</mirrorOf><url>$1</url></mirror></mirrors></settings>
XML
  mkdir -p "$SCRATCH/path"
  printf '#!/bin/sh\nexec "%s" --settings "%s" "$@"\n' "$(command -v mvn)" "$SCRATCH/settings.xml" >"$SCRATCH/path/mvn"
  chmod +x "$SCRATCH/path/mvn"
  export PATH="$SCRATCH/path:$PATH" XDG_CACHE_HOME="$SCRATCH/cache"
}
