#!/usr/bin/env bash
# Tests what the scripts print and install on machines without a JDK or Maven.
source "$(dirname "$(readlink -f "$0")")/pretend.sh"

readonly DEBIAN_ROOT="debian 12 Linux 0"
unset JAVA_HOME

test_install_commands() {
  local get='install_command jdk maven'
  expect "Debian 12" "sudo apt-get update && sudo apt-get install * openjdk-17-jdk-headless maven*" \
    "$(on "debian 12 Linux 1000" "$get")"
  expect "Debian 13" "*--no-install-recommends default-jdk-headless maven*" "$(on "debian 13 Linux 0" "$get")"
  expect "Ubuntu, root" "apt-get update && apt-get install * openjdk-17-jdk-headless*" \
    "$(on "ubuntu 22.04 Linux 0" "$get")"
  expect "Amazon Linux 2023" "sudo dnf install --assumeyes java-17-amazon-corretto-devel maven*" "$(on "amzn 2023 Linux 1000" "$get")"
  expect "Fedora" "dnf install --assumeyes java-21-openjdk-devel maven*" "$(on "fedora 42 Linux 0" "$get")"
  expect "macOS" "brew install openjdk@17 maven*" "$(on "none 0 Darwin 501" "$get")"
  expect "unknown system" "status 1" "$(on "plan9 4 Linux 0" "$get")"
}

test_missing_tools() {
  expect "missing tools are listed" "*missing here: jdk maven*--install*apt-get*status 2" \
    "$(on "$DEBIAN_ROOT" require_tools)"
  expect "a user without sudo is told to ask" "*Ask an administrator*sudo apt-get*status 2" "$(on "debian 12 Linux 1000" "require_tools --dry-run --install")"
  expect "unknown system" "*not known here*status 2" "$(on "plan9 4 Linux 0" "require_tools --install")"
  fake mvn 'true'
  expect "only missing tools are listed" "*missing here: jdk *headless"$'\n'"status 2" "$(on "$DEBIAN_ROOT" require_tools)"
  fake apt-get 'echo "got: $*"; exit 7'
  expect "a failed installation is reported" "*Running: apt-get*got: update*did not work*status 2" \
    "$(on "$DEBIAN_ROOT" "require_tools --install")"
  fake apt-get 'echo "got: $*"'
  expect "a tool that is still missing is reported" "*got: install*not found*status 2" "$(on "$DEBIAN_ROOT" "require_tools --install")"
}

# shellcheck disable=SC2016 # expanded by `on`
test_jdk() {
  local show='find_jdk; echo "$JAVA_HOME"' old="$SCRATCH/old" new="$SCRATCH/a new one"
  fake_jdk "$old" 1.8
  fake_jdk "$new" 21
  expect "Java 8 is too old" "status 1" "$(JAVA_HOME="$old" on "$DEBIAN_ROOT" "$show")"
  expect "a JDK in an unusual place is found" "$new*" "$(on "$DEBIAN_ROOT" "usual_javas() { echo '$new/bin/java'; }; $show")"
  fake_jdk "$SCRATCH/17" 17
  ln -s "$SCRATCH/17/bin/java" "$SCRATCH/bin/java"
  expect "the PATH replaces a JAVA_HOME that is too old" "$SCRATCH/17*" "$(JAVA_HOME="$old" on "$DEBIAN_ROOT" "$show")"
  expect "JAVA_HOME comes first" "$new*" "$(JAVA_HOME="$new" on "$DEBIAN_ROOT" "$show")"
  rm "$new/bin/javac"
  expect "a JRE is not enough" "$SCRATCH/17*" "$(JAVA_HOME="$new" on "$DEBIAN_ROOT" "$show")"
}

test_versions() {
  expect "the same version is enough" "status 0" "$(on "$DEBIAN_ROOT" 'at_least 3.6.3 3.6.3')"
  expect "a newer version is enough" "status 0" "$(on "$DEBIAN_ROOT" 'at_least 3.6.3 3.10')"
  expect "an older version is not enough" "status 1" "$(on "$DEBIAN_ROOT" 'at_least 3.6.3 3.0.5')"
  fake mvn 'echo "Apache Maven 3.0.5 (Red Hat 3.0.5-17)"'
  expect "an old Maven is reported" "*3.6.3*found 3.0.5*status 2" "$(on "amzn 2 Linux 0" require_new_maven)"
}

# shellcheck disable=SC2016 # expanded by `on`
test_secrets() {
  local show='; printf "%s|" "${ARGUMENTS[@]}" "${SHOOTOUT_PASSCODE:-none}"' file="$SCRATCH/secret"
  expect "a passcode is removed from the arguments" "--samples|3|--passcode=env:SHOOTOUT_PASSCODE|x y|a b|status 0" \
    "$(on "$DEBIAN_ROOT" "hide_secrets --samples 3 --passcode 'a b' 'x y'$show")"
  expect "a passcode after = is removed" "--passcode=env:SHOOTOUT_PASSCODE|a=b|status 0" "$(on "$DEBIAN_ROOT" "hide_secrets --passcode=a=b$show")"
  expect "the password of a trust store is removed" "--trust-store-password=env:SHOOTOUT_TRUST_STORE_PASSWORD|x|none|status 0" \
    "$(on "$DEBIAN_ROOT" "hide_secrets --trust-store-password y x$show")"
  expect "the JVM reads a variable" "--passcode=env:MINE|none|status 0" "$(on "$DEBIAN_ROOT" "hide_secrets --passcode env:MINE$show")"
  expect "a missing value is left to the command" "--passcode|none|status 0" "$(on "$DEBIAN_ROOT" "hide_secrets --passcode$show")"
  printf 'p#s "s\nnot this\n' >"$file"
  expect "the first line of a file is taken unchanged" '--passcode=env:SHOOTOUT_PASSCODE|p#s "s|status 0' "$(on "$DEBIAN_ROOT" "hide_secrets --passcode @$file$show")"
  expect "a missing file is reported" "*--passcode: $file.none has no first line*status 2" "$(on "$DEBIAN_ROOT" "hide_secrets --passcode=@$file.none$show")"
}

test_install_commands
test_missing_tools
test_jdk
test_versions
test_secrets
totals
