#!/usr/bin/env bash
# A long run of mixed workloads whose brokers and load JVMs are killed, hung and delayed at random. The tool's own resource use must not grow.
# Usage: e2e/soak.sh [MINUTES] (60), SHOOTOUT_SOAK_BROKERS=a,b (apollo,activemq,hornetq). SHOOTOUT_SEED repeats the choice of faults.
source "$(dirname "$(readlink -f "$0")")/live.sh"

readonly MINUTES="${1:-60}" BROKERS="${SHOOTOUT_SOAK_BROKERS:-apollo,activemq,hornetq}" SEED="${SHOOTOUT_SEED:-$RANDOM}"
readonly LOOK_SECONDS=5 LEAST_PAUSE=10 MORE_PAUSE=40
SEEN="$SCRATCH/seen"

# Usage: loads NAME DESTINATION PRODUCERS CONSUMERS. Writes NAME.yaml.
loads() {
  local name destination producers consumers
  while read -r name destination producers consumers; do
    printf 'group: %s\nscenario:\n  id: %s\n  warm_up: 500 ms\n  samples: 4\n  sample_interval: 500 ms\n' "$name" "$name"
    printf '  destinations: %s\n  producers: %s\n  consumers: %s\n' "${destination//_/ }" "${producers//_/ }" "${consumers//_/ }"
  done >"$SCRATCH/$1.yaml" <<<"$*"
}

children_of() { ps -e -o pid=,ppid= | awk -v parent="${1:-none}" '$2 == parent { print $1 }'; }
load_jvm() { descendant 'LoadMain ' | head -n 1; }

# Usage: look WHO PID. Records the seconds, WHO, PID, KiB of memory, threads, open files, children.
look() {
  [[ -n "$2" && -r "/proc/$2/status" ]] || return 0
  echo "$SECONDS $1 $2 $(awk '/^VmRSS/ { rss = $2 } /^Threads/ { threads = $2 } END { print rss, threads }' "/proc/$2/status")" \
    "$(find "/proc/$2/fd" -mindepth 1 | wc -l) $(children_of "$2" | wc -l)" >>"$SEEN"
}

# Disturbs the current broker, or its load JVM.
disturb() {
  local load broker kinds=(killed hung stalled load_killed) kind
  kind="${kinds[RANDOM % 4]}" load="$(load_jvm)" broker="$(children_of "$(load_jvm)" | head -n 1)"
  [[ -n "$broker" ]] || return 0
  echo "after $SECONDS s: $kind"
  case "$kind" in
    killed) kill -KILL "$broker" ;;
    hung) kill -STOP "$broker" ;;
    stalled) kill -STOP "$broker" && sleep 3 && kill -CONT "$broker" ;;
    load_killed) kill -KILL "$load" ;;
  esac 2>/dev/null || true
}

soak() {
  local next=$LEAST_PAUSE end=$((SECONDS + MINUTES * 60))
  while [[ "$SECONDS" -lt "$end" ]] && ! ended 2>/dev/null; do
    look run "$FRONT" || true
    look load "$(load_jvm)" || true
    if [[ "$SECONDS" -ge "$next" ]]; then
      disturb
      next=$((SECONDS + LEAST_PAUSE + RANDOM % MORE_PAUSE))
    fi
    sleep "$LOOK_SECONDS"
  done
}

files=()
RANDOM="$SEED"
: >"$SEEN"
loads plain '{type:_queue}' '{size:_100_B,_rate:_500/s}' '{}'
loads topic '{type:_topic}' '{size:_1_KiB,_rate:_200/s,_count:_2}' '{count:_3}'
loads safe '{type:_queue}' '{size:_100_B,_persistent:_true,_confirm:_receipt,_window:_50}' '{ack:_client}'
loads large '{type:_queue,_count:_2}' '{size:_100_KiB,_rate:_20/s,_count:_2}' '{count:_2}'
for name in plain topic safe large; do files+=(--scenarios "$SCRATCH/$name.yaml"); done
start --brokers "$BROKERS" --repeat 999 "${files[@]}"
wait_for 120 in_load "${BROKERS%%,*}" || wait_for 120 test -n "$(load_jvm)"
soak
expect "the run lasted $MINUTES minutes" running "$(ended 2>/dev/null && echo ended || echo running)"
kill -INT -- "-$FRONT"
finish 120
expect "the run stops in order" "*Stopped.*--continue*status 130" "$ENDED"
expect "no stack trace is printed" "" "$(grep $'^\tat ' "$PRINTED")"
expect "nothing is left running" "" "$(left_running)"
node "$SHOOTOUT_HOME/e2e/faults/soak.mjs" "$SEEN" | tee "$SCRATCH/said" || true
expect "the resource use was judged" "*the run: memory*" "$(<"$SCRATCH/said")"
expect "the resource use did not grow" "" "$(grep '^WRONG' "$SCRATCH/said")"
echo "SHOOTOUT_SEED=$SEED repeats the choice of faults"
totals
