#!/usr/bin/env bash
# Tests that what a run starts listens on 127.0.0.1 only, from the start of the broker until the tool that stops it has ended.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

# Sockets of the processes that run in this test's folders, each as its inode.
sockets() {
  local folder
  for folder in /proc/[0-9]*/cwd; do
    [[ "$(readlink "$folder")" != "$SCRATCH"/* ]] || readlink "${folder%cwd}"fd/*
  done 2>/dev/null | sed -n 's/^socket:\[\([0-9]*\)\]$/\1/p' | sort -u
}

# Those of them on which they listen; for others than this machine: on any address but 127.0.0.1 and ::1.
listening() {
  awk '$4 == "0A" { print $2, $10 }' /proc/net/tcp /proc/net/tcp6 | sort -k 2 | join -1 2 -2 1 - <(sockets)
}
for_others() {
  listening | awk '$2 !~ /^0100007F:/ && $2 !~ /^0000000000000000FFFF00000100007F:/ && $2 !~ /^00000000000000000000000001000000:/'
}

main() {
  local seen=0
  scenario short 3
  start --brokers rabbitmq --scenarios "$SCRATCH/short.yaml"
  until ended 2>/dev/null; do
    for_others >>"$SCRATCH/for_others"
    [[ -z "$(listening)" ]] || seen=$((seen + 1))
  done
  finish 60
  expect "the run" "*rabbitmq (stomp): short*status 0" "$ENDED"
  expect "its sockets were seen" yes "$([[ "$seen" -gt 5 ]] && echo yes || echo "no, only $seen times")"
  expect "nothing listens for other machines" "" "$(sort -u "$SCRATCH/for_others")"
  totals
}

main "$@"
