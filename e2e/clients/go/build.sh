#!/usr/bin/env bash
# Builds the program of this folder from its pinned Go modules, once, into a cache outside the tree, and prints its
# path (the last line of stdout). About a minute on two cores the first time.
set -euo pipefail
cd "$(dirname "$0")"

cache="${CHARTROOM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/chartroom}"
key=$(cat go.mod go.sum ./*.go build.sh | sha256sum | cut -c1-16)
bin="$cache/clients/go-$key"

mkdir -p "$bin"
exec 9>"$bin/lock"
flock 9
if [ ! -x "$bin/clients" ]; then
  echo "clients: building client-go and controller-runtime from Go modules (once, about a minute)" >&2
  # 9>&-: a daemon of the Go toolchain must not inherit the lock.
  CGO_ENABLED=0 go build -trimpath -mod=readonly -ldflags "-s -w" -o "$bin/clients.new" . >&2 9>&-
  mv "$bin/clients.new" "$bin/clients"
fi
echo "$bin/clients"
