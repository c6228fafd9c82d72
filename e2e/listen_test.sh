#!/usr/bin/env bash
# Tests that what a run starts listens on 127.0.0.1 only, from the start of the broker until the tool that stops it has ended.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

# Sockets of the processes that run in this test's folders, each as its inode.
sockets() {
  local folders
  mapfile -t folders < <(find /proc/[0-9]*/cwd -maxdepth 0 -lname "$SCRATCH/*" -printf '%h/fd\n')
  [[ "${#folders[@]}" == 0 ]] || find "${folders[@]}" -maxdepth 1 -lname 'socket:*' -printf '%l\n' | tr -dc '0-9\n' | sort -u
} 2>/dev/null

# Those of them on which they listen; for others than this machine: on any address but 127.0.0.1 and ::1.
listening() {
  # those that listen stand first; to find all others takes the system milliseconds
  awk 'FNR == 1 { next } $4 != "0A" { nextfile } { print $2, $10 }' /proc/net/tcp /proc/net/tcp6 | sort -k 2 | join -1 2 -2 1 - <(sockets)
}
for_others() {
  awk '$2 !~ /^0100007F:/ && $2 !~ /^0000000000000000FFFF00000100007F:/ && $2 !~ /^00000000000000000000000001000000:/'
}

main() {
  local seen=0 open
  scenario short 3
  start --brokers rabbitmq --scenarios "$SCRATCH/short.yaml"
  until ended 2>/dev/null; do
    open="$(listening)"
    [[ -z "$open" ]] || { for_others <<<"$open" >>"$SCRATCH/for_others" && seen=$((seen + 1)); }
    sleep 0.06 # what waits for a moment only was seen to do so for 100 ms
  done
  finish 60
  expect "the run" "*rabbitmq (stomp): short*status 0" "$ENDED"
  expect "its sockets were seen" yes "$([[ "$seen" -gt 5 ]] && echo yes || echo "no, only $seen times")"
  expect "nothing listens for other machines" "" "$(sort -u "$SCRATCH/for_others")"
  totals
}

main "$@"
