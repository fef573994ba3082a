#!/usr/bin/env bash
# Usage: go-program.sh FOLDER NAME [PACKAGE]. Builds the Go program of a folder, or a package of its pinned modules, once,
# into a cache outside the tree, and prints its path (the last line of stdout). Kubernetes' modules take a few minutes on
# two cores the first time. The control plane has most of them, so Go has compiled these already.
set -euo pipefail
name="$2"
shared="$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)/go-program.sh"
cd "$1"

cache="${CHARTROOM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/chartroom}"
key=$(cat go.mod go.sum ./*.go "$shared" | sha256sum | cut -c1-16)
bin="$cache/$name/$key"

mkdir -p "$bin"
exec 9>"$bin/lock"
flock 9
if [ ! -x "$bin/$name" ]; then
  echo "$name: building it from Go modules (once, a few minutes)" >&2
  # 9>&-: a daemon of the Go toolchain must not inherit the lock.
  CGO_ENABLED=0 go build -trimpath -mod=readonly -ldflags "-s -w" -o "$bin/$name.new" "${3:-.}" >&2 9>&-
  mv "$bin/$name.new" "$bin/$name"
fi
echo "$bin/$name"
