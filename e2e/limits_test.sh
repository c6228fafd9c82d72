#!/usr/bin/env bash
# Tests runs at the limits of the system: more connections than a process may have open files, and a terminal that is closed.
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
  # as below nohup: then it is no request to anybody
  [[ $((0x$(sed -n 's/^SigIgn:[[:space:]]*//p' /proc/self/status) & 1)) == 0 ]] || { echo "Not tested: SIGHUP is ignored here." && return; }
  start --brokers null --scenarios "$SCRATCH/few.yaml" --scenarios "$SCRATCH/long.yaml"
  wait_for 60 second_cell
  kill -HUP -- "-$FRONT"
  finish 30
  expect "a terminal that is closed" "*stopping*--continue*status 130" "$ENDED"
  expect "what was measured is kept" "measured,skipped" "$(statuses null)"
  expect "nothing is left running" "" "$(left_running)"
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

second_cell() { in_load null && [[ "$(statuses null)" == measured ]]; }

main() {
  scenario few 1
  scenario few2 6
  scenario long 60
  test_open_files
  test_hang_up
  test_nohup
  totals
}

main "$@"
