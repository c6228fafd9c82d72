# shellcheck shell=bash
# Makes Maven load the Scala compiler only once. Sourced by test-steps.sh.
#
# The plugin loads it for each module, and again for the module's tests: fourteen times in all, each time with a cold start. The boot class
# path (-Xbootclasspath) is loaded only once, which saves a third of the CPU time. If Maven has not downloaded all of the compiler
# yet, nothing changes.

readonly JARS="${HOME:-}/.m2/repository/org"

# Usage: wanted JAR-GROUP ARTIFACT VERSION NEEDED. The version of NEEDED in the pom of ARTIFACT.
wanted() { sed -n "/<artifactId>$4</{n;s|.*<version>\(.*\)</version>.*|\1|p;q;}" "$JARS/$1/$2/$3/$2-$3.pom"; }

# Usage: newest GROUP ARTIFACT. Zinc, which comes with the plugin, has a newer version than the compiler asks for.
newest() { find "$JARS/$1/$2" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort --version-sort | tail -n 1; }

# Group, artifact and version of each jar, one per line.
compiler_jars() {
  local scala artifact
  scala="$(sed -n 's|.*<scala.version>\(.*\)</scala.version>.*|\1|p' pom.xml)"
  for artifact in scala3-compiler_3 scala3-interfaces scala3-library_3 tasty-core_3; do echo "scala-lang $artifact $scala"; done
  echo "scala-lang scala-library $(wanted scala-lang scala3-library_3 "$scala" scala-library)"
  echo "scala-lang/modules scala-asm $(wanted scala-lang scala3-compiler_3 "$scala" scala-asm)"
  echo "scala-sbt compiler-interface $(newest scala-sbt compiler-interface)"
  echo "scala-sbt util-interface $(newest scala-sbt util-interface)"
}

# Usage: compiling COMMAND... Runs it with a Maven that loads the compiler once, if all its jars are here.
compiling() {
  local group artifact version jar path="" found=0
  while read -r group artifact version; do
    jar="$JARS/$group/$artifact/$version/$artifact-$version.jar"
    [[ ! -r "$jar" ]] || { path+=":$jar" && found=$((found + 1)); }
  done < <(compiler_jars 2>/dev/null)
  [[ "$found" == 8 ]] || path=""
  MAVEN_OPTS="$MAVEN_OPTS${path:+ -Xbootclasspath/a$path}" "$@"
}
