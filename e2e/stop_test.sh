#!/usr/bin/env bash
# Stops runs as people do, with Ctrl-C, SIGTERM and Ctrl-C again, and takes them up where they stopped.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

both() { printf '%s\n' --brokers activemq --scenarios "$SCRATCH/short.yaml" --scenarios "$SCRATCH/long.yaml"; }

test_interrupt() {
  local began
  # shellcheck disable=SC2046 # words
  start $(both)
  wait_for 60 mid_cell
  began="$(result activemq 'r.cells[0].started_at_ms')"
  kill -INT -- "-$FRONT"
  finish 30
  expect "Ctrl-C" "*stopping*index.html*--continue*status 130" "$ENDED"
  expect "the broker is gone" "" "$(left_running)"
  expect "finished cells are kept" "measured,skipped" "$(statuses activemq)"
  expect "the result says so" "false stopped by the user" "$(result activemq 'r.complete + " " + r.cells[1].reason')"
  expect "the page is drawn" yes "$(on_page '"short-')"
  # shellcheck disable=SC2046 # words
  expect "taken up again" "*long-*status 0" "$(benchmark $(both) --samples 1 --continue)"
  expect "all is there" "measured,measured true" "$(statuses activemq) $(result activemq r.complete)"
  expect "the finished cell was not run again" "$began" "$(result activemq 'r.cells[0].started_at_ms')"
  # shellcheck disable=SC2046 # words
  expect "nothing left to do" "*nothing is missing*status 0" "$(benchmark $(both) --samples 1 --continue)"
  # shellcheck disable=SC2046 # words
  expect "with the samples of the file" "*1 load is measured again, for the timing was *1 x 0.3 s*and is *600 x 0.3 s*: long-*status 0" \
    "$(benchmark $(both) --continue --dry-run)"
}

# A signal to the front process alone, and a broker that does not react: stopping it in order would take half a minute.
test_terminate_twice() {
  # shellcheck disable=SC2046 # words
  start $(both)
  wait_for 60 mid_cell
  kill -STOP "$(descendant ' Start$')"
  kill -TERM "$FRONT"
  wait_for 10 grep --quiet stopping "$PRINTED"
  kill -TERM "$FRONT"
  finish 15
  expect "SIGTERM twice" "*stopping*index.html*--continue*status 130" "$ENDED"
  expect "the broker is gone" "" "$(left_running)"
  expect "finished cells are kept" "measured*" "$(statuses activemq)"
}

test_terminate() {
  # shellcheck disable=SC2046 # words
  start $(both) --samples 600
  wait_for 60 in_load activemq
  kill -TERM "$FRONT"
  finish 30
  expect "SIGTERM to the front process" "*stopping*status 130" "$ENDED"
  expect "the broker is gone" "" "$(left_running)"
  expect "nothing was finished" "skipped,skipped" "$(statuses activemq)"
}

# Ctrl-C ends RabbitMQ's companion, epmd, before RabbitMQ itself: whoever misses it must not start another one, which
# would leave its folder and its parent, but keeps the environment of its start.
test_interrupt_companions() {
  start --brokers rabbitmq --scenarios "$SCRATCH/long.yaml"
  wait_for 60 in_load rabbitmq
  kill -INT -- "-$FRONT"
  finish 30
  expect "Ctrl-C with companions" "*stopping*status 130" "$ENDED"
  expect "broker and companions are gone" "" "$(left_running)$(grep -lsz "^HOME=$DATA/" /proc/[0-9]*/environ)"
}

main() {
  scenario short 1
  scenario long 600 # it is stopped
  test_interrupt
  test_terminate_twice
  if long; then test_terminate && test_interrupt_companions; fi
  totals
}

main "$@"
