#!/usr/bin/env bash
# Looks for inputs that break the tool, with Jazzer, a coverage-guided fuzzer for the JVM. It begins with the shipped files and the corpora
# in */src/test/resources/fuzz. SHOOTOUT_FUZZ_SECONDS (3) is per kind of input. SHOOTOUT_SEED repeats a run. It needs compiled tests, so run
# bin/test first. Inputs that break something are kept in target/fuzz. Once fixed, they belong in the corpus.
source "$(dirname "$(readlink -f "$0")")/../bin/lib/common.sh"

readonly JAZZER=0.24.0 SECONDS_EACH="${SHOOTOUT_FUZZ_SECONDS:-3}" SEED="${SHOOTOUT_SEED:-$((RANDOM + 1))}"
readonly FOUND="$SHOOTOUT_HOME/target/fuzz" LIBRARIES="$SHOOTOUT_HOME/target/fuzz/libraries"
# These sanitizers would report file and host names in command lines.
readonly HOOKS=com.code_intelligence.jazzer.sanitizers
readonly QUIET="$HOOKS.ServerSideRequestForgery:$HOOKS.FilePathTraversal:$HOOKS.RegexInjection"

# The jar has native libraries only for Linux on x86-64, and for Macs.
can_fuzz() { [[ "$(uname -s)-$(uname -m)" == Linux-x86_64 || "$(uname -s)" == Darwin ]]; }

fetch() {
  local name
  for name in jazzer jazzer-api; do
    [[ -r "$LIBRARIES/$name-$JAZZER.jar" ]] || mvn --batch-mode --quiet org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy \
      "-Dartifact=com.code-intelligence:$name:$JAZZER" "-DoutputDirectory=$LIBRARIES" </dev/null || return
  done
}

# Usage: seeds KIND FILE...
seeds() {
  mkdir -p "$SCRATCH/$1/new" "$SCRATCH/$1/seeds"
  cp "${@:2}" "$SCRATCH/$1/seeds"
}

make_seeds() {
  local broker
  seeds Scenario stomp-benchmark/scenarios/*.yaml core/src/test/resources/fuzz/scenario/*
  seeds Broker core/src/test/resources/fuzz/broker/*
  for broker in brokers/*/broker.yaml; do cp "$broker" "$SCRATCH/Broker/seeds/$(basename "$(dirname "$broker")")"; done
  seeds Result reports/src/test/resources/golden/stomp-rabbitmq.json core/src/test/resources/fuzz/result/*
  seeds Command core/src/test/resources/fuzz/command/*
  seeds Frames stomp-benchmark/src/test/resources/fuzz/frames/*
}

# Usage: fuzz KIND CLASS
fuzz() {
  local status=0
  printf '%s: ' "$1"
  (cd "$SCRATCH" && timeout --kill-after=20 "$((SECONDS_EACH + 120))" "$JAVA_HOME/bin/java" -Xmx1500m -Dshootout.home="$SHOOTOUT_HOME" -cp "$CLASSES" \
    com.code_intelligence.jazzer.Jazzer --target_class="$2" --instrumentation_includes='shootout.**' --disabled_hooks="$QUIET" \
    --reproducer_path="$FOUND" -artifact_prefix="$FOUND/$1-" -max_total_time="$SECONDS_EACH" -timeout=20 -rss_limit_mb=3000 -max_len=65536 \
    -seed="$SEED" -print_final_stats=1 "$1/new" "$1/seeds") >"$FOUND/$1.log" 2>&1 </dev/null || status=$?
  if [[ "$status" == 0 ]]; then sed -n 's/^stat::number_of_executed_units: */inputs: /p' "$FOUND/$1.log"
  else
    echo "broken (status $status); the input is in $FOUND. The output was:"
    grep -A 15 '^== Java Exception\|ERROR: libFuzzer' "$FOUND/$1.log" || tail -n 30 "$FOUND/$1.log"
    FAILED=yes
  fi
}

cd "$SHOOTOUT_HOME"
FAILED=""
SCRATCH="$(mktemp -d)"
trap 'rm -rf "$SCRATCH"' EXIT
can_fuzz || { echo "Not fuzzed: there is no Jazzer for $(uname -s) on $(uname -m)." && exit; }
find_jdk && build_if_stale
mkdir -p "$LIBRARIES"
fetch || { echo "Not fuzzed: Jazzer $JAZZER is not available." && exit; }
make_seeds
# the classes that the tests have compiled
CLASSES="$(printf '%s:' "$SHOOTOUT_HOME"/{results,core,stomp-benchmark}/target/{test-classes,classes} "$LIBRARIES"/*.jar)$(paste -s -d : "$APP/libraries")"
for kind in Scenario Broker Result Command; do fuzz "$kind" "shootout.cli.Fuzz$kind"; done
fuzz Frames shootout.stomp.FuzzFrames
echo "SHOOTOUT_SEED=$SEED repeats this."
[[ -z "$FAILED" ]]
