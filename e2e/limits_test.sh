#!/usr/bin/env bash
# Tests runs at the limits of the system: more connections than a process may have open files, a full disk, a user with few rights.
source "$(dirname "$(readlink -f "$0")")/live.sh"

test_open_files() {
  sed 's/consumers: {}/consumers: {count: 400}/' "$SCRATCH/few.yaml" | sed 's/few/many/' >"$SCRATCH/many.yaml"
  expect "too many connections fail with the limit" "*many-*failed: 401 connections need *open files, and this process may have 500: *ulimit -n*few-*produced*status 1" \
    "$(ulimit -n 500 && benchmark --brokers null --scenarios "$SCRATCH/many.yaml" --scenarios "$SCRATCH/few.yaml")"
  expect "the next workload is measured" "failed,measured" "$(statuses null)"
  expect "nothing is left running" "" "$(left_running)"
}

# Measurements are kept, and the remedy is printed once.
test_full_disk() {
  local kept workloads=(--brokers "activemq,hornetq" --scenarios "$SCRATCH/first.yaml" --scenarios "$SCRATCH/middle.yaml" --scenarios "$SCRATCH/few.yaml")
  [[ -e /dev/full ]] || { echo "Not tested: there is no /dev/full here." && return; }
  start "${workloads[@]}"
  wait_for 60 mid_workload
  sleep 1
  ln -s /dev/full "$OUT/.stomp-activemq.json.incomplete" # the next write goes there
  finish 60
  expect "a full disk has its own exit status" \
    "*--out: $OUT/stomp-activemq.json cannot be written (No space left on device): *is kept in *move that file back*status 3" "$ENDED"
  expect "a full disk is reported once, without a stack trace" 1 "$(grep --count -e 'No space left' -e $'^\tat ' "$PRINTED")"
  expect "nothing starts after that" "" "$(grep 'hornetq (stomp): ' "$PRINTED")"
  expect "the results on the disk are complete" measured "$(statuses activemq)"
  kept="$(find "$DATA" -path '*/unsaved-*/stomp-activemq.json')"
  expect "measured workloads are kept" measured,measured "$(OUT="$(dirname "$kept")" statuses activemq)"
  mv "$kept" "$OUT/stomp-activemq.json"
  expect "the run continues where it ended" "*activemq (stomp): few-*hornetq (stomp): middle-*status 0" "$(benchmark "${workloads[@]}" --continue)"
  expect "the results are complete" "measured,measured,measured true" "$(statuses activemq) $(result activemq r.complete)"
}

test_nohup() {
  trap '' HUP # as nohup does it
  start --brokers null --scenarios "$SCRATCH/few.yaml" --scenarios "$SCRATCH/first.yaml"
  trap - HUP
  wait_for 60 measured_one null
  kill -HUP -- "-$FRONT"
  finish 60
  expect "a run under nohup measures all" "*first-*status 0 measured,measured" "$ENDED $(statuses null)"
}

# Usage: as_nobody COMMAND... Runs it with a home folder of its own, and without any of root's rights.
as_nobody() {
  HOME="$SCRATCH/home" XDG_CACHE_HOME="$SCRATCH/home/cache" \
    timeout "$RUN_SECONDS" setpriv --reuid=65534 --regid=65534 --clear-groups --no-new-privs --bounding-set=-all "$@" 2>&1 && echo "status 0" ||
    echo "status $?"
}

test_unprivileged() {
  local app cache="${XDG_CACHE_HOME:-$HOME/.cache}/broker-shootout/brokers" here="$SCRATCH/home/cache/broker-shootout/brokers"
  [[ "$(id -u)" == 0 && -n "$(command -v setpriv)" ]] || { echo "Not tested: only root can start a run as another user." && return; }
  copy_checkout
  # other users cannot read root's home folder
  app="$(dirname "$SCRATCH"/checkout/target/app/*/libraries)"
  mkdir -p "$SCRATCH/libraries" "$here"
  xargs --delimiter='\n' cp --target-directory="$SCRATCH/libraries" <"$app/libraries"
  sed -i "s|.*/|$SCRATCH/libraries/|" "$app/libraries"
  cp -R "$cache"/hornetq-* "$here"
  chmod 755 "$SCRATCH" && chown -R 65534:65534 "$SCRATCH/checkout" "$SCRATCH/home"
  # shellcheck disable=SC2086 # words
  expect "a user with few rights can measure" "*hornetq (stomp): few*produced*status 0" "$(as_nobody "$SCRATCH/checkout/bin/benchmark-all" --heap 256 \
    $PLAIN --protocols stomp --brokers hornetq --scenarios "$SCRATCH/few.yaml" --out "$SCRATCH/home/out" --data "$SCRATCH/home/data")"
  expect "nothing is left running" "" "$(left_running)"
}

scenario few 1
scenario first 6
scenario middle 40 # enough time to fill the disk meanwhile
test_open_files
if long; then test_full_disk && test_unprivileged && test_nohup; fi
totals
