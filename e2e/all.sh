#!/usr/bin/env bash
# Usage: e2e/all.sh [--fast]. Runs all tests beside it, two at a time, for they mostly wait; with --fast those that make no
# real run. What one prints stays together.
set -euo pipefail

tests() {
  if [[ "${1:-}" == --fast ]]; then grep --files-without-match 'e2e/live[.]sh' ./*_test.sh
  else printf '%s\n' ./*_test.sh; fi
}

main() {
  cd "$(dirname "$(readlink -f "$0")")"
  # shellcheck disable=SC2016 # for the inner shell
  tests "$@" | tr '\n' '\0' | xargs -0 -n 1 -P 2 bash -c '
    printed="$("$1" 2>&1)" && status=0 || status=$?
    printf "\n-- %s, %s s\n%s\n" "${1##*/}" "$SECONDS" "$printed"
    exit "$((status > 0))"' _
}

main "$@"
