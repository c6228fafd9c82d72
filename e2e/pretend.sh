# shellcheck shell=bash
# Sourced by the tests beside it: pretended machines and tools, so that nothing is really installed or built.

SHOOTOUT_HOME="$(cd "$(dirname "$(readlink -f "$0")")/.." && pwd -P)"
SCRATCH="$(mktemp -d)"
trap 'rm -r "$SCRATCH"' EXIT
PASSED=0
FAILED=0

# Usage: fake TOOL LINE... A script on the pretended PATH.
fake() {
  printf '%s\n' '#!/bin/sh' "${@:2}" >"$SCRATCH/bin/$1"
  chmod +x "$SCRATCH/bin/$1"
}

# Usage: fake_jdk HOME VERSION
fake_jdk() {
  mkdir -p "$1/bin"
  printf '#!/bin/sh\necho "    java.home = %s"\necho "    java.specification.version = %s"\n' "$1" "$2" >"$1/bin/java"
  cp "$1/bin/java" "$1/bin/javac"
  chmod +x "$1/bin/java" "$1/bin/javac"
}

# A PATH with what every machine has, and no Java, Maven or package manager.
mkdir "$SCRATCH/bin"
for tool in bash cat dirname head id readlink sed tr; do ln -s "$(command -v "$tool")" "$SCRATCH/bin/$tool"; done

# Usage: on "ID VERSION KERNEL UID" CODE. What CODE, which may use bin/lib, prints on that machine, and its status.
on() {
  local id version kernel uid
  read -r id version kernel uid <<<"$1"
  printf 'ID="%s"\nVERSION_ID="%s"\n' "$id" "$version" >"$SCRATCH/os-release"
  PATH="$SCRATCH/bin" SHOOTOUT_HOME="$SHOOTOUT_HOME" SHOOTOUT_OS_RELEASE="$SCRATCH/os-release" bash -c "
    set -euo pipefail
    source \"\$SHOOTOUT_HOME/bin/lib.sh\"
    uname() { echo $kernel; }
    id() { echo $uid; }
    usual_javas() { :; }
    $2" 2>&1 && echo "status 0" || echo "status $?"
}

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
  cat >"$SCRATCH/settings.xml" <<EOF
<settings><localRepository>$SCRATCH/repository</localRepository>
<mirrors><mirror><id>only</id><mirrorOf>*</mirrorOf><url>$1</url></mirror></mirrors></settings>
EOF
  mkdir -p "$SCRATCH/path"
  printf '#!/bin/sh\nexec "%s" --settings "%s" "$@"\n' "$(command -v mvn)" "$SCRATCH/settings.xml" >"$SCRATCH/path/mvn"
  chmod +x "$SCRATCH/path/mvn"
  export PATH="$SCRATCH/path:$PATH" XDG_CACHE_HOME="$SCRATCH/cache"
}

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
