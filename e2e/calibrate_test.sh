#!/usr/bin/env bash
# Tests the calibration and the null broker with the real commands, as short as possible. No number is judged. ComparisonSuite and the suites
# next to it try each wrong option.
source "$(dirname "$(readlink -f "$0")")/live.sh"

calibrate() {
  "$SHOOTOUT_HOME/bin/calibrate" --out "$SCRATCH/calibration.json" "$@" 2>&1 && echo "status 0" || echo "status $?"
}

# Usage: calibration EXPRESSION. Evaluates it with the content of the file as `c`.
calibration() {
  node -e 'const c = JSON.parse(require("fs").readFileSync(process.argv[1]));
    const besideC = (r) => /_c$/.test(r.measure); console.log(eval(process.argv[2]))' \
    "$SCRATCH/calibration.json" "$1"
}

# The lines of a comparison, those of them that were measured, and the wrong messages.
readonly COUNTS='[c.rows.length, c.rows.filter((r) => r.pairs.length === 1).length, c.rows.reduce((n, r) => n + r.wrong, 0)].join(" ")'

has_compiler() { type cc >/dev/null 2>&1 || type gcc >/dev/null 2>&1 || type clang >/dev/null 2>&1; }

# With a broker that starts slowly, and three libraries.
test_beside_plain() {
  expect "our clients are compared with plain ones" "*broker*rival*apollo*stomp*20b_1a_1queue_1*20b_10a_1topic_10*apollo*openwire*1 KiB*status 0" \
    "$(calibrate --against plain --brokers apollo --protocols stomp,openwire --rounds 1 --seconds 0.1 --warm-up 0.5)"
  expect "every pair is measured, and no message is wrong" "$(calibration "[c.rows.length, c.rows.length, 0].join(\" \")")" "$(calibration "$COUNTS")"
}

expect "the table is printed" "*producers*consumers*round trips*status 0" \
  "$(calibrate --rounds 1 --seconds 0.5 --sizes 20,1024 --connections 2)"
expect "the file is written" "6 true" \
  "$(calibration 'c.rows.filter((r) => !besideC(r)).length + " " + c.rows.every((r) => r.rate_per_s.median > 0)')"
expect "our clients are compared with a C program, if there is a compiler" "$(has_compiler && echo "8 4" || echo "0 0")" \
  "$(calibration 'c.rows.filter(besideC).length + " " + c.rows.filter((r) => r.ratio_to_c).length')"
expect "a broker without a vendor tool is refused" "*--brokers*'apollo'*Nothing was measured*status 2" "$(calibrate --against vendors --brokers apollo)"
expect "the original needs its classes" "*--original DIR*Nothing was measured*status 2" "$(calibrate --against original)"
if long; then test_beside_plain; fi
totals
