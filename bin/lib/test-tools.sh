# shellcheck shell=bash
# Finds or installs what the tests need on this machine. Sourced by bin/test, after common.sh.

# Tool and reason, one per line. The steps of `fast` need neither brokers nor the browser.
needs() {
  find_jdk || echo "jdk: everything runs on it"
  have mvn || echo "maven: builds, and downloads the brokers"
  have node || echo "nodejs: runs the report's tests"
  have npm || echo "npm: gets the report's linter and test tools"
  have shellcheck || echo "shellcheck: checks the scripts"
  [[ "$STEPS" != fast ]] || return 0
  have ps || echo "procps: finds the processes of a run under test"
  have chromium || have google-chrome || echo "chromium: draws the report"
  have rabbitmq-server || echo "rabbitmq-server: is one of the brokers under test"
  have pip3 || echo "python3-pip: fetches two of the brokers under test"
}

install_needs() {
  local needs tools command
  needs="$(needs)"
  [[ -n "$needs" ]] || return 0
  say "Missing here:" && say "$needs"
  tools="$(cut -d : -f 1 <<<"$needs" | tr '\n' ' ')"
  # shellcheck disable=SC2086 # a list of words
  if ! have apt-get || ! command="$(install_command $tools)"; then
    fail "Only on Debian and its kin are they installed from here. Please install them, then run this again."
  fi
  is_root || fail "Only root has them installed from here. Please run this, then try again:"$'\n'"  $command"
  say "Installing them: $command"
  (
    export DEBIAN_FRONTEND=noninteractive
    forbid_services
    bash -c "$command" >&2
    [[ "$tools" != *rabbitmq-server* ]] || disable_service rabbitmq-server
  )
  find_jdk || fail "The JDK is installed, but not found."
}

# A package may start its service when it is installed, as RabbitMQ's does. The tests start their own brokers, so
# Debian's policy-rc.d forbids such starts during the installation.
forbid_services() {
  local policy=/usr/sbin/policy-rc.d
  [[ ! -e "$policy" ]] || return 0
  # shellcheck disable=SC2064 # the path as it is now
  trap "rm -f '$policy'" EXIT
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod +x "$policy"
}

# The service was installed only for the tests, so it must not start at the next boot either.
disable_service() { [[ ! -d /run/systemd/system ]] || systemctl disable "$1.service" >&2; }
