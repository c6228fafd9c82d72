#!/usr/bin/env bash
# Kills what a run has started: a broker under load, and the JVM that makes the load.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

test_broker_killed() {
  start --brokers activemq --scenarios "$SCRATCH/first.yaml" --scenarios "$SCRATCH/long.yaml" --scenarios "$SCRATCH/short.yaml"
  wait_for 60 mid_cell
  kill -KILL "$(descendant ' Start$')"
  finish 60
  expect "a killed broker" "*long*failed: the broker's process ended*short*status 1" "$ENDED"
  expect "its cell failed, the next one met a new broker" "measured,failed,measured" "$(statuses activemq)"
  expect "its last words" true "$(result activemq 'r.cells[1].log_tail.length > 0')"
  expect "the cell after it has numbers" true "$(result activemq 'r.cells[2].summary.consumed.mean_per_s > 0')"
  expect "on the page" yes "$(on_page "the broker's process ended")"
  expect "nothing is left running" "" "$(left_running)"
}

# A list of processes may miss one that is just being made, or moved.
has_broker() { [[ -n "$(descendant ' Start$')" ]]; }

test_broker_killed_in_warm_up() {
  start --brokers activemq --scenarios "$SCRATCH/warmed.yaml"
  wait_for 60 grep --quiet 'warming up' "$PRINTED"
  wait_for 20 has_broker
  kill -KILL "$(descendant ' Start$')"
  finish 60
  expect "killed in the warm-up: said, and another one was measured" "*in the warm-up*process ended*warmed-*status 0" "$ENDED"
  expect "its result tells" "measured *in the warm-up*process ended*started anew for this load, and not warmed up again*" \
    "$(statuses activemq) $(result activemq 'r.cells[0].notes.join()')"
}

test_load_killed() {
  local broker
  start --brokers activemq,hornetq --scenarios "$SCRATCH/middle.yaml" --scenarios "$SCRATCH/short.yaml"
  wait_for 60 in_load activemq
  broker="$(descendant ' Start$')"
  kill -KILL "$(descendant '--load=.*activemq')"
  wait_for 60 in_load hornetq
  expect "its broker was ended before the next one" gone "$(kill -0 "$broker" 2>/dev/null && echo alive || echo gone)"
  finish 60
  expect "the load of one broker killed" "*activemq (stomp): *load ended with status 137; 1 process*status 1" "$ENDED"
  expect "what it had not measured" "skipped,skipped" "$(statuses activemq)"
  expect "and why" "*ended with status 137" "$(result activemq 'r.cells[0].reason')"
  expect "the next broker" "measured,measured" "$(statuses hornetq)"
  expect "nothing is left running" "" "$(left_running)"
}

# As in a container whose first process asks nobody how it ended: the run that was killed keeps its number, as a zombie.
# Sets FRONT to what keeps it so.
start_as_zombie() {
  rm -rf "$OUT"
  # shellcheck disable=SC2086 # words
  bash -c 'front="$1" && shift && { "$@" >"$front.printed" 2>&1 & } && echo "$!" >"$front" && exec sleep 1000' - "$SCRATCH/front" \
    "$SHOOTOUT_HOME/bin/benchmark-all" --heap 256 $PLAIN --protocols stomp --out "$OUT" --data "$DATA" "$@" &
  FRONT=$!
  : >"$PRINTED"
}

test_front_killed() {
  local began cells="--brokers activemq --scenarios $SCRATCH/first.yaml --scenarios $SCRATCH/middle.yaml"
  # shellcheck disable=SC2086 # words
  start_as_zombie $cells
  wait_for 60 mid_cell
  began="$(result activemq 'r.cells[0].started_at_ms')"
  kill -KILL "$(<"$SCRATCH/front")"
  # it waits for the load of the first run, if that has not ended by then
  # shellcheck disable=SC2086 # words
  expect "taken up at once" "*middle-*status 0" "$(benchmark $cells --continue)"
  expect "it is a zombie" "Z*" "$(ps -o stat= -p "$(<"$SCRATCH/front")")"
  expect "nothing failed for the end of the first run" "measured,measured true" "$(statuses activemq) $(result activemq r.complete)"
  expect "what it had measured was not run again" "$began" "$(result activemq 'r.cells[0].started_at_ms')"
  expect "nothing is left running" "" "$(left_running)"
  end_run
  FRONT=""
}

main() {
  scenario first 1
  scenario warmed 1 "300 ms"
  scenario long 600 # it is killed
  scenario middle 30
  scenario short 1
  test_broker_killed
  test_load_killed
  if long; then test_broker_killed_in_warm_up && test_front_killed; fi
  totals
}

main "$@"
