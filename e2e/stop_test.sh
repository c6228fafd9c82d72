#!/usr/bin/env bash
# Stops runs like a user, kills processes of a run, and continues runs where they ended.
source "$(dirname "$(readlink -f "$0")")/live.sh"

BOTH=(--brokers activemq --scenarios "$SCRATCH/short.yaml" --scenarios "$SCRATCH/long.yaml")

# Usage: test_stopped SIGNAL. Sends it to all processes of the terminal, like Ctrl-C (INT) and a closed terminal (HUP).
test_stopped() {
  local began
  start "${BOTH[@]}"
  wait_for 60 mid_workload
  began="$(result activemq 'r.workloads[0].started_at_ms')"
  kill "-$1" -- "-$FRONT"
  finish 30
  expect "$1" "*stopping*index.html*--continue*status 130" "$ENDED"
  expect "$1: the broker is gone" "" "$(left_running)"
  expect "$1: finished workloads are kept" "measured,skipped false stopped by the user" \
    "$(statuses activemq) $(result activemq 'r.complete + " " + r.workloads[1].reason')"
  expect "$1: the page is drawn" yes "$(on_page '"short-')"
  expect "$1: the run continues" "*long-*status 0" "$(benchmark "${BOTH[@]}" --samples 1 --continue)"
  expect "$1: the results are complete, and no workload is repeated" "measured,measured true $began" \
    "$(statuses activemq) $(result activemq 'r.complete + " " + r.workloads[0].started_at_ms')"
  expect "$1: nothing is missing after that" "*nothing is missing*status 0" "$(benchmark "${BOTH[@]}" --samples 1 --continue)"
}

# A signal to the front process only, and a broker that does not react. An orderly stop would take half a minute.
test_terminated_twice() {
  start "${BOTH[@]}"
  wait_for 60 mid_workload
  kill -STOP "$(descendant ' Start$')"
  kill -TERM "$FRONT"
  wait_for 10 grep --quiet stopping "$PRINTED"
  kill -TERM "$FRONT"
  finish 15
  expect "a second SIGTERM ends the run" "*stopping*index.html*--continue*status 130" "$ENDED"
  expect "the broker is gone" "" "$(left_running)"
  expect "finished workloads are kept" "measured*" "$(statuses activemq)"
}

test_load_killed() {
  local broker
  start --brokers activemq,hornetq --scenarios "$SCRATCH/middle.yaml" --scenarios "$SCRATCH/short.yaml"
  wait_for 60 in_load activemq
  broker="$(descendant ' Start$')"
  kill -KILL "$(descendant 'LoadMain .*activemq')"
  wait_for 60 in_load hornetq
  expect "the broker is ended before the next one starts" gone "$(kill -0 "$broker" 2>/dev/null && echo alive || echo gone)"
  finish 60
  expect "a killed load JVM is reported" "*activemq (stomp): the load JVM ended with status 137; ended 1 process*status 1" "$ENDED"
  expect "its missing workloads have the reason" "skipped,skipped *ended with status 137" "$(statuses activemq) $(result activemq 'r.workloads[0].reason')"
  expect "the next broker is measured" "measured,measured" "$(statuses hornetq)"
  expect "nothing is left running" "" "$(left_running)"
}

# Like in a container whose first process reaps no children: the killed run remains as a zombie.
test_front_killed() {
  local began workloads=(--brokers activemq --scenarios "$SCRATCH/short.yaml" --scenarios "$SCRATCH/middle.yaml")
  rm -rf "$OUT"
  # shellcheck disable=SC2086,SC2016 # words; for the inner shell
  bash -c 'front="$1" && shift && { "$@" >"$front.printed" 2>&1 & } && echo "$!" >"$front" && exec sleep 1000' - "$SCRATCH/front" \
    "$SHOOTOUT_HOME/bin/benchmark-all" --heap 256 $PLAIN --protocols stomp --out "$OUT" --data "$DATA" "${workloads[@]}" &
  FRONT=$!
  wait_for 60 mid_workload
  began="$(result activemq 'r.workloads[0].started_at_ms')"
  kill -KILL "$(<"$SCRATCH/front")"
  expect "a run continues even if the first load JVM still runs" "*middle-*status 0" "$(benchmark "${workloads[@]}" --continue)"
  expect "the first run is a zombie" "Z*" "$(ps -o stat= -p "$(<"$SCRATCH/front")")"
  expect "no workload failed or was repeated" "measured,measured true $began" \
    "$(statuses activemq) $(result activemq 'r.complete + " " + r.workloads[0].started_at_ms')"
  expect "nothing is left running" "" "$(left_running)"
  end_run
  FRONT=""
}

# Ctrl-C ends RabbitMQ's companion, epmd, before RabbitMQ itself. RabbitMQ must not start another epmd, which would leave its folder and its
# parent, but keep its environment.
test_companions() {
  start --brokers rabbitmq --scenarios "$SCRATCH/long.yaml"
  wait_for 60 in_load rabbitmq
  kill -INT -- "-$FRONT"
  finish 30
  expect "Ctrl-C stops a broker with companions" "*stopping*status 130" "$ENDED"
  expect "broker and companions are gone" "" "$(left_running)$(grep -lsz "^HOME=$DATA/" /proc/[0-9]*/environ)"
}

scenario short 1
scenario middle 30
scenario long 600 # the test stops it
test_stopped INT
test_terminated_twice
test_load_killed
if long; then test_stopped HUP && test_front_killed && test_companions; fi
totals
