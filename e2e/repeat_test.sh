#!/usr/bin/env bash
# Repeats a run, and checks what flags are based on in its result: repetitions, resources, the generator limit.
source "$(dirname "$(readlink -f "$0")")/live.sh"
PLAIN="--beside-others"

repeated() { benchmark --brokers activemq --scenarios "$SCRATCH/short.yaml" --repeat 2 "$@"; }

scenario short 2
expect "a seed is accepted" "*--seed 7*activemq (stomp); then activemq (stomp)*generator limit*index.html*status 0" "$(repeated --seed 7)"
expect "the seed is in the result" 7 "$(result activemq r.settings.seed)"
expect "there are two repetitions" "short-* 1 measured,short-* 2 measured" \
  "$(result activemq 'r.workloads.map((c) => [c.id, c.repetition, c.status].join(" ")).join()')"
expect "the generator limit is far above 200/s" true "$(result activemq 'r.workloads[0].generator_limit.produced_per_s > 2000')"
expect "the null broker is not in the report" no "$(on_page '"name":"null"')"
expect "resources are in each sample" true "$(result activemq 'r.workloads.every((c) => c.samples.every((s) => s.resources))')"
expect "they are of broker, generator and machine" "" "$(result activemq '
  const u = r.workloads[0].resources, all = {
    cpu: u.broker.cpu_us_per_message > 0 && u.client.cpu_us_per_message > 0,
    memory: u.broker.resident_bytes_max > 1e7 && u.client.resident_bytes_max > 1e7,
    gc: u.broker.gc_share !== null && u.client.gc_share !== null,
    machine: u.busy_share > 0 && u.busy_share <= 1,
  };
  Object.keys(all).filter((key) => !all[key]).join()')"
continued="$(repeated --continue)"
expect "nothing is measured again" "*--seed 7*activemq (stomp): nothing is missing*status 0" "$continued"
expect "nor is the generator limit" "" "$(grep 'generator limit' <<<"$continued")"

cat >"$SCRATCH/close.yaml" <<'EOF'
group: close
scenario:
  id: close
  warm_up: 0 s
  samples: 2
  sample_interval: 200 ms
  destinations: {type: queue}
  producers: {size: 100 B, persistent: true, confirm: receipt, window: 1}
  consumers: {}
EOF
rm -rf "$OUT"
PLAIN="--beside-others --no-generator-limit"
raced="$(benchmark --brokers activemq --protocols stomp,openwire --scenarios "$SCRATCH/close.yaml" --time-budget 1)"
expect "close contenders race" \
  "*Round 2: activemq (*again, because they are close*Over 1 load*status 0" "$raced"
expect "each race has a new start" true "$(result activemq 'r.workloads.length > 1 && r.workloads[1].repetition === 2')"
expect "the budget or a verdict ends the race" true "$(result activemq 'r.finished_at_ms - r.started_at_ms < 120000')"
totals
