#!/usr/bin/env bash
# From the command line to the page in a browser: two brokers over two protocols, results of an earlier run, and broken files.
source "$(dirname "$(readlink -f "$0")")/live.sh"

readonly EARLIER="$SHOOTOUT_HOME/reports/src/test/resources/golden/stomp-hornetq.json"
readonly WORKLOADS=(--only 20b_1a_1queue_1 --only 20b_1p_1queue_1 --only send-1k_1p_1queue_1_tx10 --samples 3 --sample-interval 1000 --warm-up 0)

in_browser() {
  [[ -d "$SHOOTOUT_HOME/reports/node_modules" ]] ||
    npm --prefix "$SHOOTOUT_HOME/reports" install --no-audit --no-fund --no-package-lock
  (cd "$SHOOTOUT_HOME/reports" && REPORT_DIR="$OUT" timeout "$RUN_SECONDS" node --test web-test/page.browser.js)
}

test_run() {
  mkdir -p "$OUT/latencies/stomp-hornetq" && cp "$EARLIER" "$OUT" && echo "a log" >"$OUT/latencies/stomp-hornetq/20b_1p_1queue_1.hlog"
  expect "two brokers are measured" "*moved to *activemq (stomp): 20b_1p_1queue_1 *produced*hornetq (stomp): 20b_1p_1queue_1 *index.html*status 0" \
    "$(benchmark --brokers activemq,hornetq --protocols stomp,openwire "${WORKLOADS[@]}")"
  expect "results of an earlier run are kept unchanged" "$(cksum <"$EARLIER")" "$(cksum <"$(find "$OUT/earlier" -name stomp-hornetq.json)")"
  expect "their latencies are kept" "a log" "$(cat "$OUT"/earlier/*/latencies/stomp-hornetq/*.hlog)"
  expect "all workloads are measured" "measured,measured true measured,measured true" \
    "$(statuses activemq) $(result activemq r.complete) $(statuses hornetq) $(result hornetq r.complete)"
  expect "nothing is left running" "" "$(left_running)"
  expect "no data is left" "" "$(find "$DATA"/*/*/data "$DATA"/*/*/work -type f)"
  in_browser >"$SCRATCH/browser" 2>&1 && browser=passed || browser="$(tail -n 60 "$SCRATCH/browser")"
  expect "the page in a browser" passed "$browser"
}

test_jms() {
  local PROTOCOL=openwire
  expect "the results of JMS are complete" "activemq-client jms measured,measured,measured true" \
    "$(result activemq '[r.driver.split(" ")[0], r.api, r.workloads.map((c) => c.status).join(), r.complete].join(" ")')"
  expect "every message is accounted for" "" "$(result activemq 'r.workloads.filter((c) => c.audit.lost + c.audit.duplicated > 0).map((c) => c.id).join()')"
  expect "a commit has a latency of its own" true "$(result activemq 'r.workloads.some((c) => c.load.confirm === "commit" && c.summary.commit.count > 0)')"
  expect "settings of the library are named" "*useAsyncSend*" "$(result activemq 'r.driver_settings.join()')"
  PROTOCOL=stomp_jms
  expect "an unsupported pair has a result" "*openmq (stomp_jms): unsupported: *status 0" \
    "$(OUT="$SCRATCH/unsupported" benchmark --brokers openmq --protocols stomp_jms "${WORKLOADS[@]}")"
  expect "the result has the reason" "unsupported *STOMP 1.1* true" \
    "$(OUT="$SCRATCH/unsupported" result openmq '[r.workloads[0].status, r.workloads[0].reason, r.complete].join(" ")')"
}

# The latencies in their own files are exactly those of the results.
test_latencies() {
  expect "--hdr writes logs by interval" "*HdrHistogram logs, [1-9]* of them interval by interval*status 0" \
    "$(run benchmark-report "$OUT" --hdr "$SCRATCH/hdr")"
  expect "the logs agree with the results" "*all good*status 0" "$(run benchmark-report --check "$OUT")"
  expect "the logs are small" true "$(node -e 'console.log(eval(process.argv[1]) < 100000)' "$(cat "$OUT"/latencies/*/* | wc -c)")"
}

test_broken_file() {
  echo '{' >"$OUT/stomp-broken.json"
  rm "$OUT/index.html"
  expect "a broken file is reported" "*stomp-broken.json*index.html*status 2" "$(run benchmark-report "$OUT")"
  expect "other files are drawn" "yes yes yes" "$(on_page stomp-activemq.json) $(on_page openwire-activemq.json) $(on_page stomp-broken.json)"
  echo '{' >"$OUT/stomp-hornetq.json"
  expect "a run does not continue with a broken file" "*stomp-hornetq.json is not a result file*status 2" \
    "$(benchmark --brokers hornetq "${WORKLOADS[@]}" --continue)"
  expect "a broken file is left unchanged" '{' "$(cat "$OUT/stomp-hornetq.json")"
}

test_run
test_jms
test_latencies
test_broken_file
totals
