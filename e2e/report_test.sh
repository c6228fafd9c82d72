#!/usr/bin/env bash
# Runs the real commands on the golden results: checks the files that they write, and their exit statuses. MainSuite and CheckSuite
# check the rest of their output, without a command.
source "$(dirname "$(readlink -f "$0")")/lib.sh"

# Usage: result FOLDER SED_SCRIPT. Writes a changed result of HornetQ into the folder.
result() {
  mkdir -p "$SCRATCH/$1"
  sed "$2" "$SHOOTOUT_HOME/reports/src/test/resources/golden/stomp-hornetq.json" >"$SCRATCH/$1/stomp-hornetq.json"
}

test_compare() {
  local same
  same="$(run benchmark-compare "$SCRATCH/old" "$SCRATCH/same" --fail-on-regression 0)"
  expect "a result and itself" "*0 better, 0 worse*same/compare.html*status 0" "$same"
  expect "no colour in a file" "" "$(grep $'\033' <<<"$same" || true)"
  expect "the page" yes "$(has "$SCRATCH/same/compare.html")"
  expect "a workload that fails now" "*Regression: HornetQ*now failed: it died*status 1" \
    "$(run benchmark-compare "$SCRATCH/old" "$SCRATCH/failed" --fail-on-regression 5)"
  expect "another machine" "*different machines*processor: AMD EPYC 7B13 | Another*status 2" "$(run benchmark-compare "$SCRATCH/old" "$SCRATCH/moved")"
  expect "has no page" no "$(has "$SCRATCH/moved/compare.html")"
}

test_report() {
  expect "latencies as logs" "*HdrHistogram logs*status 0" "$(run benchmark-report "$SCRATCH/old" --hdr "$SCRATCH/logs")"
  expect "their tags" "*Tag=end_to_end,*" "$(<"$SCRATCH/logs/stomp-hornetq/20b_1a_1queue_1.hdr")"
  expect "a wrong word" "*wrong/stomp-hornetq.json: broker.durability: does not have a value in the enumeration*status 1" "$(run benchmark-report --check "$SCRATCH/wrong")"
  expect "a page to send" "$SCRATCH/mail.html?status 0" "$(run benchmark-report "$SCRATCH/old" --single-file "$SCRATCH/mail.html")"
  expect "all runs" "$SCRATCH/index.html?status 0" "$(run benchmark-report --index "$SCRATCH")"
  expect "their names" "*\"path\":\"old\"*" "$(<"$SCRATCH/index.html")"
  expect "a run without a page gets one" yes "$(has "$SCRATCH/old/index.html")"
}

result old ''
result same ''
result failed 's/"status":"measured","reason":null/"status":"failed","reason":"it died"/'
result moved 's/AMD EPYC 7B13/Another/'
result wrong 's/"durability": *"page_cache"/"durability":"safe"/'
test_compare
test_report
totals
