#!/usr/bin/env bash
# The real command over the golden results: what changed, what is refused, and the exit status that a build looks at. What else there is to say
# MainSuite and CheckSuite try, without a command.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"

readonly GOLDEN="$SHOOTOUT_HOME/reports/src/test/resources/golden"

# Usage: compare ARGUMENTS... What it prints, and its status.
compare() { "$SHOOTOUT_HOME/bin/benchmark-compare" "$@" 2>&1 && echo "status 0" || echo "status $?"; }

# Usage: result FOLDER SED_SCRIPT. A folder with HornetQ's result, changed.
result() {
  mkdir -p "$SCRATCH/$1"
  sed "$2" "$GOLDEN/stomp-hornetq.json" >"$SCRATCH/$1/stomp-hornetq.json"
}

has() { [[ -s "$1" ]] && echo yes || echo no; }

test_same() {
  local printed
  result old ''
  result same ''
  printed="$(compare "$SCRATCH/old" "$SCRATCH/same" --fail-on-regression 0)"
  expect "a result and itself" "*0 better, 0 worse*same/compare.html*status 0" "$printed"
  expect "the page" yes "$(has "$SCRATCH/same/compare.html")"
  expect "no colour in a file" "" "$(grep $'\033' <<<"$printed" || true)"
}

test_regression() {
  result failed 's/"status":"measured","reason":null/"status":"failed","reason":"it died"/'
  expect "a cell that fails now" "*Regression: HornetQ*now failed: it died*status 1" \
    "$(compare "$SCRATCH/old" "$SCRATCH/failed" --fail-on-regression 5)"
}

test_refused() {
  result moved 's/AMD EPYC 7B13/Another/'
  expect "another machine" "*different machines*processor: AMD EPYC 7B13 | Another*status 2" \
    "$(compare "$SCRATCH/old" "$SCRATCH/moved")"
  expect "has no page" no "$(has "$SCRATCH/moved/compare.html")"
  expect "an unknown option" "*--no-such-option*status 2" "$(compare --no-such-option a b)"
}

test_logs() {
  expect "latencies as logs" "*HdrHistogram logs*status 0" \
    "$("$SHOOTOUT_HOME/bin/benchmark-report" "$SCRATCH/old" --hdr "$SCRATCH/logs" && echo "status $?")"
  expect "their tags" "*Tag=end_to_end,*" "$(cat "$SCRATCH/logs/stomp-hornetq/20b_1a_1queue_1.hdr")"
}

report() { "$SHOOTOUT_HOME/bin/benchmark-report" "$@" 2>&1 && echo "status 0" || echo "status $?"; }

test_check() {
  result wrong 's/"durability": *"page_cache"/"durability":"safe"/'
  expect "a wrong word" "*wrong/stomp-hornetq.json: broker.durability: \"safe\" is none of*status 1" "$(report --check "$SCRATCH/wrong")"
}

test_runs() {
  expect "a page to send" "$SCRATCH/mail.html?status 0" "$(report "$SCRATCH/old" --single-file "$SCRATCH/mail.html")"
  expect "all runs" "$SCRATCH/index.html?status 0" "$(report --index "$SCRATCH")"
  expect "their names" "*\"path\":\"old\"*" "$(cat "$SCRATCH/index.html")"
  expect "a run without a page gets one, with files beside it" "yes yes" \
    "$(has "$SCRATCH/old/index.html") $(has "$SCRATCH/old/index-data/1-partitioned.js")"
}

main() {
  test_same
  test_regression
  test_refused
  test_logs
  test_check
  test_runs
  totals
}

main "$@"
