#!/usr/bin/env bash
# Runs all tests beside it, two at a time, for they mostly wait. What one prints stays together.
set -euo pipefail

main() {
  cd "$(dirname "$(readlink -f "$0")")"
  # shellcheck disable=SC2016 # for the inner shell
  printf '%s\0' ./*_test.sh | xargs -0 -n 1 -P 2 bash -c '
    printed="$("$1" 2>&1)" && status=0 || status=$?
    printf "\n-- %s, %s s\n%s\n" "${1##*/}" "$SECONDS" "$printed"
    exit "$((status > 0))"' _
}

main "$@"
