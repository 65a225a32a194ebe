#!/bin/sh
# Installs the executable of a release for this machine, and its systemd unit:
#   curl -fsSL https://downloads.example.com/host/install.sh | sh -s -- --from https://downloads.example.com/host
# Nothing is changed unless every file has the sum that SHA256SUMS names.
set -eu

usage='usage: install.sh --from ADDRESS [--root FOLDER] [--no-unit]'
from='' root='' unit=yes

say() { printf '%s\n' "$*" >&2; }
stop() { say "install: $*"; exit 1; }

read_arguments() {
  while [ $# -gt 0 ]; do
    case $1 in
      --from) from=${2:-}; shift ;;
      --root) root=${2:-}; shift ;;
      --no-unit) unit=no ;;
      *) stop "unknown argument $1. $usage" ;;
    esac
    [ $# -gt 0 ] || stop "$usage"
    shift
  done
  [ -n "$from" ] || stop "the address of the release is missing. $usage"
}

platform() {
  case "$(uname -s) $(uname -m)" in
    'Linux x86_64') echo linux-x64 ;;
    'Linux aarch64' | 'Linux arm64') echo linux-arm64 ;;
    'Darwin arm64') echo darwin-arm64 ;;
    *) stop "a release has no executable for $(uname -s) on $(uname -m)" ;;
  esac
}

fetch() {
  if command -v curl >/dev/null 2>&1; then curl -fsSL --output "$2" "$1"
  elif command -v wget >/dev/null 2>&1; then wget -q -O "$2" "$1"
  else stop 'curl or wget is needed'
  fi || stop "$1 could not be downloaded"
}

sum_of() {
  if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"
  elif command -v shasum >/dev/null 2>&1; then shasum -a 256 "$1"
  else stop 'sha256sum or shasum is needed'
  fi | cut -d ' ' -f 1
}

fetch_checked() {
  fetch "$from/$1" "$scratch/$1"
  expected=$(sed -n "s/^\([0-9a-f]\{64\}\)  $1\$/\1/p" "$scratch/SHA256SUMS")
  [ -n "$expected" ] || stop "SHA256SUMS has no sum of $1; nothing was installed"
  [ "$(sum_of "$scratch/$1")" = "$expected" ] || stop "$1 has another sum than SHA256SUMS names; nothing was installed"
}

# A file is replaced in one step, so that a host that runs keeps the file that it was started from.
place() {
  mkdir -p "$(dirname "$3")"
  cp "$2" "$3.new"
  chmod "$1" "$3.new"
  mv -f "$3.new" "$3"
}

install_unit() {
  place 0644 "$scratch/host.service" "$root/etc/systemd/system/host.service"
  [ -z "$root" ] || return 0
  getent passwd host >/dev/null || useradd --system --user-group --no-create-home --home-dir /var/lib/host \
    --shell /usr/sbin/nologin host
  command -v systemctl >/dev/null 2>&1 && systemctl daemon-reload || true
}

check_libatomic() {
  case $name in linux-*) ;; *) return 0 ;; esac
  PATH="$PATH:/usr/sbin:/sbin"
  command -v ldconfig >/dev/null 2>&1 || return 0
  case $(ldconfig -p) in *libatomic.so.1*) return 0 ;; esac
  say 'install: the host needs libatomic.so.1; install libatomic1 (Debian, Ubuntu) or libatomic (Fedora)'
}

# In a function, so that a download that ends early runs nothing.
main() {
  read_arguments "$@"
  name=$(platform)
  case $name in darwin-*) unit=no ;; esac
  scratch=$(mktemp -d)
  trap 'rm -rf "$scratch"' EXIT
  fetch "$from/SHA256SUMS" "$scratch/SHA256SUMS"
  fetch_checked "host-$name"
  [ "$unit" = no ] || fetch_checked host.service
  place 0755 "$scratch/host-$name" "$root/opt/host/host"
  [ "$unit" = no ] || install_unit
  check_libatomic
  say "install: $root/opt/host/host"
  [ "$unit" = no ] || say 'install: write settings to /etc/host.env, then run: systemctl enable --now host'
}

main "$@"
