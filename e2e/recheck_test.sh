#!/usr/bin/env bash
# Tests bin/recheck with the real command, on a result of three loads against the null broker; no number is judged.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

recheck() { "$SHOOTOUT_HOME/bin/recheck" "$@" 2>&1 && echo "status 0" || echo "status $?"; }

test_bad_input() {
  expect "no such folder" "*recheck: /no-such-folder cannot be used: there is no such file*status 2" "$(recheck /no-such-folder)"
  expect "no results" "*there are no results in $SCRATCH*status 2" "$(recheck "$SCRATCH")"
  expect "all that is wrong at once" \
    "*--seconds: found 0*--cells: found 0*--brokers: found 'apollo', expected any of null*--protocols: found 'amqp', expected any of stomp*status 2" \
    "$(recheck "$OUT" --seconds 0 --cells 0 --brokers apollo --protocols amqp)"
  expect "no such cell" "*--only: no load has such an id; there are *20b_1a_1queue_1*status 2" "$(recheck "$OUT" --only no-such-cell)"
  mkdir "$SCRATCH/broken"
  echo '{' >"$SCRATCH/broken/stomp-null.json"
  expect "no result file" "*broken/stomp-null.json is no result file*status 2" "$(recheck "$SCRATCH/broken")"
}

test_measured() {
  local printed
  printed="$(recheck "$OUT" --seconds 1 --data "$DATA")"
  expect "a long measurement beside the short one" "*3 loads, about *null (stomp)*20b_1a_1queue_1*[0-9].[0-9][0-9]*status [01]" "$printed"
  expect "each load by what it is judged by" "*rr_20b_1a_1queue_1 *p99 *ms *p99 *ms *
*Judged by throughput: [01] of 1 loads are within 20 % of the long measurement*
*Judged by p99: [012] of [12] loads are within a factor of 1.5*
*Fixed rates: [01] of 1 were held by both measurements, or by neither.*" "$printed"
  expect "its result is kept" measured "$(OUT="$OUT/recheck/1" statuses null)"
}

main() {
  benchmark --brokers null --only 20b_1a_1queue_1 --only rr_20b_1a_1queue_1 --only latency_at-1k_1a_1queue_1_receipt_w1000_rate100 \
    --warm-up 0 --samples 1 >"$PRINTED"
  test_bad_input
  if long; then test_measured; fi
  totals
}

main "$@"
