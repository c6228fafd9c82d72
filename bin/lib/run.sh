# shellcheck shell=bash
# Runs what was built.

# Has no empty entry, because that would mean the current folder.
class_path() { { printf '%s\n' "$APP"/classes/*/ && cat "$APP/libraries"; } | paste -s -d : -; }

# Sets GIT_COMMIT and GIT_DIRTY (true, false); both are empty for a copy without git.
git_state() {
  GIT_COMMIT="" GIT_DIRTY=""
  [[ -e "$SHOOTOUT_HOME/.git" ]] || return 0
  GIT_COMMIT="$(git -C "$SHOOTOUT_HOME" rev-parse HEAD 2>/dev/null)" || return 0
  if [[ -n "$(git -C "$SHOOTOUT_HOME" status --porcelain)" ]]; then GIT_DIRTY=true; else GIT_DIRTY=false; fi
}

# Usage: run_java MAIN ARGUMENTS... Becomes the JVM, so it gets the signals, and its exit status is ours.
# The flags are for a quick start. The load generator's JVMs get others.
run_java() {
  git_state
  exec "$JAVA_HOME/bin/java" -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto \
    -Dshootout.home="$SHOOTOUT_HOME" -Dshootout.git.commit="$GIT_COMMIT" -Dshootout.git.dirty="$GIT_DIRTY" \
    -cp "$(class_path)" "$@"
}
