# shellcheck shell=bash
# Sourced by the tests in this folder: expectations, commands to run, and a copy of the checkout for changes.
set -euo pipefail

SHOOTOUT_HOME="$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)"
SCRATCH="$(mktemp -d)"
trap 'rm -r "$SCRATCH"' EXIT
PASSED=0
FAILED=0

# Usage: expect NAME PATTERN ACTUAL, with a shell pattern.
expect() {
  # shellcheck disable=SC2053 # a pattern is meant
  if [[ "$3" == $2 ]]; then
    PASSED=$((PASSED + 1))
  else
    FAILED=$((FAILED + 1))
    printf 'FAILED: %s\n  expected: %s\n  found:    %s\n' "$1" "$2" "$3"
  fi
}

# Prints the last line, and sets the status.
totals() {
  echo "$PASSED passed, $FAILED failed"
  [[ "$FAILED" == 0 ]]
}

# Usage: run COMMAND ARGUMENTS... Prints the output of a command of bin/, and its status.
run() { (cd / && "$SHOOTOUT_HOME/bin/$1" "${@:2}" 2>&1 && echo "status 0") || echo "status $?"; }

has() { [[ -s "$1" ]] && echo yes || echo no; }

# Copies this checkout and its build to SCRATCH/checkout, so that a test can change the brokers.
copy_checkout() {
  local build copy="$SCRATCH/checkout"
  "$SHOOTOUT_HOME/bin/completion" >/dev/null # builds if needed
  build="$(find "$SHOOTOUT_HOME/target/app" -mindepth 1 -maxdepth 1 -type d -exec stat -c '%Y %n' {} + | sort -n | tail -n 1)"
  mkdir -p "$copy/target/app"
  (cd "$SHOOTOUT_HOME" && tar -cf - bin brokers pom.xml ./*/pom.xml ./*/src/main reports/web stomp-benchmark/scenarios) |
    tar -xf - -C "$copy"
  cp -R "${build#* }" "$copy/target/app/"
}

# Usage: empty_maven URL. From now on, Maven has an empty repository, and URL is its only registry.
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
