#!/usr/bin/env bash
# Tests bin/recheck with the real command, on a result of three workloads against the null broker. No number is judged.
source "$(dirname "$(readlink -f "$0")")/live.sh"

benchmark --brokers null --only 20b_1a_1queue_1 --only rr_20b_1a_1queue_1 --only latency_at-1k_1a_1queue_1_receipt_w1000_rate100 \
  --warm-up 0 --samples 1 >"$PRINTED"
expect "all wrong options are reported at once" \
  "*--seconds: found 0*--workloads: found 0*--brokers: found 'apollo', expected any of null*--protocols: found 'amqp', expected any of stomp*status 2" \
  "$(run recheck "$OUT" --seconds 0 --workloads 0 --brokers apollo --protocols amqp)"
if long; then
  expect "each load is measured again and compared by its criterion" \
    "*3 loads, about *null (stomp)*20b_1a_1queue_1*[0-9].[0-9][0-9]*rr_20b_1a_1queue_1 *p99 *ms *p99 *ms *
*Judged by throughput: [01] of 1 loads are within 20 % of the long measurement*
*Judged by p99: [012] of [12] loads are within a factor of 1.5*
*Fixed rates: [01] of 1 were sustained by both measurements, or by neither.*status [01]" "$(run recheck "$OUT" --seconds 1 --data "$DATA")"
  expect "the result is kept" measured "$(OUT="$OUT/recheck/1" statuses null)"
fi
totals
