# shellcheck shell=bash
# Tells how far a build is: the first one takes minutes, most of them for libraries that are downloaded.

# Usage: watch_build LOG. Says each new stage, and every hundred downloads; until it is ended, or the script is.
watch_build() {
  local stage shown="" began=$SECONDS
  while kill -0 "$$" 2>/dev/null; do
    sleep 1
    stage="$(build_stage "$1")"
    if [[ -n "$stage" && "$stage" != "$shown" ]]; then
      say "  $stage ($((SECONDS - began)) s)"
      shown="$stage"
    fi
  done
}

# Usage: build_stage LOG. What Maven is doing, by its own words.
build_stage() {
  [[ -r "$1" ]] || return 0
  awk '/^Downloaded from/ { files++ }
    /^\[INFO\] Building [a-z]/ { module = $3 }
    /^\[INFO\] --- .*:compile/ { compiling = module }
    END {
      if (files >= 100 || (files > 0 && !module)) stage = sprintf("%d files downloaded", int(files / 100) * 100)
      if (files > 0 && files < 100) stage = "downloading libraries"
      if (compiling) stage = (stage ? stage ", " : "") "compiling " compiling
      print stage
    }' "$1"
}
