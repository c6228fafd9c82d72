# shellcheck shell=bash
# Runs Maven for a build.

# Compiles in half the time: Maven ends before the slower compiler's better code would pay. The code cache that goes with
# that is too small for several modules at once.
readonly MAVEN_JVM="-XX:TieredStopAtLevel=1 -XX:ReservedCodeCacheSize=240m -XX:+UseParallelGC"

# Another compiler, or other flags, do not know what the last ones left behind, and would take classes of removed sources for living ones.
forget_other_compiler() {
  local told="$SHOOTOUT_HOME/target/poms" now
  now="$(cat "$SHOOTOUT_HOME"/pom.xml "$SHOOTOUT_HOME"/*/pom.xml | cksum)"
  [[ "$now" == "$(cat "$told" 2>/dev/null)" ]] || rm -rf "$SHOOTOUT_HOME"/*/target
  printf '%s\n' "$now" >"$told"
}

compile() {
  cd "$SHOOTOUT_HOME" || return
  MAVEN_OPTS="${MAVEN_OPTS:-$MAVEN_JVM}" mvn --batch-mode --threads 1C -Dmaven.test.skip \
    compile org.apache.maven.plugins:maven-dependency-plugin:build-classpath \
    -DincludeScope=runtime -Dmdep.pathSeparator=: -Dmdep.outputFile=target/libraries
}
