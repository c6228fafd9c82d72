#!/usr/bin/env bash
# Tests that a broker whose files differ from its files.sha256 is refused, and that bin/lock-brokers writes that file.
# Maven's local repository for this build is the registry, so no network is needed.
source "$(dirname "$(readlink -f "$0")")/live.sh"

readonly ZEROS=0000000000000000000000000000000000000000000000000000000000000000

# Usage: make_broker NAME. Adds a null broker with a jar to download.
make_broker() {
  mkdir "$BROKERS/$1"
  sed -e "s/^name: .*/name: $1/" -e "s/^version: .*/version: $(basename "$(dirname "$JAR")")/" \
    -e 's/^get: .*/get: {jars: ["info.picocli:picocli:{{version}}"]}/' "$BROKERS/null/broker.yaml" >"$BROKERS/$1/broker.yaml"
}

test_refused() {
  local printed
  echo "$ZEROS  $JAR" >"$BROKERS/tiny/files.sha256"
  : >"$BROKERS/other/files.sha256"
  printed="$(benchmark --brokers tiny,other --scenarios "$SCRATCH/short.yaml")"
  expect "a wrong checksum is reported with the file and both sums" \
    "*tiny: not available: *$JAR has the SHA-256 $SUM, and brokers/tiny/files.sha256 says $ZEROS*delete $SCRATCH/repository/$JAR*
  tiny (stomp) not available: *$SUM*$ZEROS*status 1" "$printed"
  expect "a missing line is reported with the file, the sum and the remedy" \
    "*other: not available: *brokers/other/files.sha256 has no line for $JAR, whose SHA-256 is $SUM*'bin/lock-brokers other'*" "$printed"
  expect "both reasons are on the page" "yes yes" \
    "$(on_page "brokers/tiny/files.sha256 says $ZEROS") $(on_page "brokers/other/files.sha256 has no line for")"
}

test_locked() {
  expect "changes are printed" "*other: 1 file, changed:*+ $SUM  $JAR*tiny: 1 file, changed:*! $SUM  $JAR (was $ZEROS)*status 0" \
    "$(run lock-brokers tiny other)"
  expect "both files are correct" "$SUM  $JAR"$'\n'"$SUM  $JAR" "$(cat "$BROKERS/tiny/files.sha256" "$BROKERS/other/files.sha256")"
  expect "the brokers run" "*produced*status 0" "$(benchmark --brokers tiny --scenarios "$SCRATCH/short.yaml")"
  expect "brokers without downloads are refused at once" \
    "*'rabbitmq' is not a broker whose files are fetched; write any of activemq, *'activemq/strict' has the files of 'activemq'*Nothing was written*status 2" \
    "$(run lock-brokers rabbitmq activemq/strict)"
}

copy_checkout
file="$(cat "$SCRATCH"/checkout/target/app/*/libraries | grep '/picocli-[^/]*$')"
readonly BROKERS="$SCRATCH/checkout/brokers" REPOSITORY="${file%/info/picocli/*}" # where Maven keeps what it has downloaded
readonly JAR="${file#"$REPOSITORY/"}"
SUM="$(sha256sum "$file" | cut -d ' ' -f 1)"
make_broker tiny
make_broker other
empty_maven "file://$REPOSITORY"
SHOOTOUT_HOME="$SCRATCH/checkout"
scenario short 1
test_refused
test_locked
totals
