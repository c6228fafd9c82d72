# shellcheck shell=bash
# Builds the project when its sources changed.
#
# A build is kept in target/app/<fingerprint of the sources>: classes and class path. So an unchanged project is not
# built again, a removed source counts as a change, and a run that is under way keeps its own classes while the next
# build happens.

readonly BUILDS_KEPT_DAYS=7

fingerprint() (
  cd "$SHOOTOUT_HOME" || return
  shopt -s nullglob
  find pom.xml ./*/pom.xml ./*/src/main ./*/web -type f ! -name '.*' -exec cksum {} + |
    LC_ALL=C sort | cksum | tr ' ' '-'
)

# Usage: is_complete APP. The libraries stay in Maven's cache, which somebody may have emptied.
is_complete() {
  local jar
  [[ -r "$1/libraries" ]] || return 1
  while IFS= read -r jar; do [[ -r "$jar" ]] || return 1; done <"$1/libraries"
}

# Sets APP, the folder of the build.
build_if_stale() {
  APP="$SHOOTOUT_HOME/target/app/$(fingerprint)"
  ! is_complete "$APP" || return 0
  may_build || fail "This checkout has to be built, and its owner is somebody else: $SHOOTOUT_HOME/target cannot be written." \
    "Have the owner start this once, or use a clone of your own."
  (
    wait_for_other_build
    is_complete "$APP" || build
  ) 9>"$SHOOTOUT_HOME/target/build.lock"
}

may_build() {
  local lock="$SHOOTOUT_HOME/target/build.lock"
  mkdir -p "$SHOOTOUT_HOME/target/app" 2>/dev/null || return
  [[ -w "$SHOOTOUT_HOME/target" && -w "$SHOOTOUT_HOME/target/app" ]] && [[ ! -e "$lock" || -w "$lock" ]]
}

# Holds the lock on file descriptor 9 until the caller's subshell ends; macOS has no flock.
wait_for_other_build() {
  have flock || return 0
  flock --nonblock 9 || { say "Waiting for another build of this project ..." && flock 9; }
}

build() {
  local log="$SHOOTOUT_HOME/target/build.log" watch status=0
  require_new_maven
  if [[ -n "$(ls -A "$SHOOTOUT_HOME/target/app")" ]]; then say "Building, because sources changed ..."
  else say "Building (the first time: some minutes, libraries are downloaded) ..."; fi
  : >"$log"
  forget_other_compiler
  # without the lock, which it must not hold any longer than the build
  watch_build "$log" 9>&- &
  watch=$!
  compile >"$log" 2>&1 </dev/null || status=$?
  { kill "$watch" && wait "$watch"; } 2>/dev/null || true
  if [[ "$status" != 0 ]]; then
    tail -n 40 "$log" >&2
    fail "The build failed. All of its output: $log"
  fi
  assemble || fail "The build cannot be put together in $APP."
  find "$SHOOTOUT_HOME/target/app" -mindepth 1 -maxdepth 1 -mtime "+$BUILDS_KEPT_DAYS" -exec rm -r {} +
}

# Gathers what the modules need in one folder, which appears when it is complete.
assemble() {
  local new="$APP.$$"
  rm -rf "$new" "$APP" && mkdir -p "$new/classes" &&
    copy_classes "$new/classes" && libraries >"$new/libraries" && mv "$new" "$APP"
}

copy_classes() {
  local classes module
  for classes in "$SHOOTOUT_HOME"/*/target/classes; do
    module="${classes%/target/classes}"
    [[ ! -r "$module/pom.xml" ]] || cp -R "$classes" "$1/${module##*/}" || return
  done
}

libraries() {
  local pom
  for pom in "$SHOOTOUT_HOME"/*/pom.xml; do
    tr ':' '\n' <"${pom%/pom.xml}/target/libraries" && echo || return
  done | awk 'NF && !/\/target\/classes$/ && !seen[$0]++'
}
