# shellcheck shell=bash disable=SC2034,SC2046,SC2086,SC2317
# Sourced by tests that start real brokers: short runs in folders of their own.
source "$(dirname "${BASH_SOURCE[0]}")/lib.sh"
OUT="$SCRATCH/out" DATA="$SCRATCH/data" PRINTED="$SCRATCH/printed" FRONT=""
PLAIN="--no-generator-limit --beside-others --seed 3" # with this seed, two or three brokers run in the order in which they are given
RUN_SECONDS=600 PATIENCE=4 # only end what hangs: a busy machine takes several times as long
export JDK_JAVA_OPTIONS="-XX:TieredStopAtLevel=1 -XX:+UnlockDiagnosticVMOptions -XX:-BytecodeVerificationRemote" # for brokers too: as in pom.xml
trap 'end_run && rm -rf "$SCRATCH"' EXIT
long() { [[ -n "${SHOOTOUT_LONG:-}" ]]; } # slow parts that rarely break are left to `bin/test --long`

# Leaves nothing running if a test fails half-way: two requests end a run at once.
end_run() {
  [[ -n "$FRONT" ]] || return 0
  for _ in 1 2; do kill -TERM "$FRONT" 2>/dev/null && sleep 0.3; done
  wait "$FRONT" || true
}

# Usage: scenario NAME SAMPLES [WARM-UP]. Writes NAME.yaml, with one workload of this id prefix: a light load for any machine. No number
# is judged, so there is no warm-up by default.
scenario() {
  cat >"$SCRATCH/$1.yaml" <<EOF
group: $1
scenario:
  id: $1
  warm_up: ${3:-0 s}
  samples: $2
  sample_interval: 300 ms
  destinations: {type: queue}
  producers: {size: 100 B, rate: 200/s}
  consumers: {}
EOF
}

# STOMP only, unless the arguments say something else.
over() { [[ " $* " == *" --url "* || " $* " == *" --protocols "* ]] || echo --protocols stomp; }

# Usage: benchmark ARGUMENTS... Runs it to its end, and prints its output and status.
benchmark() {
  timeout --kill-after=20 "$RUN_SECONDS" "$SHOOTOUT_HOME/bin/benchmark-all" --heap 256 $PLAIN $(over "$@") --out "$OUT" --data "$DATA" "$@" \
    2>&1 && echo "status 0" || echo "status $?"
}

# Usage: start ARGUMENTS... Starts a run with new results in the background, in a process group of its own as on a terminal. FRONT is its id.
start() {
  rm -rf "$OUT" && : >"$PRINTED" # else a test that waits for words finds those of the previous run
  set -m
  "$SHOOTOUT_HOME/bin/benchmark-all" --heap 256 $PLAIN $(over "$@") --out "$OUT" --data "$DATA" "$@" >"$PRINTED" 2>&1 &
  FRONT=$!
  set +m
}
# Usage: wait_for SECONDS COMMAND... Fails if the run ends before that. The seconds are for a quiet machine.
wait_for() {
  local deadline=$((SECONDS + PATIENCE * $1))
  until "${@:2}" 2>/dev/null; do
    if [[ "$SECONDS" -ge "$deadline" ]] || ended 2>/dev/null; then
      echo "FAILED: waited up to $((PATIENCE * $1)) s for: ${*:2}" && cat "$PRINTED" && return 1
    fi
    sleep 0.1
  done
}

# Usage: finish SECONDS. Waits for the end of the background run. Sets ENDED to its output and status.
finish() {
  local status=0
  ENDED="still running"
  wait_for "$1" ended || return 0
  wait "$FRONT" || status=$?
  ENDED="$(cat "$PRINTED") status $status"
  FRONT=""
}

ended() { ! kill -0 "$FRONT"; }
# Usage: result BROKER EXPRESSION. Evaluates it with the broker's result file as `r`: that of PROTOCOL, by default STOMP.
result() {
  node -e 'const r = JSON.parse(require("fs").readFileSync(process.argv[1])); console.log(eval(process.argv[2]))' \
    "$OUT/${PROTOCOL:-stomp}-$1.json" "$2"
}
statuses() { result "$1" 'r.workloads.map((workload) => workload.status).join()'; }

# Usage: descendant PATTERN. Prints the ids of the processes below FRONT with such a command line. A child that a JVM has just forked has
# that of its parent, and is left out.
descendant() {
  ps -e -o pid=,ppid=,args= | awk -v root="$FRONT" -v pattern="$1" '
    { parent[$1] = $2; if ($0 ~ pattern) wanted[$1] }
    END { for (pid in wanted) { p = pid; while (p in parent && p != root) p = parent[p]; if (p == root && !(parent[pid] in wanted)) print pid } }'
}

on_page() { node "$(dirname "${BASH_SOURCE[0]}")/on_page.mjs" "$OUT/index.html" "$1"; }
# Prints the processes that run in this test's folders: brokers, wherever they are in the process tree by now.
left_running() {
  local folder
  for folder in /proc/[0-9]*/cwd; do
    [[ "$(readlink "$folder")" != "$SCRATCH"/* ]] || tr '\0' ' ' <"${folder%cwd}cmdline"
  done 2>/dev/null
}
# A result file says that its broker is available as soon as the load is about to begin. grep is faster than the start of Node.js.
in_load() { grep -q '"available": true' "$OUT/stomp-$1.json"; }
measured_one() { grep -q '"status": "measured"' "$OUT/stomp-$1.json"; }
# Only ActiveMQ's first workload has a result so far.
mid_workload() { measured_one activemq && [[ "$(statuses activemq)" == measured ]]; }
