#!/usr/bin/env bash
# Builds the program of this folder from its pinned Go modules, once, into a cache outside the tree, and prints its
# path (the last line of stdout). The control plane has the same modules, so Go has compiled most packages already.
set -euo pipefail
cd "$(dirname "$0")"

cache="${CHARTROOM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/chartroom}"
key=$(cat go.mod go.sum ./*.go build.sh | sha256sum | cut -c1-16)
bin="$cache/kubelet/$key"

mkdir -p "$bin"
exec 9>"$bin/lock"
flock 9
if [ ! -x "$bin/kubelet" ]; then
  echo "kubelet: building the stand-in from Go modules (once)" >&2
  # 9>&-: a daemon of the Go toolchain must not inherit the lock.
  CGO_ENABLED=0 go build -trimpath -mod=readonly -ldflags "-s -w" -o "$bin/kubelet.new" . >&2 9>&-
  mv "$bin/kubelet.new" "$bin/kubelet"
fi
echo "$bin/kubelet"
