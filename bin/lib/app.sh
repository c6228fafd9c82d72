# shellcheck shell=bash
# Builds the project when its sources changed, and runs it.
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
  mkdir -p "$SHOOTOUT_HOME/target/app"
  (
    wait_for_other_build
    is_complete "$APP" || build
  ) 9>"$SHOOTOUT_HOME/target/build.lock"
}

# Holds the lock on file descriptor 9 until the caller's subshell ends; macOS has no flock.
wait_for_other_build() {
  have flock || return 0
  flock --nonblock 9 || { say "Waiting for another build of this project ..." && flock 9; }
}

build() {
  local log="$SHOOTOUT_HOME/target/build.log" again
  require_new_maven
  again="$(find "$SHOOTOUT_HOME/target/app" -mindepth 1 -maxdepth 1 | head -n 1)"
  if [[ -n "$again" ]]; then say "Building, because sources changed ..."
  else say "Building (the first time: a minute or two, libraries are downloaded) ..."; fi
  if ! compile >"$log" 2>&1 </dev/null; then
    tail -n 40 "$log" >&2
    fail "The build failed. All of its output: $log"
  fi
  assemble
  find "$SHOOTOUT_HOME/target/app" -mindepth 1 -maxdepth 1 -mtime "+$BUILDS_KEPT_DAYS" -exec rm -r {} +
}

compile() {
  cd "$SHOOTOUT_HOME" || return
  mvn --batch-mode --quiet --no-transfer-progress -Dmaven.test.skip compile \
    dependency:build-classpath -DincludeScope=runtime -Dmdep.pathSeparator=: -Dmdep.outputFile=target/libraries
}

# Gathers what the modules need in one folder, which appears when it is complete.
assemble() {
  local new="$APP.$$" pom module
  rm -rf "$new" "$APP"
  mkdir -p "$new/classes"
  for pom in "$SHOOTOUT_HOME"/*/pom.xml; do
    module="${pom%/pom.xml}"
    [[ ! -d "$module/target/classes" ]] || cp -R "$module/target/classes" "$new/classes/${module##*/}"
    tr ':' '\n' <"$module/target/libraries"
    echo
  done | awk 'NF && !/\/target\/classes$/ && !seen[$0]++' >"$new/libraries"
  mv "$new" "$APP"
}

# No empty entry: that would mean the current folder.
class_path() { { printf '%s\n' "$APP"/classes/*/ && cat "$APP/libraries"; } | paste -s -d : -; }

# Sets GIT_COMMIT and GIT_DIRTY (true, false); both are empty for a copy without git.
git_state() {
  GIT_COMMIT="" GIT_DIRTY=""
  [[ -e "$SHOOTOUT_HOME/.git" ]] || return 0
  GIT_COMMIT="$(git -C "$SHOOTOUT_HOME" rev-parse HEAD 2>/dev/null)" || return 0
  if [[ -n "$(git -C "$SHOOTOUT_HOME" status --porcelain)" ]]; then GIT_DIRTY=true; else GIT_DIRTY=false; fi
}

# Usage: run_java MAIN ARGUMENTS... Becomes the JVM: signals go to it, and its exit status is ours.
# The flags are for a quick start; the JVMs that make the load are given others.
run_java() {
  git_state
  exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
    -Dshootout.home="$SHOOTOUT_HOME" -Dshootout.git.commit="$GIT_COMMIT" -Dshootout.git.dirty="$GIT_DIRTY" \
    -cp "$(class_path)" "$@"
}
