#!/usr/bin/env bash
# Breaks a broker in many ways and phases (faults/faults.mjs). Each time, the run ends with the reason, the next workload gets a
# clean broker, and nothing is left running. SHOOTOUT_LONG=yes tries all faults, in about ten minutes; the default is a few. With it,
# SHOOTOUT_WRITE_DOCS=yes writes docs/reference/faults.md. With the arguments NAME FAULT PHASE..., makes only that run, for all().
source "$(dirname "$(readlink -f "$0")")/live.sh"
RUN_SECONDS=900

readonly HERE="$SHOOTOUT_HOME/e2e/faults"
readonly SHORT="killed child-start port-start"
THIEVES=()

# The runs of `outcome.mjs plan` that this test makes.
plan() {
  local name rest
  node "$HERE/outcome.mjs" plan | while read -r name rest; do
    [[ -z "${SHOOTOUT_LONG:-}" && " $SHORT " != *" $name "* ]] || echo "$name $rest"
  done
}

# Usage: thief TIMES. Starts a process that takes this many ports, and writes its own port into a file.
thief() {
  TIMES="$1" node "$HERE/thief.mjs" "$SCRATCH/thief-$1" >&2 &
  THIEVES+=("$!")
  until [[ -s "$SCRATCH/thief-$1" ]]; do sleep 0.1; done
}

# Usage: make_broker NAME FAULT PHASE... Adds the broker to the copied checkout.
make_broker() {
  local folder="$SCRATCH/checkout/brokers/$1" times=1
  [[ "$2" != ports ]] || times=9
  mkdir -p "$folder" "$SCRATCH/state/$1"
  sed -e "s|%NAME%|$1|g" -e "s|%FAULT%|$2|g" -e "s|%PHASES%|${*:3}|" -e "s|%STATE%|$SCRATCH/state/$1|" -e "s|%HERE%|$HERE|" \
    -e "s|%LOG_MB%|1024|" -e "s|%THIEF%|$(cat "$SCRATCH/thief-$times")|" "$HERE/broker.yaml" >"$folder/broker.yaml"
}

# Usage: workloads_of PHASE... A sound workload comes before and after each disturbed one.
workloads_of() {
  local phase
  echo before
  for phase in "$@"; do
    [[ "$phase" != measure ]] || printf '%s\n' measure between
    [[ "$phase" != drain ]] || echo drain
  done
  echo last
}

# Prints the ports of the broker that are still open.
still_listening() {
  sed -n 's/^listening on //p' "$DATA"/broker-shootout/*/broker.log | while read -r port; do printf '0100007F:%04X\n' "$port"; done >"$SCRATCH/ports"
  awk '$4 == "0A" { print $2 }' /proc/net/tcp 2>/dev/null | grep --fixed-strings --file="$SCRATCH/ports" || true
}

# Children inherit the environment, wherever they are in the process tree by now.
still_running() {
  left_running
  grep -lsz "^STATE=$1\$" /proc/[0-9]*/environ || true
}

# Usage: one NAME FAULT PHASE...
one() {
  local printed workload workloads=() began=$SECONDS
  for workload in $(workloads_of "${@:3}"); do
    scenario "$workload" 4 "300 ms" # a fault may come in the warm-up
    workloads+=(--scenarios "$SCRATCH/$workload.yaml")
  done
  printed="$(SHOOTOUT_HOME="$CHECKOUT" benchmark --brokers "$1" "${workloads[@]}")"
  began=$((SECONDS - began))
  expect "$1: the run ends, after $began s" "*index.html*status [01]" "$printed"
  expect "$1: no stack trace is printed" "" "$(grep $'^\tat ' <<<"$printed")"
  expect "$1: nothing is left running" "" "$(still_running "$STATES/$1")"
  expect "$1: no port is open" "" "$(still_listening)"
  expect "$1: its log is bounded" "" "$(find "$DATA" -name broker.log -size +40M)"
  expect "$1: the result has every phase, and other workloads are sound" "" \
    "$(node "$HERE/outcome.mjs" check "$OUT/stomp-$1.json" "$STATES/$1" "$ROWS/$1" "$began" "$@")"
  [[ "$FAILED" == 0 ]] || printf '%s\n' "$printed"
  totals
}

all() {
  local name rest status=0
  trap 'kill "${THIEVES[@]}"; rm -rf "$SCRATCH"' EXIT
  ulimit -c 0
  mkdir "$SCRATCH/rows"
  copy_checkout
  thief 1 && thief 9
  # shellcheck disable=SC2086 # words
  plan | while read -r name rest; do make_broker "$name" $rest; done
  export CHECKOUT="$SCRATCH/checkout" STATES="$SCRATCH/state" ROWS="$SCRATCH/rows"
  plan | xargs -P 2 -L 1 "$0" || status=1
  echo "$(plan | wc -l) runs, $(cat "$ROWS"/* | grep -o '"problems":\[\]' | wc -l) as expected"
  [[ -z "${SHOOTOUT_WRITE_DOCS:-}" || -z "${SHOOTOUT_LONG:-}" ]] || node "$HERE/outcome.mjs" page "$ROWS" "$SHOOTOUT_HOME/docs/reference/faults.md"
  return "$status"
}

if [[ $# -gt 0 ]]; then one "$@"; else all; fi
