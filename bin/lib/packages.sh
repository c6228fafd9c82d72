# shellcheck shell=bash
# What this machine's package manager calls a tool, and the one command that installs it.

say() { printf '%s\n' "$*" >&2; }

# Nothing can be run: says why and ends with the status for "bad usage or input".
fail() {
  say "$@"
  exit 2
}

have() { command -v "$1" >/dev/null 2>&1 || [[ -x "/usr/sbin/$1" ]]; }

is_root() { [[ "$(id -u)" == 0 ]]; }

# A field of /etc/os-release, or nothing. SHOOTOUT_OS_RELEASE lets a test pretend to be elsewhere.
os_release() {
  local file="${SHOOTOUT_OS_RELEASE:-/etc/os-release}"
  [[ -r "$file" ]] || return 0
  sed -n "s/^$1=\"\{0,1\}\([^\"]*\)\"\{0,1\}\$/\1/p" "$file"
}

# macos, amazon, debian (Ubuntu too), redhat (Fedora too) or other.
os_family() {
  [[ "$(uname -s)" != Darwin ]] || { echo macos; return; }
  case " $(os_release ID) $(os_release ID_LIKE) " in
    *" amzn "*) echo amazon ;;
    *" debian "* | *" ubuntu "*) echo debian ;;
    *" fedora "* | *" rhel "*) echo redhat ;;
    *) echo other ;;
  esac
}

# Debian 13 has no Java 17 any more, but its default is newer; Debian 11's and some Ubuntus' default is older.
debian_jdk() {
  local version
  version="$(os_release VERSION_ID)"
  if [[ "$(os_release ID)" == debian && "${version:-13}" -ge 13 ]]; then
    echo default-jdk-headless
  else
    echo openjdk-17-jdk-headless
  fi
}

# Usage: package_for FAMILY TOOL. A tool without an entry is called the same everywhere.
package_for() {
  case "$1:$2" in
    debian:jdk) debian_jdk ;;
    amazon:jdk) echo java-17-amazon-corretto-devel ;;
    redhat:jdk) echo java-21-openjdk-devel ;;
    macos:jdk) echo openjdk@17 ;;
    debian:node) echo nodejs ;;
    *) echo "$2" ;;
  esac
}

# Usage: install_command TOOL... Prints one command line; fails where none is known.
install_command() {
  local family tool packages="" sudo="sudo "
  family="$(os_family)"
  for tool in "$@"; do packages+=" $(package_for "$family" "$tool")"; done
  ! is_root || sudo=""
  case "$family" in
    debian) echo "${sudo}apt-get update && ${sudo}apt-get install --yes --no-install-recommends$packages" ;;
    amazon | redhat) if have dnf; then echo "${sudo}dnf install --assumeyes$packages"
      else echo "${sudo}yum install --assumeyes$packages"; fi ;;
    macos) echo "brew install$packages" ;;
    *) return 1 ;;
  esac
}

# Usage: may_install; a package manager for everybody, or the right to use the system's.
may_install() {
  if [[ "$(os_family)" == macos ]]; then have brew; else is_root || have sudo; fi
}
