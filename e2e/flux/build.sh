#!/usr/bin/env bash
# Builds the program of this folder from its pinned Go modules, once, into a cache outside the tree, and prints its
# path (the last line of stdout). A few minutes on two cores the first time.
set -euo pipefail
cd "$(dirname "$0")"

cache="${CHARTROOM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/chartroom}"
key=$(cat go.mod go.sum ./*.go build.sh | sha256sum | cut -c1-16)
bin="$cache/flux/$key"

mkdir -p "$bin"
exec 9>"$bin/lock"
flock 9
if [ ! -x "$bin/flux" ]; then
  echo "flux: building the stand-in for Flux's controllers from Go modules (once, a few minutes)" >&2
  # 9>&-: a daemon of the Go toolchain must not inherit the lock.
  CGO_ENABLED=0 go build -trimpath -mod=readonly -ldflags "-s -w" -o "$bin/flux.new" . >&2 9>&-
  mv "$bin/flux.new" "$bin/flux"
fi
echo "$bin/flux"
