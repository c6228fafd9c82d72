#!/usr/bin/env bash
# Tests that wrong input is refused before anything runs, with everything that is wrong, and where. Each option by itself is tried by
# SettingsReaderSuite.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

broken_scenario() {
  cat >"$SCRATCH/broken.yaml" <<'EOF'
group: broken
scenario:
  destinations: {type: quue}
  producers: {size: 0 B}
  consumers: {ack: client, ack_every: 1000, prefetch: 100, colour: red}
EOF
}

main() {
  broken_scenario
  scenario good 1
  expect "three errors at once" "*broken.yaml:3:*broken.yaml:4:*broken.yaml:5:*Nothing was run*status 2" \
    "$(benchmark --scenarios "$SCRATCH/broken.yaml")"
  expect "a good scenario" "*good-*status 0" "$(benchmark --scenarios "$SCRATCH/good.yaml" --dry-run)"
  expect "nothing selected" "*--only*no-such-cell*status 2" "$(benchmark --only no-such-cell)"
  expect "several options at once" "*--samples*--brokers*nobody*status 2" "$(benchmark --brokers nobody --samples 0)"
  expect "several that go with --url" "*--ca: /no-such.pem cannot be read*--broker-name*status 2" \
    "$(benchmark --url stomp+ssl://127.0.0.1:9 --dialect activemq --broker-name ../x --ca /no-such.pem)"
  expect "another machine, and nobody who says yes" "*--url: this makes * on 192.0.2.7*write --yes*status 2" \
    "$(benchmark --url stomp://192.0.2.7:9 --dialect activemq)"
  expect "nothing was written" "" "$(find "$SCRATCH" -path "$OUT*")"
  touch "$SCRATCH/file"
  expect "results where there is a file" "*$SCRATCH/file*status 2" \
    "$(OUT="$SCRATCH/file" benchmark --brokers activemq --scenarios "$SCRATCH/good.yaml")"
  totals
}

main "$@"
