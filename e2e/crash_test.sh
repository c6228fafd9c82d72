#!/usr/bin/env bash
# Kills or stops runs at random moments, and continues them: every file is always complete, no workload is measured twice, and none is lost.
# A hundred times with SHOOTOUT_LONG, otherwise twice. SHOOTOUT_SEED repeats the moments of a test that printed it.
source "$(dirname "$(readlink -f "$0")")/live.sh"

CRASHES="${SHOOTOUT_LONG:+100}"
readonly CRASHES="${CRASHES:-2}" SEED="${SHOOTOUT_SEED:-$RANDOM}"
# About the length of a whole run, so that a kill can hit any moment of it.
readonly LATEST_MS=12000
KNOWN="$SCRATCH/known" ROUNDS=0
WORKLOADS=(--brokers null)

# Like `start` in live.sh, but continues with the existing results.
go_on() {
  set -m
  # shellcheck disable=SC2086 # words
  "$SHOOTOUT_HOME/bin/benchmark-all" --heap 256 $PLAIN --protocols stomp --out "$OUT" --data "$DATA" --continue "${WORKLOADS[@]}" >"$PRINTED" 2>&1 &
  FRONT=$!
  set +m
}

# Usage: kill_some WHO SIGNAL. Kills the first process of the run, or also the load generator's JVM, or all with the broker. Sets ENDED.
kill_some() {
  local whom=("$FRONT")
  [[ "$1" != jvms ]] || mapfile -t -O 1 whom < <(descendant 'LoadMain ')
  [[ "$1" != group ]] || whom=("-$FRONT")
  kill "-$2" -- "${whom[@]}" 2>/dev/null || true
  finish 60
}

# Prints incomplete files, except those that are named so.
broken_files() {
  [[ ! -d "$OUT" ]] || find "$OUT" -type f \( -name '*.json' -o -name '*.html' \) ! -name '*incomplete*' -print0 | xargs -0 node -e '
    for (const path of process.argv.slice(1)) {
      const text = require("fs").readFileSync(path, "utf8").trimEnd();
      try { if (!path.endsWith(".html")) JSON.parse(text); else if (!text.endsWith("</html>")) throw Error("no end"); }
      catch (e) { console.log(path, String(e)); }
    }'
}

# Prints the measured workloads: id and start time, sorted.
measured() {
  [[ ! -r "$OUT/stomp-null.json" ]] ||
    result null 'r.workloads.filter((c) => c.status === "measured").map((c) => c.id + " " + c.started_at_ms).join("\n")' | sed '/^$/d' | sort
}

twice() { measured | cut -d ' ' -f 1 | uniq -d; }

# Prints the workloads of the last look that are gone or were measured again.
lost() { comm -23 "$KNOWN" <(measured); }

# Usage: look WHEN
look() {
  expect "$1: every file is complete" "" "$(broken_files)"
  expect "$1: no measured workload is lost or repeated" "" "$(lost)"
  expect "$1: no workload occurs twice" "" "$(twice)"
  measured >"$KNOWN"
}

finish_round() {
  expect "round $ROUNDS: the run is completed" "*status 0" "$(benchmark "${WORKLOADS[@]}" --continue)"
  look "round $ROUNDS, at its end"
  expect "round $ROUNDS: the results are complete" "5 true" "$(measured | wc -l) $(result null r.complete)"
  expect "round $ROUNDS: no incomplete file is left" "" "$(find "$OUT" "$DATA" -name '*incomplete*')"
  expect "round $ROUNDS: nothing is left running" "" "$(left_running)"
  rm -rf "$OUT"
  : >"$KNOWN"
  ROUNDS=$((ROUNDS + 1))
}

people=(front jvms group) signals=(KILL KILL INT TERM HUP)
: >"$KNOWN"
for n in 1 2 3 4 5; do
  scenario "c$n" 2
  WORKLOADS+=(--scenarios "$SCRATCH/c$n.yaml")
done
RANDOM="$SEED"
for n in $(seq "$CRASHES"); do
  ms=$((RANDOM % LATEST_MS)) who="${people[RANDOM % 3]}" signal="${signals[RANDOM % 5]}"
  go_on
  sleep "$((ms / 1000)).$(printf '%03d' $((ms % 1000)))"
  kill_some "$who" "$signal"
  expect "kill $n ($who, $signal, after $ms ms): it ends" "*status *" "$ENDED"
  look "kill $n ($who, $signal, after $ms ms)"
  # everything is measured, so start again
  [[ "$(wc -l <"$KNOWN")" -lt 5 ]] || finish_round
done
finish_round
echo "$CRASHES kills, $ROUNDS complete results; SHOOTOUT_SEED=$SEED repeats them"
totals
