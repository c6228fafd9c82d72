# shellcheck shell=bash
# The name of the JDK package on this machine, and the command that installs tools.

say() { printf '%s\n' "$*" >&2; }

# Prints the reason and exits with the status for "bad usage or input".
fail() {
  say "$@"
  exit 2
}

have() { command -v "$1" >/dev/null 2>&1 || [[ -x "/usr/sbin/$1" ]]; }

is_root() { [[ "$(id -u)" == 0 ]]; }

# A field of /etc/os-release, or nothing. SHOOTOUT_OS_RELEASE lets a test simulate another system.
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

# Debian 13 has no Java 17 any more, but its default is newer; the default of some Ubuntus is older.
jdk_package() {
  case "$(os_family):$(os_release ID):$(os_release VERSION_ID)" in
    debian:debian:1[3-9]* | debian:debian:) echo default-jdk-headless ;;
    debian:*) echo openjdk-17-jdk-headless ;;
    amazon:*) echo java-17-amazon-corretto-devel ;;
    redhat:*) echo java-21-openjdk-devel ;;
    *) echo openjdk@17 ;;
  esac
}

# Usage: install_command TOOL... Prints one command line; fails if none is known.
install_command() {
  local packages=" $* " sudo="sudo "
  ! is_root || sudo=""
  packages="${packages/ jdk / $(jdk_package) }"
  packages="${packages% }"
  case "$(os_family)" in
    debian) echo "${sudo}apt-get update && ${sudo}apt-get install --yes --no-install-recommends$packages" ;;
    amazon | redhat) echo "${sudo}dnf install --assumeyes$packages" ;;
    macos) echo "brew install$packages" ;;
    *) return 1 ;;
  esac
}

# Whether this user may install packages. Homebrew needs no special rights.
may_install() {
  if [[ "$(os_family)" == macos ]]; then have brew; else is_root || have sudo; fi
}
