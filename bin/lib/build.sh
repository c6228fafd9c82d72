# shellcheck shell=bash
# Builds the project when its sources changed.
# A build is kept in target/app/<fingerprint of the sources>: classes and class path. So an unchanged project is not
# built again, a removed source counts as a change, and a run that is under way keeps its own classes during the next
# build. Builds are kept for a week.

# Halves the build time: Maven ends before the better code of the slower compiler would pay off. With the fast compiler
# alone, the default code cache is too small for several modules at once.
readonly MAVEN_JVM="-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseParallelGC"

fingerprint() (
  cd "$SHOOTOUT_HOME" || return
  shopt -s nullglob
  find pom.xml ./*/pom.xml ./*/src/main ./*/web -type f ! -name '.*' -exec cksum {} + |
    LC_ALL=C sort | cksum | tr ' ' '-'
)

# Usage: is_complete APP. The libraries are in Maven's cache, which may have been emptied.
is_complete() {
  local jar
  [[ -r "$1/libraries" ]] || return 1
  while IFS= read -r jar; do [[ -r "$jar" ]] || return 1; done <"$1/libraries"
}

# Sets APP, the folder of the build.
build_if_stale() {
  APP="$SHOOTOUT_HOME/target/app/$(fingerprint)"
  ! is_complete "$APP" || return 0
  may_build || fail "This checkout has to be built, but you cannot write to $SHOOTOUT_HOME/target." \
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
  local log="$SHOOTOUT_HOME/target/build.log"
  require_new_maven
  if [[ -n "$(ls -A "$SHOOTOUT_HOME/target/app")" ]]; then say "Building, because sources changed ..."
  else say "Building (the first time: some minutes, libraries are downloaded) ..."; fi
  forget_other_compiler
  if ! compile 2>&1 </dev/null | tee "$log" | progress >&2; then
    tail -n 40 "$log" >&2
    fail "The build failed. All of its output: $log"
  fi
  assemble || fail "The build cannot be put together in $APP."
  find "$SHOOTOUT_HOME/target/app" -mindepth 1 -maxdepth 1 -mtime +7 -exec rm -r {} +
}

# Prints each module that Maven compiles, and every hundred downloads, because the first build takes minutes.
progress() {
  awk '/^Downloaded from/ && ++files % 100 == 0 { print "  " files " files downloaded"; fflush() }
    /^\[INFO\] --- .*:compile/ && !seen[$(NF - 1)]++ { print "  compiling " $(NF - 1); fflush() }'
}

# After a change of compiler or flags, classes of removed sources would stay: the compiler does not know the output of the last one.
forget_other_compiler() {
  local seen="$SHOOTOUT_HOME/target/poms" now
  now="$(cat "$SHOOTOUT_HOME"/pom.xml "$SHOOTOUT_HOME"/*/pom.xml | cksum)"
  [[ "$now" == "$(cat "$seen" 2>/dev/null)" ]] || rm -rf "$SHOOTOUT_HOME"/*/target
  printf '%s\n' "$now" >"$seen"
}

compile() {
  cd "$SHOOTOUT_HOME" || return
  MAVEN_OPTS="${MAVEN_OPTS:-$MAVEN_JVM}" mvn --batch-mode --threads 1C -Dmaven.test.skip \
    compile org.apache.maven.plugins:maven-dependency-plugin:build-classpath \
    -DincludeScope=runtime -Dmdep.pathSeparator=: -Dmdep.outputFile=target/libraries
}

# Copies the output of all modules into one folder, which appears only when it is complete.
assemble() {
  local new="$APP.$$" module
  rm -rf "$new" "$APP" && mkdir -p "$new/classes" || return
  for module in "$SHOOTOUT_HOME"/*/target/classes; do
    module="${module%/target/classes}"
    [[ ! -r "$module/pom.xml" ]] || cp -R "$module/target/classes" "$new/classes/${module##*/}" || return
  done
  libraries >"$new/libraries" && mv "$new" "$APP"
}

libraries() {
  local pom
  for pom in "$SHOOTOUT_HOME"/*/pom.xml; do
    tr ':' '\n' <"${pom%/pom.xml}/target/libraries" && echo || return
  done | awk 'NF && !/\/target\/classes$/ && !seen[$0]++'
}
