#!/usr/bin/env bash
# Benchmarks a broker that is already running: another run has started it, and it must keep running after this one.
source "$(dirname "$(readlink -f "$0")")/live.sh"

# Usage: configured KEY. Prints its value in the broker's own configuration.
configured() { sed -n "s/^$1=\(127[.]0[.]0[.]1:\)*//p" "$DATA/broker-shootout/activemq/work/broker.properties"; }

external() {
  OUT="$SCRATCH/external" DATA="$SCRATCH/unused" benchmark --url "stomp://127.0.0.1:$port" --dialect activemq \
    --broker-name "$1" --login shootout --passcode "$2" --scenarios "$SCRATCH/short.yaml" "${@:3}"
}

# Usage: jvms NAME. Prints what every user can see of the JVMs that benchmark the broker of this name.
jvms() { pgrep --full --list-full "shootout[.]cli[.]Main .*--broker-name $1 |shootout[.]campaign[.]LoadMain .*/$1-stomp[.]"; }
loads() { jvms "$1" | grep --quiet LoadMain; }

test_process_list() {
  local run
  external seen "$passcode" --samples 20 >"$SCRATCH/seen" &
  run=$!
  wait_for 60 loads seen
  expect "both JVMs run" 2 "$(jvms seen | wc -l)"
  expect "a passcode is in no process list" "" "$(jvms seen | grep --fixed-strings -e "$passcode")"
  wait "$run"
  expect "a running broker is measured" "*seen (stomp): short*produced*index.html*status 0" "$(cat "$SCRATCH/seen")"
  expect "its result is complete" "measured false true" "$(OUT="$SCRATCH/external" statuses seen) $(OUT="$SCRATCH/external" result seen 'r.broker.managed + " " + r.broker.available')"
}

# Runs look for each other in the cache, so this test has its own, with the brokers that are already downloaded.
own_cache() {
  local brokers="${XDG_CACHE_HOME:-$HOME/.cache}/broker-shootout/brokers"
  export XDG_CACHE_HOME="$SCRATCH/cache"
  mkdir -p "$brokers" "$XDG_CACHE_HOME/broker-shootout" && ln -s "$brokers" "$XDG_CACHE_HOME/broker-shootout/brokers"
}

scenario short 1
scenario long 1500 # it is stopped
own_cache
PLAIN="--no-generator-limit" start --brokers activemq --scenarios "$SCRATCH/long.yaml"
wait_for 60 in_load activemq
broker="$(descendant ' Start$')"
port="$(configured stomp)"
passcode="$(configured passcode)"
expect "a folder in use is refused" "*--out: another run (process $FRONT) uses $OUT;*status 2" \
  "$(DATA="$SCRATCH/unused" benchmark --brokers activemq)"
expect "a machine in use is refused" "*another run (process *) measures on this machine; *--beside-others*status 2" \
  "$(PLAIN="--no-generator-limit" OUT="$SCRATCH/external" DATA="$SCRATCH/unused" benchmark --brokers activemq)"
expect "a wrong passcode is reported" "*other (stomp): not available: 127.0.0.1:$port speaks stomp, and refuses us: *--passcode*status 1" "$(external other wrong)"
test_process_list
expect "the broker keeps running" alive "$(kill -0 "$broker" && echo alive)"
kill -INT -- "-$FRONT"
finish 30
expect "the first run stops" "*status 130" "$ENDED"
OUT="$SCRATCH/external"
expect "the passcode is in no file" "" "$(grep --files-with-matches --recursive "$passcode" "$OUT")"
expect "the result has the reason" "false * are --login and --passcode right*" \
  "$(result other '[r.broker.available, r.broker.reason, r.broker.remedy].join(" ")')"
expect "nothing is left running" "" "$(left_running)"
totals
