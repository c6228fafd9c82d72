#!/usr/bin/env bash
# Usage: e2e/all.sh [--fast | --live | --long]. Runs all tests beside it, three at a time, for they mostly wait; with --fast those that make
# no real run, with --live the others, with --long those that have more to try then. What one prints stays together.
set -euo pipefail

# They take minutes, and come first: the last one would run alone.
readonly LONGEST="calibrate stop url unavailable kill repeat generators page"

# shellcheck disable=SC2086 # words
longest_first() { { printf './%s_test.sh\n' $LONGEST && printf '%s\n' ./*_test.sh; } | awk '!seen[$0]++'; }

# shellcheck disable=SC2046 # words
tests() {
  if [[ "${1:-}" == --fast ]]; then grep --files-without-match 'e2e/live[.]sh' ./*_test.sh
  elif [[ "${1:-}" == --long ]]; then grep --files-with-matches -e 'SHOOTOUT_LONG' -e 'if long;' -e 'long ||' ./*_test.sh
  elif [[ "${1:-}" == --live ]]; then grep --files-with-matches 'e2e/live[.]sh' $(longest_first)
  else longest_first
  fi
}

main() {
  cd "$(dirname "$(readlink -f "$0")")"
  # shellcheck disable=SC2016 # for the inner shell
  tests "$@" | tr '\n' '\0' | xargs -0 -n 1 -P 3 bash -c '
    TIMEFORMAT="%0R s; processors: %0U s, in the kernel %0S s"
    printed="$( { time "$1"; } 2>&1)" && status=0 || status=$?
    printf "\n-- %s\n%s\n" "${1##*/}" "$printed"
    ((status == 0)) || echo "FAILED: ${1##*/}"
    exit "$((status > 0))"' _
}

main "$@"
