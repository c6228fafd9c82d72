# shellcheck shell=bash
# What looks at the sources without running them: sourced by test-steps.sh.

linters() {
  step "scripts: shellcheck" lint_scripts
  step "Scala: format" maven spotless:check
}

# They read each other, so one that has changed has all of them looked at again; else nobody pays ten seconds of processor time.
lint_scripts() {
  local seen="target/linted" now
  now="$(shellcheck --version && scripts -exec cksum {} + | LC_ALL=C sort)"
  [[ ! -r "$seen" || "$now" != "$(cat "$seen")" ]] || { echo "None has changed since all were fine." && return; }
  scripts -exec shellcheck --external-sources {} + && mkdir -p target && printf '%s\n' "$now" >"$seen"
}

scripts() { find bin e2e .ci/run -type f -not -name '*.txt' -not -path 'e2e/faults/*' "$@"; }

# ESLint remembers by itself what was fine.
lint_page() { npm run lint -- --cache --cache-strategy content --cache-location node_modules/.cache/eslint/; }
