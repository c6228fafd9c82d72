# shellcheck shell=bash
# Has Maven load the Scala compiler once: sourced by test-steps.sh.
#
# The plugin loads it again for each module, and once more for its tests: fourteen times in all, and each time it starts cold. The boot class
# path (-Xbootclasspath) is loaded once for all, which saves a third of the CPU time. If Maven has not downloaded all of the compiler
# yet, nothing changes.

readonly JARS="${HOME:-}/.m2/repository/org"

# Usage: wanted JAR-GROUP ARTIFACT VERSION NEEDED. The version of an artifact that another one's pom asks for.
wanted() { sed -n "/<artifactId>$4</{n;s|.*<version>\(.*\)</version>.*|\1|p;q;}" "$JARS/$1/$2/$3/$2-$3.pom"; }

# Usage: newest GROUP ARTIFACT. Zinc, which the plugin brings along, has a newer one than the compiler asks for.
newest() { find "$JARS/$1/$2" -mindepth 1 -maxdepth 1 -type d -printf '%f\n' | sort --version-sort | tail -n 1; }

# Group, artifact and version of each jar, one a line.
compiler_jars() {
  local scala artifact
  scala="$(sed -n 's|.*<scala.version>\(.*\)</scala.version>.*|\1|p' pom.xml)"
  for artifact in scala3-compiler_3 scala3-interfaces scala3-library_3 tasty-core_3; do echo "scala-lang $artifact $scala"; done
  echo "scala-lang scala-library $(wanted scala-lang scala3-library_3 "$scala" scala-library)"
  echo "scala-lang/modules scala-asm $(wanted scala-lang scala3-compiler_3 "$scala" scala-asm)"
  echo "scala-sbt compiler-interface $(newest scala-sbt compiler-interface)"
  echo "scala-sbt util-interface $(newest scala-sbt util-interface)"
}

# Usage: compiling COMMAND... With a Maven that loads the compiler once, if all of it is here.
compiling() {
  local group artifact version jar path="" found=0
  while read -r group artifact version; do
    jar="$JARS/$group/$artifact/$version/$artifact-$version.jar"
    [[ ! -r "$jar" ]] || { path+=":$jar" && found=$((found + 1)); }
  done < <(compiler_jars 2>/dev/null)
  [[ "$found" == 8 ]] || path=""
  MAVEN_OPTS="$MAVEN_OPTS${path:+ -Xbootclasspath/a$path}" "$@"
}
