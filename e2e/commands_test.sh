#!/usr/bin/env bash
# Tests what the real commands do without a broker: help, bad usage, the plan, completion. SettingsReaderSuite tries each wrong option.
source "$(dirname "$(readlink -f "$0")")/lib.sh"

# Command and class of each help file. SHOOTOUT_WRITE_DOCS=yes writes the files again.
test_help() {
  local kept command class help
  while read -r command class help; do
    kept="$SHOOTOUT_HOME/bin/lib/help/$command${help#--help}.txt"
    [[ -z "${SHOOTOUT_WRITE_DOCS:-}" ]] || printed_help "$class" "$help" >"$kept"
    expect "$help of $command, and nothing before it" "Usage: $command*status 0" "$(run "$command" "$help")"
    expect "the help of $command is the saved one" "" "$(diff "$kept" <(printed_help "$class" "$help"))"
  done <<LIST
benchmark-all shootout.cli.Main --help
benchmark-all shootout.cli.Main --help-all
benchmark-report shootout.report.Main --help
benchmark-compare shootout.report.compare.Main --help
calibrate shootout.calibrate.Main --help
lock-brokers shootout.cli.LockBrokers --help
recheck shootout.cli.Recheck --help
LIST
  [[ -z "${SHOOTOUT_WRITE_DOCS:-}" ]] || options_page >"$SHOOTOUT_HOME/docs/reference/options.md"
  expect "docs/reference/options.md has the help of all commands" "" "$(diff "$SHOOTOUT_HOME/docs/reference/options.md" <(options_page))"
}

# shellcheck disable=SC2016 # quotes of Markdown
options_page() {
  local command kept
  printf '# Options\n\nThis page is generated from the help of the commands in `bin/`.\n'
  for command in benchmark-all benchmark-report benchmark-compare calibrate lock-brokers recheck; do
    kept="$SHOOTOUT_HOME/bin/lib/help/$command.txt"
    [[ "$command" != benchmark-all ]] || kept="${kept%.txt}-all.txt"
    printf '\n## %s\n\n```\n%s\n```\n' "$command" "$(<"$kept")"
  done
}

# shellcheck disable=SC2016 # for the inner shell
printed_help() {
  bash -c 'source "$1/bin/lib/common.sh" && find_jdk && build_if_stale && run_java "$2" "$3"' _ "$SHOOTOUT_HOME" "$1" "$2" </dev/null
}

test_bad_usage() {
  printf 'group: broken\nscenario:\n  destinations: {type: quue}\n  producers: {size: 0 B}\n  consumers: {colour: red}\n' >"$SCRATCH/broken.yaml"
  expect "an unknown option" "*--no-such-option*status 2" "$(run benchmark-all --no-such-option)"
  expect "several wrong options" "*--samples*--brokers*nobody*Nothing was run*status 2" "$(run benchmark-all --brokers nobody --samples 0)"
  expect "several errors in a file" "*broken.yaml:3:*broken.yaml:4:*broken.yaml:5:*Nothing was run*status 2" \
    "$(run benchmark-all --scenarios "$SCRATCH/broken.yaml" --out "$SCRATCH/out")"
  expect "an empty plan is refused" "*nothing would run*status 2" \
    "$(run benchmark-all --dry-run --brokers hornetq --protocols stomp --only 'durable*' --profile full)"
  expect "--out must not be a file" "*--out: nothing can be written to $SHOOTOUT_HOME/pom.xml: there is a file of that name*status 2" \
    "$(run benchmark-all --brokers null --protocols stomp --only 20b_1a_1queue_1 --out "$SHOOTOUT_HOME/pom.xml")"
  expect "a host that does not exist" "*--url: no address is known for the host 'no-such-host.invalid'*status 2" \
    "$(run benchmark-all --url stomp://no-such-host.invalid:1 --dialect activemq)"
  expect "another machine, without --yes" "*--url: this run creates * on 192.0.2.7*write --yes*status 2" \
    "$(run benchmark-all --url stomp://192.0.2.7:9 --dialect activemq --out "$SCRATCH/out")"
  expect "a version that is not locked" "*'bin/lock-brokers artemis@2.0.0'*status 2" "$(run benchmark-all --dry-run --brokers artemis@2.0.0)"
  expect "nothing is written" no "$([[ -e "$SCRATCH/out" ]] && echo yes || echo no)"
  expect "a missing result folder is refused" "*status 2" "$(run benchmark-report /no-such-folder)"
  expect "recheck refuses a missing folder" "*recheck: /no-such-folder cannot be used: there is no such file*status 2" "$(run recheck /no-such-folder)"
  expect "too few rounds, too small a size" "*--rounds*--sizes*status 2" "$(run calibrate --rounds 0 --sizes 1)"
}

# With a time limit, because a test that really starts would run itself forever.
test_tests() {
  expect "bin/test has a help" "Usage: test*--fast*" "$(timeout 20 "$SHOOTOUT_HOME/bin/test" --fast --help)"
  expect "bin/test refuses an unknown option" "*no option '--slow'*status 2" "$(timeout 20 "$SHOOTOUT_HOME/bin/test" --fast --slow 2>&1 || echo "status $?")"
}

test_completion() {
  "$SHOOTOUT_HOME/bin/completion" >"$SCRATCH/completion"
  expect "completion is a script" "" "$(bash -n "$SCRATCH/completion" 2>&1)"
  expect "completion has brokers and variants" "*apollo*openmq/sync*" "$(<"$SCRATCH/completion")"
}

test_help
test_bad_usage
test_tests
expect "the plan is printed" "*20b_1a_1queue_1*status 0" "$(run benchmark-all --brokers apollo --dry-run)"
test_completion
totals
