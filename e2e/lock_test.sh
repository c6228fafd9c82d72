#!/usr/bin/env bash
# Tests that a broker whose files differ from its files.sha256 is refused, and that bin/lock-brokers writes that file.
# The registry is what Maven has downloaded for this build, so no network is needed.
set -euo pipefail

# shellcheck source=e2e/pretend.sh
source "$(dirname "$(readlink -f "$0")")/pretend.sh"
# shellcheck source=e2e/live.sh
source "$SHOOTOUT_HOME/e2e/live.sh"

readonly ZEROS=0000000000000000000000000000000000000000000000000000000000000000
BROKERS="$SCRATCH/checkout/brokers"

# The null broker, but with a jar that is fetched; and a variant that says a version, and so has files of its own.
# Sets JAR, SUM, and REPOSITORY, where Maven keeps what it has downloaded.
make_brokers() {
  local file version
  file="$(cat "$SCRATCH"/checkout/target/app/*/libraries | grep '/picocli-[^/]*$')"
  REPOSITORY="${file%/info/picocli/*}"
  JAR="${file#"$REPOSITORY/"}"
  version="$(basename "$(dirname "$file")")"
  SUM="$(sha256sum "$file" | cut -d ' ' -f 1)"
  mkdir "$BROKERS/tiny" "$BROKERS/other"
  sed -e 's/^name: .*/name: tiny/' -e "s/^version: .*/version: $version/" \
    -e 's/^get: .*/get: {jars: ["info.picocli:picocli:{{version}}"]}/' "$BROKERS/null/broker.yaml" >"$BROKERS/tiny/broker.yaml"
  printf 'extends: tiny\nname: other\nversion: %s\n' "$version" >"$BROKERS/other/broker.yaml"
}

# Usage: lock NAME...
lock() { "$SHOOTOUT_HOME/bin/lock-brokers" "$@" 2>&1 && echo "status 0" || echo "status $?"; }

test_refusal() {
  local printed
  echo "$ZEROS  $JAR" >"$BROKERS/tiny/files.sha256"
  : >"$BROKERS/other/files.sha256"
  printed="$(benchmark --brokers tiny,other --scenarios "$SCRATCH/short.yaml")"
  expect "a wrong sum: file and both sums" \
    "*tiny: not available: *$JAR has the SHA-256 $SUM, and brokers/tiny/files.sha256 says $ZEROS*delete $SCRATCH/repository/$JAR*
  tiny (stomp) not available: *$SUM*$ZEROS*status 1" "$printed"
  expect "a missing line: file, sum and remedy" \
    "*other: not available: *brokers/other/files.sha256 has no line for $JAR, whose SHA-256 is $SUM*'bin/lock-brokers other'*" "$printed"
  expect "both on the page" "yes yes" \
    "$(on_page "brokers/tiny/files.sha256 says $ZEROS") $(on_page "brokers/other/files.sha256 has no line for")"
}

test_lock() {
  expect "what changed is printed" "*other: 1 file, changed:*+ $SUM  $JAR*tiny: 1 file, changed:*! $SUM  $JAR (was $ZEROS)*status 0" \
    "$(lock tiny other)"
  expect "both files are right" "$SUM  $JAR"$'\n'"$SUM  $JAR" "$(cat "$BROKERS/tiny/files.sha256" "$BROKERS/other/files.sha256")"
  expect "and the brokers run" "*produced*status 0" "$(benchmark --brokers tiny --scenarios "$SCRATCH/short.yaml")"
}

test_bad_usage() {
  expect "no broker that is fetched, and a variant with the files of its base: said at once" \
    "*'rabbitmq' is no broker whose files are fetched; write any of activemq, *'activemq/strict' has the files of 'activemq'*Nothing was written*status 2" \
    "$(lock rabbitmq activemq/strict)"
}

main() {
  copy_checkout
  make_brokers
  empty_maven "file://$REPOSITORY"
  SHOOTOUT_HOME="$SCRATCH/checkout"
  scenario short 1
  test_refusal
  test_lock
  test_bad_usage
  totals
}

main "$@"
