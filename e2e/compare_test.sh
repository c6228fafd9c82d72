#!/usr/bin/env bash
# The real command over the golden results: what changed, what is refused, and the exit status that a build looks at.
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
  result old ''
  result same ''
  expect "a result and itself" "*0 better, 0 worse*same/compare.html*status 0" \
    "$(compare "$SCRATCH/old" "$SCRATCH/same" --fail-on-regression 0)"
  expect "the page" yes "$(has "$SCRATCH/same/compare.html")"
}

test_regression() {
  result failed 's/"status":"measured","reason":null/"status":"failed","reason":"it died"/'
  expect "a cell that fails now" "*Regression: HornetQ*now failed: it died*status 1" \
    "$(compare "$SCRATCH/old" "$SCRATCH/failed" --fail-on-regression 5)"
  expect "is no error if nobody asked" "*now failed: it died*status 0" "$(compare "$SCRATCH/old" "$SCRATCH/failed")"
  expect "a slower broker" "*20b_1a_1queue_1*worse*Regression: *consumed/s 418k*status 1" \
    "$(compare "$GOLDEN" --brokers apollo,activemq --page "$SCRATCH/a.html" --fail-on-regression 5)"
  expect "a faster one" "*better*status 0" \
    "$(compare "$GOLDEN/stomp-activemq.json" "$GOLDEN/stomp-artemis.json" --page "$SCRATCH/b.html")"
}

test_machines() {
  result moved 's/AMD EPYC 7B13/Another/'
  expect "another machine" "*different machines*processor: AMD EPYC 7B13 | Another*status 2" \
    "$(compare "$SCRATCH/old" "$SCRATCH/moved")"
  expect "has no page" no "$(has "$SCRATCH/moved/compare.html")"
  expect "but on request" "*processor: *status 0" "$(compare "$SCRATCH/old" "$SCRATCH/moved" --mixed-machines)"
}

test_usage() {
  expect "help" "*--fail-on-regression*status 0" "$(compare --help)"
  expect "nothing to compare" "*status 2" "$(compare)"
  expect "an unknown option" "*--no-such-option*status 2" "$(compare --no-such-option a b)"
  expect "no such folder" "*no-such-folder*status 2" "$(compare "$SCRATCH/old" "$SCRATCH/no-such-folder")"
  expect "no colour in a file" "" "$(compare "$SCRATCH/old" "$SCRATCH/same" | grep $'\033' || true)"
}

test_logs() {
  expect "latencies as logs" "*HdrHistogram logs*status 0" \
    "$("$SHOOTOUT_HOME/bin/benchmark-report" "$SCRATCH/old" --hdr "$SCRATCH/logs" && echo "status $?")"
  expect "their tags" "*Tag=end_to_end,*" "$(cat "$SCRATCH/logs/stomp-hornetq/20b_1a_1queue_1.hdr")"
}

report() { "$SHOOTOUT_HOME/bin/benchmark-report" "$@" 2>&1 && echo "status 0" || echo "status $?"; }

test_check() {
  expect "results as they should be" "1 file, all good?status 0" "$(report --check "$SCRATCH/old")"
  result wrong 's/"durability": *"page_cache"/"durability":"safe"/'
  expect "a wrong word" "*wrong/stomp-hornetq.json: broker.durability: \"safe\" is none of*status 1" "$(report --check "$SCRATCH/wrong")"
}

test_runs() {
  expect "a page to send" "$SCRATCH/mail.html?status 0" "$(report "$SCRATCH/old" --single-file "$SCRATCH/mail.html")"
  expect "all runs" "$SCRATCH/index.html?status 0" "$(report --index "$SCRATCH")"
  expect "their names" "*\"path\":\"old\"*" "$(cat "$SCRATCH/index.html")"
  expect "a run without a page gets one, with files beside it" "yes yes" \
    "$(has "$SCRATCH/old/index.html") $(has "$SCRATCH/old/index-data/1-partitioned.js")"
  expect "no folder" "*--help*status 2" "$(report)"
}

main() {
  test_same
  test_regression
  test_machines
  test_usage
  test_logs
  test_check
  test_runs
  totals
}

main "$@"
