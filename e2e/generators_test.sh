#!/usr/bin/env bash
# Lets two load JVMs share the clients of workloads. Together they must account for every message, though one sends it and the other receives it.
source "$(dirname "$(readlink -f "$0")")/live.sh"

# Usage: load NAME DESTINATIONS PRODUCERS CONSUMERS. Writes NAME.yaml, like `scenario`.
load() {
  cat >"$SCRATCH/$1.yaml" <<EOF
group: $1
scenario:
  id: $1
  warm_up: 300 ms
  samples: 3
  sample_interval: 300 ms
  destinations: {$2}
  producers: {size: 100 B, $3}
  consumers: {$4}
EOF
}

shared() {
  local name
  for name in single queue topic asking ramp; do printf '%s\n' --scenarios "$SCRATCH/$name.yaml"; done
}

# Usage: accounted BROKER. Prints what is wrong with its workloads, or nothing.
accounted() {
  result "$1" '
    const wrong = (c) => ["lost", "undrained", "duplicated", "corrupted", "foreign", "misrouted"].filter((key) => c.audit[key] !== 0);
    const kinds = (c) => [c.summary.end_to_end, c.summary.round_trip].filter((of) => of !== null);
    r.workloads.map((c) => [
      c.status === "measured" && c.audit.expected > 0 && c.audit.delivered === c.audit.expected ? "" : c.status + " " + c.reason,
      ...wrong(c),
      c.drain.outcome === "complete" && c.samples.length === 3 ? "" : c.drain.outcome,
      kinds(c).length > 0 && kinds(c).every((of) => of.count > 0 && of.below_zero === 0) ? "" : "latencies",
      c.samples.some((s) => s.resources && s.resources.client.cpu_cores > 0) ? "" : "resources",
    ].filter((word) => word !== "").map((word) => c.id + ": " + word)).flat().join("; ")'
}

load single "type: queue" "rate: 200/s" ""
load queue "type: queue, count: 2" "count: 3, rate: 200/s" "count: 4"
load topic "type: topic, count: 2" "count: 3, rate: 200/s" "count: 4"
load asking "type: queue" "count: 4, think: 5 ms, requests: true" "count: 2, replies: true"
load ramp "type: queue" "count: 3, ramp: 10/s, think: 5 ms" ""
# shellcheck disable=SC2046 # words
expect "two load JVMs share a run" "*index.html*status 0" "$(benchmark --brokers null --generators 2 $(shared))"
expect "every message is accounted for" "" "$(accounted null)"
expect "each workload has two JVMs" "2,2,2,2," "$(result null 'r.workloads.map((c) => c.generators).join()')"
expect "the last workload is not shared, for a stated reason" "*cannot be shared: its clients connect one after the other*" "$(result null 'r.workloads[4].notes.join()')"
# a producer that is counted twice, or not at all, changes the rate by a third
expect "the rate covers all producers" true "$(result null '[1, 2].every((n) => Math.abs(r.workloads[n].summary.target_per_s - 600) < 100)')"
expect "all clients are connected" 3,4 "$(result null 'r.workloads[1].samples[2].groups.map((g) => g.connected).join()')"
expect "no order file is left" "" "$(find "$DATA" -name "*.order.json")"
expect "no JVM is left" "" "$(grep -lsz "^SHOOTOUT_WORK_FOLDER=$DATA/" /proc/[0-9]*/environ)"
totals
