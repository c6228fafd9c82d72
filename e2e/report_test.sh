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
  expect "a result equals itself" "*0 better, 0 worse*same/compare.html*status 0" "$same"
  expect "a file has no colours" "" "$(grep $'\033' <<<"$same" || true)"
  expect "the page is written" yes "$(has "$SCRATCH/same/compare.html")"
  expect "a newly failed workload is a regression" "*Regression: HornetQ*now failed: it died*status 1" \
    "$(run benchmark-compare "$SCRATCH/old" "$SCRATCH/failed" --fail-on-regression 5)"
  expect "another machine is refused" "*different machines*processor: AMD EPYC 7B13 | Another*status 2" "$(run benchmark-compare "$SCRATCH/old" "$SCRATCH/moved")"
  expect "nothing is drawn then" no "$(has "$SCRATCH/moved/compare.html")"
}

test_report() {
  expect "--hdr writes logs" "*HdrHistogram logs*status 0" "$(run benchmark-report "$SCRATCH/old" --hdr "$SCRATCH/logs")"
  expect "the logs have tags" "*Tag=end_to_end,*" "$(<"$SCRATCH/logs/stomp-hornetq/20b_1a_1queue_1.hdr")"
  expect "--check reports a wrong word" "*wrong/stomp-hornetq.json: broker.durability: does not have a value in the enumeration*status 1" "$(run benchmark-report --check "$SCRATCH/wrong")"
  expect "--single-file writes one page" "$SCRATCH/mail.html?status 0" "$(run benchmark-report "$SCRATCH/old" --single-file "$SCRATCH/mail.html")"
  expect "--index lists runs" "$SCRATCH/index.html?status 0" "$(run benchmark-report --index "$SCRATCH")"
  expect "the list has their names" "*\"path\":\"old\"*" "$(<"$SCRATCH/index.html")"
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
