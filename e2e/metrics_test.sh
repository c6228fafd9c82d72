#!/usr/bin/env bash
# Scrapes a real run, as Prometheus does, and by Prometheus itself where it can be had.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

readonly SCRAPED="$SCRATCH/scraped"
PROMETHEUS=""
trap 'end_prometheus; end_run && rm -rf "$SCRATCH"' EXIT

end_prometheus() { [[ -z "$PROMETHEUS" ]] || { kill "$PROMETHEUS" && wait "$PROMETHEUS"; } 2>/dev/null || true; }

fetch() { node -e 'fetch(process.argv[1]).then((r) => r.text()).then((text) => process.stdout.write(text), () => process.exit(1))' "$1"; }
free_port() { node -e 'const s = require("net").createServer(); s.listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })'; }

announced() { grep --quiet '^Metrics for Prometheus: ' "$PRINTED"; }
address() { sed -n 's/^Metrics for Prometheus: //p' "$PRINTED"; }
# The cell has samples: what was said of it is kept. To start Node.js costs more than the answer.
sampled() { sleep 0.5 && fetch "$(address)" >"$SCRAPED" && grep --quiet '^shootout_latency_seconds{broker="activemq",cell="metered' "$SCRAPED"; }
value() { sed -n "s/^$1 //p" "$SCRAPED"; }

test_scrape() {
  local labels
  start --brokers activemq --metrics 0 --scenarios "$SCRATCH/metered.yaml"
  wait_for 60 announced
  expect "where it is" "http://127.0.0.1:*/metrics" "$(address)"
  wait_for 90 sampled
  labels="$(sed -n 's/^shootout_cell_running{\(.*\)} 1.0$/\1/p' "$SCRAPED")"
  expect "whose cell it is" 'broker="activemq",cell="metered*",protocol="stomp",repetition="1"' "$labels"
  expect "rates" 4 "$(grep -c '^shootout_messages_per_second{' "$SCRAPED")"
  expect "processor time of broker and load" 2 "$(grep -c '^shootout_cpu_cores{' "$SCRAPED")"
  expect "no errors" 0.0 "$(value "shootout_errors_total{$labels}")"
  expect "cells of the plan, and done" "1.0 0.0" "$(value shootout_run_planned_cells) $(value shootout_run_done_cells)"
}

test_loopback() {
  local port
  port="$(printf ':%04X' "$(address | sed 's/.*:\([0-9]*\)\/.*/\1/')")"
  expect "it listens on 127.0.0.1 alone" yes \
    "$(awk -v port="$port" '$4 == "0A" && index($2, port) { print ($2 ~ /0100007F:/) ? "yes" : $2 }' /proc/net/tcp /proc/net/tcp6 | sort -u)"
}

# Unpacked, where it is not installed: as a package it would start a service.
get_prometheus() {
  local folder="$SHOOTOUT_HOME/target/prometheus"
  command -v prometheus >/dev/null && return
  [[ -x "$folder/usr/bin/prometheus" ]] || (
    rm -rf "$folder" && mkdir -p "$folder" && cd "$folder" && apt-get download --quiet prometheus && dpkg -x prometheus_*.deb .
  ) &>"$SCRATCH/apt" || { echo "Not tried, as Prometheus could not be had: $(tail -n 1 "$SCRATCH/apt")" && return 1; }
  PATH+=":$folder/usr/bin"
}

# Usage: query EXPRESSION. The values that this Prometheus has of it.
query() {
  fetch "http://127.0.0.1:$PORT/api/v1/query?query=$1" |
    node -e 'console.log(JSON.parse(require("fs").readFileSync(0)).data.result.map(({ value }) => value[1]).join())'
}
has_scraped() { sleep 0.5 && [[ -n "$(query 'shootout_messages_per_second{flow="consumed"}')" ]]; }

test_prometheus() {
  expect "names, types and helps as Prometheus wants them" "" "$(promtool check metrics <"$SCRAPED" 2>&1)"
  PORT="$(free_port)"
  cat >"$SCRATCH/prometheus.yml" <<EOF
scrape_configs:
  - job_name: broker-shootout
    scrape_interval: 1s
    static_configs: [{targets: ['$(address | sed 's/.*:\/\/\(.*\)\/metrics/\1/')']}]
EOF
  prometheus --config.file="$SCRATCH/prometheus.yml" --storage.tsdb.path="$SCRATCH/tsdb" --web.listen-address="127.0.0.1:$PORT" \
    >"$SCRATCH/prometheus.log" 2>&1 &
  PROMETHEUS=$!
  wait_for 30 has_scraped || tail -n 20 "$SCRATCH/prometheus.log"
  expect "it is up" 1 "$(query 'up{job="broker-shootout"}')"
  expect "it has the consumers' rate" "[1-9]*" "$(query 'shootout_messages_per_second{flow="consumed"}')"
  expect "and each quantile" 3 "$(query 'count(shootout_latency_seconds{kind="end_to_end"})')"
}

test_end() {
  local url
  url="$(address)"
  kill -INT -- "-$FRONT"
  finish 60
  expect "the run" "*stopping*status 130" "$ENDED"
  expect "nobody answers any more" "status 1" "$(fetch "$url" || echo "status $?")"
}

main() {
  scenario metered 1500 # it is stopped
  test_scrape
  test_loopback
  if get_prometheus; then test_prometheus; fi
  test_end
  totals
}

main "$@"
