#!/usr/bin/env bash
# Tests when bin/benchmark-all builds, in a checkout whose path has a space, with a Maven that only records its calls.
source "$(dirname "$(readlink -f "$0")")/pretend.sh"

CHECKOUT="$SCRATCH/a checkout"
CALLS="$SCRATCH/maven-calls"

make_checkout() {
  mkdir -p "$CHECKOUT/core/src/main/scala" "$CHECKOUT/reports/web"
  cp -R "$SHOOTOUT_HOME/bin" "$CHECKOUT/bin"
  touch "$CHECKOUT/pom.xml" "$CHECKOUT/core/pom.xml" "$CHECKOUT/reports/pom.xml" "$CHECKOUT/core/src/main/scala/A.scala"
  fake mvn "[ \"\$1\" != --version ] || { echo 'Apache Maven 3.9.9'; exit; }" "echo build >>'$CALLS'" "sleep 0.3" \
    "for m in core reports; do mkdir -p \$m/target/classes; echo '$SCRATCH/bin/mvn' >\$m/target/libraries; done" \
    "[ ! -e '$SCRATCH/broken' ] || { echo '[ERROR] A.scala: wrong'; exit 1; }"
  fake_jdk "$SCRATCH/jdk" 17
  # shellcheck disable=SC2016 # expanded by the pretended java
  sed -i.bak '1a\
[ "$1" = -XshowSettings:properties ] || { echo "ran: $*"; exit 1; }' "$SCRATCH/jdk/bin/java"
}

# Usage: run SCRIPT ARGUMENTS... From another folder, through a symbolic link.
run() {
  ln -sfn "$CHECKOUT/bin/$1" "$SCRATCH/link"
  (cd / && JAVA_HOME="$SCRATCH/jdk" PATH="$SCRATCH/bin:$PATH" "$SCRATCH/link" "${@:2}" 2>&1 && echo "status 0") ||
    echo "status $?"
}

calls() { wc -l <"$CALLS" | tr -d ' '; }

test_rebuilds() {
  expect "the first command builds" "Building (the first time*ran: *shootout.cli.Main --dry-run*status 1" \
    "$(run benchmark-all --dry-run)"
  expect "an unchanged checkout is not built" "ran: *" "$(run benchmark-all)"
  expect "a touched source is not built" "ran: *" "$(touch "$CHECKOUT/core/src/main/scala/A.scala" && run benchmark-all)"
  expect "Maven ran once" 1 "$(calls)"
  expect "a changed source is built" "Building, because*" \
    "$(echo "object A" >"$CHECKOUT/core/src/main/scala/A.scala" && run benchmark-all)"
  expect "a new source is built" "Building*" "$(touch "$CHECKOUT/reports/web/b.css" && run benchmark-all)"
  expect "a removed source restores the earlier build" "ran: *" "$(rm "$CHECKOUT/reports/web/b.css" && run benchmark-all)"
  expect "a changed pom is built" "Building*" "$(echo "<!-- -->" >"$CHECKOUT/core/pom.xml" && run benchmark-all)"
  expect "missing libraries are built" "Building*" \
    "$(for list in "$CHECKOUT"/target/app/*/libraries; do echo /gone.jar >"$list"; done && run benchmark-all)"
}

test_failure() {
  local before
  touch "$SCRATCH/broken"
  echo "object B" >"$CHECKOUT/core/src/main/scala/A.scala"
  expect "a failed build is reported" "*A.scala: wrong*The build failed*build.log*status 2" "$(run benchmark-all)"
  rm "$SCRATCH/broken"
  before="$(calls)"
  run benchmark-all >"$SCRATCH/first" & run benchmark-all >"$SCRATCH/second"
  wait
  if command -v flock >/dev/null; then
    expect "two commands at once build once" "$((before + 1))" "$(calls)"
    expect "one of them waits" "*Waiting for another build*" "$(cat "$SCRATCH/first" "$SCRATCH/second")"
  fi
}

test_commands() {
  expect "other commands have no --install" "ran: *shootout.report.Main a b?status 1" "$(run benchmark-report a --install b)"
  expect "a command may have no arguments" "ran: *shootout.report.compare.Main?status 1" "$(run benchmark-compare)"
  expect "the home is passed without git" "*-Dshootout.home=$CHECKOUT -Dshootout.git.commit= -Dshootout.git.dirty= *" \
    "$(run benchmark-all)"
  git -C "$CHECKOUT" init --quiet && git -C "$CHECKOUT" add bin
  git -C "$CHECKOUT" -c user.name=test -c user.email=test@localhost commit --quiet --message=test
  expect "commit and uncommitted files are passed" "*git.commit=$(git -C "$CHECKOUT" rev-parse HEAD) *dirty=true*" \
    "$(run benchmark-all)"
}

make_checkout
test_rebuilds
test_failure
test_commands
totals
