#!/usr/bin/env bash
# Tests the real commands as far as no broker is needed: help, bad usage, the plan, completion.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"

# Usage: run SCRIPT ARGUMENTS...
run() { (cd / && "$SHOOTOUT_HOME/bin/$1" "${@:2}" 2>&1 && echo "status 0") || echo "status $?"; }

# The README promises these options.
documented_options() { grep '^| `--' "$SHOOTOUT_HOME/README.md" | grep -o -e '--[a-z-]*' | sort -u; }

test_help() {
  local help option script
  help="$(run benchmark-all --help)"
  expect "help" "*status 0" "$help"
  for option in $(documented_options); do expect "$option is in the help" "*$option*" "$help"; done
  for script in benchmark-all benchmark-report benchmark-compare calibrate lock-brokers recheck; do
    expect "help of $script, and nothing before it" "Usage: $script*status 0" "$(run "$script" --help)"
  done
}

# What the commands print themselves; the files in bin/lib/help are what people see.
test_kept_help() {
  local kept script main
  while read -r script main; do
    kept="$SHOOTOUT_HOME/bin/lib/help/$script.txt"
    [[ -z "${SHOOTOUT_WRITE_DOCS:-}" ]] || printed_help "$main" >"$kept"
    expect "the help of $script is the one that is written down" "" "$(diff "$kept" <(printed_help "$main"))"
  done <<EOF
benchmark-all shootout.terminal.Main
benchmark-report shootout.report.Main
benchmark-compare shootout.report.compare.Main
calibrate shootout.calibrate.Main
lock-brokers shootout.terminal.LockBrokers
recheck shootout.terminal.Recheck
EOF
}

printed_help() (
  # shellcheck source=bin/lib.sh
  source "$SHOOTOUT_HOME/bin/lib.sh"
  find_jdk && build_if_stale && run_java "$1" --help </dev/null
)

test_bad_usage() {
  expect "an unknown option" "*--no-such-option*status 2" "$(run benchmark-all --no-such-option)"
  expect "an unknown profile" "*no-such-profile*status 2" "$(run benchmark-all --dry-run --profile no-such-profile)"
  expect "an unknown broker, and no scenario file" "*no-such-broker*no-such-file*status 2" \
    "$(run benchmark-all --dry-run --brokers no-such-broker --scenarios /no-such-file.yaml)"
  expect "nothing would run" "*nothing would run*status 2" \
    "$(run benchmark-all --dry-run --brokers hornetq --protocols stomp --only 'durable*' --profile full)"
  expect "a file where results should go" "*--out: nothing can be written to $SHOOTOUT_HOME/pom.xml: there is a file of that name*status 2" \
    "$(run benchmark-all --brokers null --protocols stomp --only 20b_1a_1queue_1 --out "$SHOOTOUT_HOME/pom.xml")"
  expect "a host that does not exist" "*--url: no address is known for the host 'no-such-host.invalid'*status 2" \
    "$(run benchmark-all --url stomp://no-such-host.invalid:1 --dialect activemq)"
  expect "a version that is not locked" "*'bin/lock-brokers artemis@2.0.0'*status 2" "$(run benchmark-all --dry-run --brokers artemis@2.0.0)"
  expect "no result folder" "*status 2" "$(run benchmark-report /no-such-folder)"
}

# With a limit, lest a test that begins runs itself for ever.
test_tests() {
  local script="$SHOOTOUT_HOME/bin/test"
  expect "the tests' help" "Usage: test*--fast*" "$(timeout 20 "$script" --fast --help)"
  expect "the tests' unknown option" "*no option '--slow'*status 2" "$(timeout 20 "$script" --fast --slow 2>&1 || echo "status $?")"
}

test_plan() {
  expect "the plan" "*20b_1a_1queue_1*status 0" "$(run benchmark-apollo --dry-run)"
}

test_completion() {
  "$SHOOTOUT_HOME/bin/completion" >"$SCRATCH/completion"
  expect "completion is a script" "" "$(bash -n "$SCRATCH/completion" 2>&1)"
  expect "completion of brokers, variants among them" "*apollo*openmq/sync*" "$(cat "$SCRATCH/completion")"
  expect "completion of one broker's script" "*_complete_benchmark-all*benchmark-openmq*" "$(cat "$SCRATCH/completion")"
}

main() {
  test_help
  test_kept_help
  test_bad_usage
  test_tests
  test_plan
  test_completion
  totals
}

main "$@"
