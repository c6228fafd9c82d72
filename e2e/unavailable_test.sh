#!/usr/bin/env bash
# Brokers that are not available: no network for a download, a missing system package. The others still run.
source "$(dirname "$(readlink -f "$0")")/live.sh"
PLAIN="--no-generator-limit --beside-others" # with a random seed
readonly CACHE="${XDG_CACHE_HOME:-$HOME/.cache}/broker-shootout/brokers" HERE="$SHOOTOUT_HOME"

scenario short 1
compgen -G "$CACHE/hornetq-*" >/dev/null || benchmark --brokers hornetq --scenarios "$SCRATCH/short.yaml" >"$SCRATCH/hornetq.log" # downloads it
mkdir -p "$SCRATCH/cache/broker-shootout/brokers"
ln -s "$CACHE"/hornetq-* "$SCRATCH/cache/broker-shootout/brokers/"
copy_checkout
sed -i 's|executables: .*|executables: [/nowhere/rabbitmq-server]|' "$SCRATCH/checkout/brokers/rabbitmq/broker.yaml"
empty_maven http://127.0.0.1:9 # which does not answer
SHOOTOUT_HOME="$SCRATCH/checkout"
expect "available brokers are measured" "*activemq: not available: *not downloaded yet*tried once more before its turn*rabbitmq: not available*hornetq (stomp): short*produced*
  activemq (stomp) not available: *not downloaded yet*rabbitmq (stomp) not available: RabbitMQ is not installed*status 1" \
  "$(benchmark --brokers activemq,rabbitmq,hornetq --scenarios "$SCRATCH/short.yaml")"
SHOOTOUT_HOME="$HERE"
expect "a missing network is reported with the remedy" "false *not downloaded yet*network*mirror or proxy*" \
  "$(result activemq '[r.broker.available, r.broker.reason, r.broker.remedy].join(" ")')"
expect "a missing package is reported with the remedy" "false RabbitMQ is not installed *rabbitmq*" \
  "$(result rabbitmq '[r.broker.available, r.broker.reason, r.broker.remedy].join(" ")')"
expect "all results have the same seed" "number true" \
  "$(result activemq 'typeof r.settings.seed') $(result activemq "r.settings.seed == $(result hornetq r.settings.seed)")"
expect "the available broker is measured" measured "$(statuses hornetq)"
expect "both reasons are on the page" "yes yes" "$(on_page 'not downloaded yet') $(on_page 'RabbitMQ is not installed')"
expect "no incomplete download is left" "" "$(find "$XDG_CACHE_HOME" -name '*incomplete*')"
totals
