#!/usr/bin/env bash
# Runs a program of PostgreSQL, which refuses root: as-user.sh PROGRAM [ARGUMENT]...; PGBIN and PGDATA are set.
# For root it is run as nobody, who may open what root may, for the folders of root's are closed to others.
# as-user.sh follow PORT LOGIN [ARGUMENT]... copies the server on that port, if there is nothing yet, and runs one that follows it.
set -euo pipefail

main() {
  local nobody=65534
  if [[ "$(id -u)" == 0 ]]; then
    chown "$nobody:$nobody" "$PGDATA"
    # no_setuid_fixup: else access(2), which initdb asks, would not count what nobody may here
    exec setpriv --reuid="$nobody" --regid="$nobody" --clear-groups --inh-caps=+dac_override --ambient-caps=+dac_override \
      --securebits=+no_setuid_fixup bash "$0" "$@"
  fi
  if [[ "$1" == follow ]]; then follow "${@:2}"; fi
  exec "$PGBIN/$1" "${@:2}"
}

follow() {
  local port="$1" login="$2"
  if [[ ! -e "$PGDATA/PG_VERSION" ]]; then
    local attempts=200
    chmod 700 "$PGDATA"
    # the other one may still be starting
    until PGPASSWORD="$(cat password)" "$PGBIN/pg_basebackup" --host=127.0.0.1 --port="$port" --username="$login" \
      --pgdata="$PGDATA" --write-recovery-conf --checkpoint=fast; do
      ((attempts-- > 0)) || exit 1
      sleep 0.2
    done
  fi
  exec "$PGBIN/postgres" "${@:3}"
}

main "$@"
