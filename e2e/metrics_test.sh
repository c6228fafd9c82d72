#!/usr/bin/env bash
# Scrapes a real run like Prometheus. If its promtool is installed, it checks the scraped text.
source "$(dirname "$(readlink -f "$0")")/live.sh"

readonly SCRAPED="$SCRATCH/scraped"

fetch() { node -e 'fetch(process.argv[1]).then((r) => r.text()).then((text) => process.stdout.write(text), () => process.exit(1))' "$1"; }
address() { sed -n 's/^Metrics for Prometheus: //p' "$PRINTED"; }
announced() { [[ -n "$(address)" ]]; }
# The start of Node.js costs more than the answer.
sampled() { sleep 0.5 && fetch "$(address)" >"$SCRAPED" && grep --quiet '^shootout_latency_seconds{broker="activemq",.*kind="end_to_end"' "$SCRAPED"; }
value() { sed -n "s/^$1 //p" "$SCRAPED"; }

test_scrape() {
  local labels
  wait_for 60 announced
  expect "the address is printed" "http://127.0.0.1:*/metrics" "$(address)"
  wait_for 90 sampled
  labels="$(sed -n 's/^shootout_workload_running{\(.*\)} 1.0$/\1/p' "$SCRAPED")"
  expect "the labels name the workload" 'broker="activemq",protocol="stomp",repetition="1",workload="metered*"' "$labels"
  expect "rates are exported" 4 "$(grep -c '^shootout_messages_per_second{' "$SCRAPED")"
  expect "the CPU time of broker and load is exported" 2 "$(grep -c '^shootout_cpu_cores{' "$SCRAPED")"
  expect "each quantile is exported" 3 "$(grep -c '^shootout_latency_seconds{.*kind="end_to_end"' "$SCRAPED")"
  expect "there are no errors" 0.0 "$(value "shootout_errors_total{$labels}")"
  expect "planned and finished workloads are exported" "1.0 0.0" "$(value shootout_run_planned_workloads) $(value shootout_run_done_workloads)"
  ! command -v promtool >/dev/null || expect "names, types and helps as Prometheus wants them" "" "$(promtool check metrics <"$SCRAPED" 2>&1)"
}

test_loopback() {
  local port
  port="$(printf ':%04X' "$(address | sed 's/.*:\([0-9]*\)\/.*/\1/')")"
  expect "only 127.0.0.1 is listening" yes \
    "$(awk -v port="$port" '$4 == "0A" && index($2, port) { print ($2 ~ /0100007F:/) ? "yes" : $2 }' /proc/net/tcp /proc/net/tcp6 | sort -u)"
}

scenario metered 1500 # it is stopped
start --brokers activemq --metrics 0 --scenarios "$SCRATCH/metered.yaml"
test_scrape
test_loopback
url="$(address)"
kill -INT -- "-$FRONT"
finish 60
expect "the run stops" "*stopping*status 130" "$ENDED"
expect "the address does not answer after the run" "status 1" "$(fetch "$url" || echo "status $?")"
totals
