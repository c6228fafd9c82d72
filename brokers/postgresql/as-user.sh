#!/usr/bin/env bash
# Runs PostgreSQL. PGBIN and PGDATA must be set.
#   as-user.sh PROGRAM [ARGUMENT]...            runs one of PostgreSQL's programs
#   as-user.sh serve [ARGUMENT]...              runs the server
#   as-user.sh follow PORT LOGIN [ARGUMENT]...  copies the server on that port, then runs a standby of it
# PostgreSQL refuses to run as root. For root, this script continues as an unprivileged user. That user keeps the
# capability to open root's files, because root's folders are closed to other users.
set -euo pipefail

main() {
  local nobody=65534
  if [[ "$(id -u)" == 0 ]]; then
    chown "$nobody:$nobody" "$PGDATA"
    # initdb calls access(2), which ignores the capability unless no_setuid_fixup is set.
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

# On SIGTERM, the server first writes all its data. If it is killed meanwhile, shared memory remains allocated.
# Therefore we send SIGQUIT instead, which ends it at once.
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
  # The primary may still be starting.
  until PGPASSWORD="$(cat password)" "$PGBIN/pg_basebackup" --host=127.0.0.1 --port="$port" --username="$login" \
    --pgdata="$PGDATA" --write-recovery-conf --checkpoint=fast; do
    ((attempts-- > 0)) || exit 1
    sleep 0.2
  done
}

main "$@"
