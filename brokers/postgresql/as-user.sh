#!/usr/bin/env bash
# PostgreSQL refuses root: what is asked of this script is done as nobody then, who may open here what root may, for the folders of root's are
# closed to others. PGBIN and PGDATA are set.
#   as-user.sh PROGRAM [ARGUMENT]...            runs one of its programs
#   as-user.sh serve [ARGUMENT]...              runs the server
#   as-user.sh follow PORT LOGIN [ARGUMENT]...  runs one that follows the server on that port, of which it takes a copy first
set -euo pipefail

main() {
  local nobody=65534
  if [[ "$(id -u)" == 0 ]]; then
    chown "$nobody:$nobody" "$PGDATA"
    # no_setuid_fixup: else access(2), which initdb asks, would not count what nobody may here
    exec setpriv --reuid="$nobody" --regid="$nobody" --clear-groups --inh-caps=+dac_override --ambient-caps=+dac_override \
      --securebits=+no_setuid_fixup bash "$0" "$@"
  fi
  case "$1" in
    serve) serve "${@:2}" ;;
    follow)
      copy "$2" "$3"
      serve "${@:4}"
      ;;
    *) exec "$PGBIN/$1" "${@:2}" ;;
  esac
}

# Asked to end (TERM), the server would write all that it has first, and whoever cannot wait for that and kills it leaves shared memory behind.
serve() {
  "$PGBIN/postgres" "$@" &
  server=$!
  trap 'kill -QUIT "$server"' TERM
  local status=0
  while kill -0 "$server" 2>/dev/null; do
    status=0
    wait "$server" || status=$?
  done
  return "$status"
}

copy() {
  local port="$1" login="$2" attempts=200
  [[ ! -e "$PGDATA/PG_VERSION" ]] || return 0
  chmod 700 "$PGDATA"
  # the other one may still be starting
  until PGPASSWORD="$(cat password)" "$PGBIN/pg_basebackup" --host=127.0.0.1 --port="$port" --username="$login" \
    --pgdata="$PGDATA" --write-recovery-conf --checkpoint=fast; do
    ((attempts-- > 0)) || exit 1
    sleep 0.2
  done
}

main "$@"
