#!/usr/bin/env bash
# Tests a run whose disk becomes full: nothing that was measured is lost, and what to do is said once.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

main() {
  local kept cells="--brokers activemq,hornetq --scenarios $SCRATCH/first.yaml --scenarios $SCRATCH/long.yaml --scenarios $SCRATCH/short.yaml"
  long || { echo "Only with bin/test --long." && totals && return; }
  [[ -e /dev/full ]] || { echo "Not tested: there is no /dev/full here." && totals && return; }
  scenario first 1
  scenario long 40 # time enough to fill the disk meanwhile
  scenario short 1
  # shellcheck disable=SC2086 # words
  start $cells
  wait_for 60 mid_cell
  # what is written next goes there
  ln -s /dev/full "$OUT/.stomp-activemq.json.incomplete"
  finish 60
  expect "said, with a status of its own" \
    "*--out: $OUT/stomp-activemq.json cannot be written (No space left on device): *is kept in *move that file back*status 3" "$ENDED"
  expect "said once, without a trace" 1 "$(grep --count -e 'No space left' -e $'^\tat ' "$PRINTED")"
  expect "nothing was begun behind that" "" "$(grep 'hornetq (stomp): ' "$PRINTED")"
  expect "what was on the disk is whole" measured "$(statuses activemq)"
  kept="$(find "$DATA" -path '*/unsaved-*/stomp-activemq.json')"
  expect "what was measured is kept" measured,measured "$(OUT="$(dirname "$kept")" statuses activemq)"
  expect "nothing is left running" "" "$(left_running)"
  mv "$kept" "$OUT/stomp-activemq.json"
  # shellcheck disable=SC2086 # words
  expect "taken up where it ended" "*activemq (stomp): short-*hornetq (stomp): long-*status 0" "$(benchmark $cells --continue)"
  expect "all is there" "measured,measured,measured true" "$(statuses activemq) $(result activemq r.complete)"
  totals
}

main "$@"
