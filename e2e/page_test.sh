#!/usr/bin/env bash
# From the command line to the page in a browser: two brokers, results of an earlier run, and files that are broken.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

readonly EARLIER="$SHOOTOUT_HOME/reports/src/test/resources/golden/stomp-hornetq.json"
readonly CELLS=(--only 20b_1a_1queue_1 --only 20b_1p_1queue_1 --samples 2 --sample-interval 300 --warm-up 0)

report() { "$SHOOTOUT_HOME/bin/benchmark-report" "$@" 2>&1 && echo "status 0" || echo "status $?"; }

in_browser() {
  [[ -d "$SHOOTOUT_HOME/reports/node_modules" ]] ||
    npm --prefix "$SHOOTOUT_HOME/reports" install --no-audit --no-fund --no-package-lock
  (cd "$SHOOTOUT_HOME/reports" && REPORT_DIR="$OUT" timeout "$RUN_SECONDS" node --test web-test/page.browser.js)
}

test_two_brokers() {
  # a run of before
  mkdir -p "$OUT/latencies/stomp-hornetq" && cp "$EARLIER" "$OUT" && echo "a log" >"$OUT/latencies/stomp-hornetq/20b_1p_1queue_1.hlog"
  expect "a matrix of two brokers" "*moved to *activemq (stomp): 20b_1p_1queue_1 *produced*hornetq (stomp): 20b_1p_1queue_1 *index.html*status 0" \
    "$(benchmark --brokers activemq,hornetq "${CELLS[@]}")"
  expect "results of an earlier run are kept as they were" "$(cksum <"$EARLIER")" "$(cksum <"$(find "$OUT/earlier" -name stomp-hornetq.json)")"
  expect "with their latencies" "a log" "$(cat "$OUT"/earlier/*/latencies/stomp-hornetq/*.hlog)"
  expect "results" "measured,measured measured,measured" "$(statuses activemq) $(statuses hornetq)"
  expect "complete" "true true" "$(result activemq r.complete) $(result hornetq r.complete)"
  expect "nothing is left running" "" "$(left_running)"
  expect "no data is left" "" "$(find "$DATA"/*/*/data "$DATA"/*/*/work -type f)"
  in_browser >"$SCRATCH/browser" 2>&1 && browser=passed || browser="$(tail -n 60 "$SCRATCH/browser")"
  expect "the page in a browser" passed "$browser"
}

# What is kept beside the results is theirs, to the very number.
test_latencies() {
  expect "logs of latencies, interval by interval" "*: 4 HdrHistogram logs, 4 of them interval by interval*status 0" \
    "$(report "$OUT" --hdr "$SCRATCH/hdr")"
  expect "that have what the results have" "*3 files, all good*status 0" "$(report --check "$OUT")"
  expect "and are small" true "$(node -e 'console.log(eval(process.argv[1]) < 40000)' "$(cat "$OUT"/latencies/*/* | wc -c)")"
}

# As a run leaves it that is killed between saving and judging.
test_unjudged() {
  local printed
  sed -i 's/"unjudged": null/"unjudged": "killed"/' "$OUT/stomp-hornetq.json"
  rm "$OUT/index.html"
  expect "what was saved unjudged is judged before the page is drawn" \
    "*stomp-hornetq.json: 2 results judged that had been saved unjudged*index.html*status 0" "$(report "$OUT")"
  expect "all of it" 0 "$(result hornetq 'r.cells.filter((c) => c.unjudged !== null).length')"
  expect "the page is drawn again" yes "$(on_page '"stomp-hornetq.json"')"
  printed="$(report "$OUT")"
  expect "judged once" "0 status 0" "$(grep -c judged <<<"$printed") $(tail -1 <<<"$printed")"
}

test_broken_file() {
  echo '{' >"$OUT/stomp-broken.json"
  rm "$OUT/index.html"
  expect "a file that is broken" "*stomp-broken.json*index.html*status 2" "$(report "$OUT")"
  expect "the others are drawn" "yes yes" "$(on_page '"stomp-activemq.json"') $(on_page stomp-broken.json)"
  echo '{' >"$OUT/stomp-hornetq.json"
  expect "a broken file to go on with" "*stomp-hornetq.json is no result file*status 2" \
    "$(benchmark --brokers hornetq "${CELLS[@]}" --continue)"
  expect "is left as it is" '{' "$(cat "$OUT/stomp-hornetq.json")"
}

main() {
  test_two_brokers
  test_latencies
  test_unjudged
  test_broken_file
  totals
}

main "$@"
