#!/usr/bin/env bash
# Usage: e2e/all.sh [--fast | --live | --long]. Runs all tests of this folder, three at a time, because they mostly wait. --fast: those without
# a real run; --live: the others; --long: those that have longer variants. The output of each test stays together.
set -euo pipefail
cd "$(dirname "$(readlink -f "$0")")"

# Tests that take minutes come first, because the last one runs alone.
tests() {
  case "${1:-}" in
    --fast) grep --files-without-match '/live[.]sh' ./*_test.sh ;;
    --live) ls ./{calibrate,stop,url,page,unavailable,repeat}_test.sh && grep --files-with-matches '/live[.]sh' ./*_test.sh ;;
    --long) grep --files-with-matches -e 'SHOOTOUT_LONG' -e 'if long;' ./*_test.sh ;;
    *) ls ./*_test.sh ;;
  esac | awk '!seen[$0]++'
}

# shellcheck disable=SC2016 # for the inner shell
tests "$@" | tr '\n' '\0' | xargs -0 -n 1 -P 3 bash -c '
  TIMEFORMAT="%0R s; processors: %0U s, in the kernel %0S s"
  printed="$( { time "$1"; } 2>&1)" && status=0 || status=$?
  printf "\n-- %s\n%s\n" "${1##*/}" "$printed"
  ((status == 0)) || echo "FAILED: ${1##*/}"
  exit "$((status > 0))"' _
