#!/usr/bin/env bash
# Makes the bill of materials (target/bom.json, CycloneDX), and checks that it, the class path and docs/dev/supply.md agree.
# SHOOTOUT_WRITE_DOCS=yes writes the table of the page again. Without a reachable registry, only the class path and the page are compared.
source "$(dirname "$(readlink -f "$0")")/lib.sh"
source "$SHOOTOUT_HOME/bin/lib/common.sh"

readonly PAGE="$SHOOTOUT_HOME/docs/dev/supply.md" BOM="$SHOOTOUT_HOME/target/bom.json"
# Jars of servers, which the clients must not bring along.
readonly SERVERS='/(activemq-broker|activemq-kahadb|apollo-|artemis-server|hornetq-server|imqbroker|qpid-broker|log4j-1)'

make_bom() {
  # only built modules; this phase lets modules find each other's classes
  (cd "$SHOOTOUT_HOME" && mvn --batch-mode --quiet -Dmaven.test.skip -Dmaven.main.skip -Dmaven.resources.skip compile \
    org.cyclonedx:cyclonedx-maven-plugin:makeAggregateBom </dev/null) >"$SCRATCH/bom.log" 2>&1
}

# Prints NAME VERSION of each library on the class path.
coordinates() { sed 's|.*/\([^/]*\)/\([^/]*\)/[^/]*[.]jar$|\1 \2|' "$APP/libraries" | sort -u; }

in_page() { sed -n 's/^| \([^ ]*\) | \([0-9][^ ]*\) |.*/\1 \2/p' "$PAGE" | sort -u; }

# Usage: bom EXPRESSION. Evaluates it with the components of the bill, except this project's own, as `all`.
bom() {
  node -e 'const all = JSON.parse(require("fs").readFileSync(process.argv[1])).components.filter((c) => c.group !== "shootout");
    const licences = (c) => (c.licenses ?? []).map((l) => l.expression ?? l.license.id ?? l.license.name).join(" or ");
    console.log(eval(process.argv[2]))' "$BOM" "$1"
}

# Lines of the table, from the bill.
rows() {
  bom '[...new Set(all.map((c) => "| " + c.name + " | " + c.version + " | " + licences(c) + " |"))].sort().join("\n")'
}

write_page() {
  { sed '/^| Library |/,$d' "$PAGE" && printf '| Library | Version | Licence |\n|---|---|---|\n' && rows && echo '<!-- end -->'; } >"$SCRATCH/page"
  cp "$SCRATCH/page" "$PAGE"
}

test_bom() {
  expect "every library of the class path is in the bill" "" \
    "$(comm -23 <(coordinates) <(bom 'all.map((c) => c.name + " " + c.version).join("\n")' | sort -u))"
  expect "each library has a SHA-256" "" "$(bom 'all.filter((c) => !(c.hashes ?? []).some((h) => h.alg === "SHA-256")).map((c) => c.name).join(" ")')"
  expect "each library has a licence" "" "$(bom 'all.filter((c) => licences(c) === "").map((c) => c.name).join(" ")')"
  expect "each library has a fixed version" "" "$(bom 'all.filter((c) => /SNAPSHOT|LATEST|[[(,]/.test(c.version)).map((c) => c.name).join(" ")')"
}

find_jdk && build_if_stale
if make_bom; then
  [[ -z "${SHOOTOUT_WRITE_DOCS:-}" ]] || write_page
  test_bom
else echo "No bill of materials was made: $(tail -n 3 "$SCRATCH/bom.log")"; fi
expect "docs/dev/supply.md lists the class path" "" "$(diff <(coordinates) <(in_page))"
expect "each library occurs once" "" "$(coordinates | cut -d ' ' -f 1 | uniq -d)"
expect "no broker is on the class path" "" "$(grep -E "$SERVERS" "$APP/libraries")"
totals
