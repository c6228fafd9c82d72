#!/usr/bin/env bash
# Tests when the tests look at scripts again, with a linter that only says that it was called.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"

CHECKOUT="$SCRATCH/a checkout"

make_checkout() {
  mkdir -p "$CHECKOUT/bin" "$CHECKOUT/e2e" "$CHECKOUT/.ci"
  cp -R "$SHOOTOUT_HOME/bin/lib" "$CHECKOUT/bin/lib"
  touch "$CHECKOUT/.ci/run"
  fake shellcheck "[ \"\$1\" != --version ] || { cat '$SCRATCH/version'; exit; }" "echo looked; [ ! -e '$SCRATCH/wrong' ]"
  echo 1 >"$SCRATCH/version"
}

# What it prints, and its status.
lint() {
  (cd "$CHECKOUT" && PATH="$SCRATCH/bin:$PATH" bash -c 'source bin/lib/test-linters.sh; lint_scripts' 2>&1 && echo "status 0") ||
    echo "status $?"
}

main() {
  make_checkout
  touch "$SCRATCH/wrong"
  expect "scripts that are wrong" "looked?status 1" "$(lint)"
  expect "are wrong again" "looked?status 1" "$(lint)"
  rm "$SCRATCH/wrong"
  expect "scripts that are fine" "looked?status 0" "$(lint)"
  expect "are not looked at again" "None has changed*status 0" "$(lint)"
  expect "until one has changed" "looked?status 0" "$(echo "# more" >>"$CHECKOUT/e2e/more_test.sh" && lint)"
  expect "or is gone" "looked?status 0" "$(rm "$CHECKOUT/e2e/more_test.sh" && lint)"
  expect "or another linter looks" "looked?status 0" "$(echo 2 >"$SCRATCH/version" && lint)"
  totals
}

main "$@"
