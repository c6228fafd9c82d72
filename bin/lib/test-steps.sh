# shellcheck shell=bash
# The steps of the tests, one by one: sourced by bin/test.

# Names of those that failed, each on a line.
FAILED_STEPS=""

# Usage: step NAME COMMAND... A step that fails does not keep the next ones from telling theirs.
step() {
  local began="$SECONDS"
  printf '\n== %s\n' "$1"
  "${@:2}" || FAILED_STEPS+=$'\n'"  $1"
  printf -- '-- %s: %s s\n' "$1" "$((SECONDS - began))"
}

# Usage: beside COMMAND... Runs steps in the background, and prints nothing until `joined`.
# shellcheck disable=SC2030 # it tells by a file
beside() {
  BESIDE_SAID="$(mktemp -d)"
  (
    FAILED_STEPS=""
    "$@"
    printf '%s' "$FAILED_STEPS" >"$BESIDE_SAID/failed"
  ) >"$BESIDE_SAID/printed" 2>&1 </dev/null &
  BESIDE=$!
}

# shellcheck disable=SC2031 # likewise
joined() {
  wait "$BESIDE" || FAILED_STEPS+=$'\n'"  what ran beside the others"
  cat "$BESIDE_SAID/printed"
  FAILED_STEPS+="$(cat "$BESIDE_SAID/failed")"
  rm -rf "$BESIDE_SAID"
}

lint_scripts() { find bin e2e -type f -not -name '*.txt' -not -path 'e2e/faults/*' -exec shellcheck --external-sources .ci/run {} +; }

maven() { mvn --batch-mode --no-transfer-progress --fail-at-end --threads 2 "$@" </dev/null; }

test_report() (
  cd reports || return
  if [[ ! -d node_modules || package.json -nt node_modules ]]; then
    npm install --no-audit --no-fund --no-package-lock && touch node_modules || return
  fi
  npm run lint && npm test
)

test_page() { npm --prefix reports run test:browser; }
