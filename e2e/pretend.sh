# shellcheck shell=bash
# Sourced by tests that simulate machines and tools, so that nothing is really installed or built.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"

# A PATH with tools that every machine has, but without Java, Maven or a package manager.
mkdir "$SCRATCH/bin"
for tool in bash cat dirname head id readlink sed sort tr; do ln -s "$(command -v "$tool")" "$SCRATCH/bin/$tool"; done

# Usage: fake TOOL LINE... Writes a script to the simulated PATH.
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

# Usage: on "ID VERSION KERNEL UID" CODE. Prints the output of CODE, which may use bin/lib, on that machine, and its status.
on() {
  local id version kernel uid
  read -r id version kernel uid <<<"$1"
  printf 'ID="%s"\nVERSION_ID="%s"\n' "$id" "$version" >"$SCRATCH/os-release"
  PATH="$SCRATCH/bin" SHOOTOUT_OS_RELEASE="$SCRATCH/os-release" bash -c "
    source '$SHOOTOUT_HOME/bin/lib/common.sh'
    uname() { echo $kernel; }
    id() { echo $uid; }
    usual_javas() { :; }
    $2" 2>&1 && echo "status 0" || echo "status $?"
}
