#!/usr/bin/env bash
# Repeats a run, and reads in its result how sure it is: intervals, marks, resources, the generator's own limit.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

repeated() { benchmark --brokers activemq --scenarios "$SCRATCH/short.yaml" --repeat 2 "$@"; }

test_repetitions() {
  PLAIN="--beside-others"
  expect "a seed" "*activemq (stomp); then activemq (stomp)*--seed 7*own limit*index.html*status 0" "$(repeated --seed 7)"
  expect "the seed is in the result" 7 "$(result activemq r.settings.seed)"
  expect "two repetitions" "short-* 1 measured,short-* 2 measured" \
    "$(result activemq 'r.cells.map((c) => [c.id, c.repetition, c.status].join(" ")).join()')"
  expect "their mean has an interval" "1 2 true" "$(result activemq '
    const m = r.means[0], e = m.consumed_per_s;
    [r.means.length, m.repetitions, e.low95 <= e.mean && e.mean <= e.high95].join(" ")')"
  expect "the latency of both" true \
    "$(result activemq 'r.means[0].end_to_end.count === r.cells.reduce((n, c) => n + c.summary.end_to_end.count, 0)')"
}

test_doubts() {
  expect "shared, and not single" "true false" \
    "$(result activemq '["S", "1"].map((l) => r.means[0].marks.some((m) => m.letter === l)).join(" ")')"
  expect "thresholds" 0.95 "$(result activemq r.thresholds.rate_share)"
  expect "a limit far beyond the rate of 200/s" "true true" "$(result activemq '
    const c = r.cells[0].ceiling;
    [c.produced_per_s > 2000, c.used_share > 0 && c.used_share < 0.5].join(" ")')"
  expect "it is no result of the report" no "$(on_page '"name":"null"')"
}

test_resources() {
  expect "in each sample" true "$(result activemq 'r.cells.every((c) => c.samples.every((s) => s.resources))')"
  expect "of broker, generator and machine" "" "$(result activemq '
    const u = r.cells[0].resources, all = {
      cpu: u.broker.cpu_us_per_message > 0 && u.client.cpu_us_per_message > 0,
      memory: u.broker.resident_bytes_max > 1e7 && u.client.resident_bytes_max > 1e7,
      gc: u.broker.gc_share !== null && u.client.gc_share !== null,
      machine: u.busy_share > 0 && u.busy_share <= 1,
    };
    Object.keys(all).filter((key) => !all[key]).join()')"
}

test_continued() {
  local printed
  printed="$(repeated --continue)"
  expect "nothing is measured again" "*--seed 7*activemq (stomp): nothing is missing*status 0" "$printed"
  expect "not even the limit" "" "$(grep 'own limit' <<<"$printed")"
}

main() {
  scenario short 2
  test_repetitions
  test_doubts
  test_resources
  test_continued
  totals
}

main "$@"
