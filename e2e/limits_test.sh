#!/usr/bin/env bash
# Tests runs at the limits of the system: more connections than a process may have open files, a terminal that is closed, a user who may do little.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

test_open_files() {
  sed 's/consumers: {}/consumers: {count: 400}/' "$SCRATCH/few.yaml" | sed 's/few/many/' >"$SCRATCH/many.yaml"
  expect "too many connections" "*many-*failed: 401 connections need *open files, and this process may have 500: *ulimit -n*few-*produced*status 1" \
    "$(ulimit -n 500 && benchmark --brokers null --scenarios "$SCRATCH/many.yaml" --scenarios "$SCRATCH/few.yaml")"
  expect "the next cell is measured" "failed,measured" "$(statuses null)"
  expect "nothing is left running" "" "$(left_running)"
}

# Whoever logs out sends SIGHUP to all processes of the terminal.
test_hang_up() {
  local began
  # as below nohup: then it is no request to anybody
  [[ $((0x$(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/self/status) & 1)) == 0 ]] || { echo "Not tested: SIGHUP is ignored here." && return; }
  start --brokers null --scenarios "$SCRATCH/few.yaml" --scenarios "$SCRATCH/long.yaml"
  wait_for 60 second_cell
  kill -HUP -- "-$FRONT"
  finish 30
  expect "a terminal that is closed" "*stopping*--continue*status 130" "$ENDED"
  expect "what was measured is kept" "measured,skipped" "$(statuses null)"
  expect "nothing is left running" "" "$(left_running)"
  began="$(result null 'r.cells[0].started_at_ms')"
  expect "taken up again" "*long-*status 0" \
    "$(benchmark --brokers null --scenarios "$SCRATCH/few.yaml" --scenarios "$SCRATCH/long.yaml" --samples 1 --continue)"
  expect "all is there, and nothing was run again" "measured,measured true $began" \
    "$(statuses null) $(result null 'r.complete + " " + r.cells[0].started_at_ms')"
}

test_nohup() {
  # as nohup does it
  trap '' HUP
  start --brokers null --scenarios "$SCRATCH/few.yaml" --scenarios "$SCRATCH/few2.yaml"
  trap - HUP
  wait_for 60 second_cell
  kill -HUP -- "-$FRONT"
  finish 60
  expect "under nohup it goes on" "*few2-*status 0" "$ENDED"
  expect "and measures all" "measured,measured" "$(statuses null)"
}

# Usage: as_nobody COMMAND... With a home folder of its own, and without any right of root's.
as_nobody() {
  HOME="$SCRATCH/home" XDG_CACHE_HOME="$SCRATCH/home/cache" \
    timeout "$RUN_SECONDS" setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all "$@" 2>&1 && echo "status 0" ||
    echo "status $?"
}

# Where root runs the tests; whoever is not root shows it with all of them.
test_unprivileged() {
  local app cache="${XDG_CACHE_HOME:-$HOME/.cache}/broker-shootout/brokers" here="$SCRATCH/home/cache/broker-shootout/brokers"
  [[ "$(id -u)" == 0 && -n "$(command -v setpriv)" ]] || { echo "Not tested: who starts this is not root." && return; }
  copy_checkout
  # what is below root's home folder nobody else may read
  app="$(dirname "$SCRATCH"/checkout/target/app/*/libraries)"
  mkdir -p "$SCRATCH/libraries" "$here"
  xargs --delimiter='\n' cp --target-directory="$SCRATCH/libraries" <"$app/libraries"
  sed -i "s|.*/|$SCRATCH/libraries/|" "$app/libraries"
  cp -R "$cache"/hornetq-* "$here"
  chmod 755 "$SCRATCH" && chown -R 65534:65534 "$SCRATCH/checkout" "$SCRATCH/home"
  # shellcheck disable=SC2086 # words
  expect "as a user who may do little" "*hornetq (stomp): few*produced*status 0" "$(as_nobody "$SCRATCH/checkout/bin/benchmark-all" --heap 256 \
    $PLAIN --protocols stomp --brokers hornetq --scenarios "$SCRATCH/few.yaml" --out "$SCRATCH/home/out" --data "$SCRATCH/home/data")"
  expect "nothing is left running" "" "$(left_running)"
}

second_cell() { measured_one null && [[ "$(statuses null)" == measured ]]; }

main() {
  scenario few 1
  scenario few2 6
  scenario long 600 # it is stopped
  test_open_files
  test_hang_up
  if long; then test_unprivileged && test_nohup; fi
  totals
}

main "$@"
