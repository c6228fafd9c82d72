#!/usr/bin/env bash
# JMS from the command line to the page: one broker over two protocols, one over a protocol that was tried in vain. Wrong protocols are tried by
# SettingsReaderSuite.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

readonly CELLS=(--only 20b_1a_1queue_1 --only send-1k_1p_1queue_1_tx10 --samples 2 --sample-interval 300 --warm-up 0)

# Usage: of PROTOCOL BROKER EXPRESSION, on the content `r` of its result file.
of() { PROTOCOL="$1" result "$2" "$3"; }

test_run() {
  expect "one broker over two protocols" "*activemq (openwire): send-*produced*activemq (stomp_jms)*status 0" \
    "$(benchmark --brokers activemq --protocols openwire,stomp_jms "${CELLS[@]}")"
  expect "its results" "activemq-client jms measured,measured true" \
    "$(of openwire activemq '[r.driver.split(" ")[0], r.api, r.cells.map((c) => c.status).join(), r.complete].join(" ")')"
  expect "every message is accounted for" "0 0" \
    "$(of openwire activemq '[r.cells[0].audit.lost, r.cells[1].audit.duplicated].join(" ")')"
  expect "a commit has a latency of its own" "commit true" \
    "$(of openwire activemq '[r.cells[1].load.confirm, r.cells[1].summary.commit.count > 0].join(" ")')"
  expect "switches of the library are named" "*useAsyncSend*" "$(of openwire activemq 'r.driver_settings.join()')"
  expect "both are on the page" "yes yes" "$(on_page openwire-activemq.json) $(on_page stomp_jms-activemq.json)"
  expect "nothing is left running" "" "$(left_running)"
}

test_tried_in_vain() {
  expect "a pair that does not work is a result" "*openmq (stomp_jms): unsupported: *status 0" \
    "$(benchmark --brokers openmq --protocols stomp_jms "${CELLS[@]}")"
  expect "with its reason" "unsupported *STOMP 1.1* true" \
    "$(of stomp_jms openmq '[r.cells[0].status, r.cells[0].reason, r.complete].join(" ")')"
}

test_usage() {
  expect "cells for another interface" "*for jms only*status 2" "$(benchmark --protocols stomp --only 'send-*')"
}

main() {
  test_run
  test_tried_in_vain
  test_usage
  totals
}

main "$@"
