#!/usr/bin/env bash
# Brokers that cannot be had: no network for a download, a system package that is missing. The others still run.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

readonly CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/broker-shootout/brokers"

# A checkout whose rabbitmq.yaml looks in a place where there is nothing, with the build of this one.
copy_checkout() {
  local build
  build="$(find "$SHOOTOUT_HOME/target/app" -mindepth 1 -maxdepth 1 -type d -exec stat -c '%Y %n' {} + | sort -n | tail -n 1)"
  mkdir -p "$1/target/app"
  (cd "$SHOOTOUT_HOME" && tar -cf - bin brokers pom.xml ./*/pom.xml ./*/src/main reports/web stomp-benchmark/scenarios) |
    tar -xf - -C "$1"
  cp -R "${build#* }" "$1/target/app/"
  sed -i 's|executables: .*|executables: [/nowhere/rabbitmq-server]|' "$1/brokers/rabbitmq/broker.yaml"
}

# Maven as it is, but nothing was downloaded before, and the registry does not answer.
cut_off_maven() {
  cat >"$SCRATCH/settings.xml" <<EOF
<settings><localRepository>$SCRATCH/repository</localRepository>
<mirrors><mirror><id>none</id><mirrorOf>*</mirrorOf><url>http://127.0.0.1:9</url></mirror></mirrors></settings>
EOF
  mkdir -p "$SCRATCH/path"
  printf '#!/bin/sh\nexec "%s" --settings "%s" "$@"\n' "$(command -v mvn)" "$SCRATCH/settings.xml" >"$SCRATCH/path/mvn"
  chmod +x "$SCRATCH/path/mvn"
}

main() {
  scenario short 1
  benchmark --brokers hornetq --scenarios "$SCRATCH/short.yaml" >"$SCRATCH/hornetq.log" # fetches it, if need be
  mkdir -p "$SCRATCH/cache/broker-shootout/brokers"
  ln -s "$CACHE"/hornetq-* "$SCRATCH/cache/broker-shootout/brokers/"
  copy_checkout "$SCRATCH/checkout"
  cut_off_maven
  export XDG_CACHE_HOME="$SCRATCH/cache" PATH="$SCRATCH/path:$PATH"
  local here="$SHOOTOUT_HOME"
  SHOOTOUT_HOME="$SCRATCH/checkout"
  expect "what can be had is run" "*activemq: not available: *no network*tried once more before its turn*rabbitmq: not available*hornetq (stomp): short*produced*
  activemq (stomp) not available: *no network*rabbitmq (stomp) not available: RabbitMQ is not installed*status 1" \
    "$(benchmark --brokers activemq,rabbitmq,hornetq --scenarios "$SCRATCH/short.yaml")"
  SHOOTOUT_HOME="$here"
  expect "no network: the reason" "false *not downloaded yet*no network*" \
    "$(result activemq 'r.broker.available + " " + r.broker.reason')"
  expect "no network: the remedy" "*mirror or proxy*" "$(result activemq r.broker.remedy)"
  expect "no package: the reason" "false RabbitMQ is not installed" \
    "$(result rabbitmq 'r.broker.available + " " + r.broker.reason')"
  expect "no package: the remedy" "*rabbitmq*" "$(result rabbitmq r.broker.remedy)"
  expect "the one that was there" measured "$(statuses hornetq)"
  expect "on the page" "yes yes" "$(on_page 'no network for the download') $(on_page 'RabbitMQ is not installed')"
  expect "no half download is left" "" "$(find "$XDG_CACHE_HOME" -name '*incomplete*')"
  totals
}

main "$@"
