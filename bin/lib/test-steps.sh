# shellcheck shell=bash
# The steps of the tests, one by one: sourced by bin/test.

source "$SHOOTOUT_HOME/bin/lib/test-compiler.sh"

# The failed steps, each with the lines that say why, because the output has 10,000 lines.
FAILED_STEPS=""
readonly FAILURE='^FAILED: |^ *(not ok|✖) |^\[ERROR\] +[A-Za-z]+(IT|Suite)[.:]|<<< (FAILURE|ERROR)!|: error: |^In .* line [0-9]+:'

# Usage: step NAME COMMAND... The next steps run even if this one fails. Prints its time, and its CPU time, which does not
# depend on other load.
# shellcheck disable=SC2031 # its status says whether it failed
step() {
  local log TIMEFORMAT="-- $1: %0R s; processors: %0U s, in the kernel %0S s"
  log="$(mktemp)"
  printf '\n== %s\n' "$1"
  # in a subshell, because the time of this shell includes background jobs that have just ended
  (time { "${@:2}" 2>&1 | tee "$log"; }) || FAILED_STEPS+=$'\n'"  $1"$'\n'"$(failures "$log")"
  rm "$log"
}

failures() { { grep --extended-regexp "$FAILURE" || true; } <"$1" | sed 's/^/    /; 20q'; }

# Process and folder of each background step, one per line.
BESIDE=()

# Usage: beside COMMAND... Runs steps in the background, and prints nothing until `joined`.
# shellcheck disable=SC2030 # a file says what failed
beside() {
  local said
  said="$(mktemp -d)"
  (
    FAILED_STEPS=""
    "$@"
    printf '%s' "$FAILED_STEPS" >"$said/failed"
  ) >"$said/printed" 2>&1 </dev/null &
  BESIDE+=("$! $said")
}

# Waits for all background steps, and prints their output.
# shellcheck disable=SC2031 # as above
joined() {
  local process said
  while read -r process said; do
    wait "$process" || FAILED_STEPS+=$'\n'"  a step in the background"
    cat "$said/printed"
    FAILED_STEPS+="$(cat "$said/failed")"
    rm -rf "$said"
  done < <(printf '%s\n' "${BESIDE[@]}")
  BESIDE=()
}

linters() {
  step "scripts: shellcheck" lint_scripts
  step "Scala: format" maven spotless:check
}

lint_scripts() { find bin e2e .ci/run -type f -not -name '*.txt' -not -name '*.mjs' -not -path 'e2e/faults/*' -exec shellcheck {} +; }

maven() { mvn --batch-mode --no-transfer-progress --fail-at-end --threads 2 "$@" </dev/null; }

# Skips what `maven test-compile` has compiled. The phase itself must run, so that modules find each other's classes.
readonly COMPILED="-Dmaven.main.skip -Dmaven.resources.skip -Dtests.compiled=true"

# Runs all compiled unit tests. With a single Maven, the other modules would wait for the engine's tests.
unit_tests() {
  beside step "Scala: unit tests of the engine" compiled_tests --projects results,analysis,core
  step "Scala: unit tests" compiled_tests -Dengine.skipTests=true
}

# shellcheck disable=SC2086 # words
compiled_tests() { maven $COMPILED test-compile surefire:test "$@"; }

# Usage: integration_tests ARGUMENTS... Runs compiled integration tests.
# shellcheck disable=SC2086 # words
integration_tests() { maven $COMPILED test-compile failsafe:integration-test failsafe:verify "$@"; }

# ESLint skips files that passed before.
test_report() (
  cd reports || return
  page_tools && npm run lint -- --cache --cache-strategy content --cache-location node_modules/.cache/eslint/ &&
    npm run lint:texts && npm test
)

page_tools() {
  [[ -d node_modules && ! package.json -nt node_modules ]] || { npm install --no-audit --no-fund --no-package-lock && touch node_modules; }
}

# Usage: test_page SCRIPT. Runs one of the page's scripts (package.json). Without the variable, each test file would ask Maven for the class path.
test_page() (
  REPORT_CLASSPATH="$(build_if_stale && class_path)"
  export REPORT_CLASSPATH
  cd reports || return
  page_tools && npm run "$1"
)
