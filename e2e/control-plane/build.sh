#!/usr/bin/env bash
# Builds kube-apiserver, kube-controller-manager, kubectl and etcd from the Go modules pinned in go.mod,
# once, into a cache outside the tree, and prints the folder that holds them (the last line of stdout).
# About ten minutes on two cores the first time; nothing to do afterwards.
set -euo pipefail
cd "$(dirname "$0")"

cache="${CHARTROOM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/chartroom}"
key=$(cat go.mod go.sum build.sh | sha256sum | cut -c1-16)
bin="$cache/control-plane/$key"
binaries=(etcd kube-apiserver kube-controller-manager kubectl)

if [ -e "$bin/complete" ]; then
  echo "$bin"
  exit 0
fi

kubernetes=$(awk '$1 == "k8s.io/kubernetes" { print $2 }' go.mod)
mkdir -p "$bin"
exec 9>"$bin/lock"
flock 9 # two builds at once would only take twice as long
if [ ! -e "$bin/complete" ]; then
  echo "control plane: building Kubernetes $kubernetes and etcd from Go modules (once, about ten minutes)" >&2
  minor=${kubernetes#v1.}
  flags="-s -w"
  for package in k8s.io/component-base/version k8s.io/client-go/pkg/version; do
    flags+=" -X $package.gitVersion=$kubernetes -X $package.gitMajor=1 -X $package.gitMinor=${minor%%.*}"
  done
  log="$bin/build.log"
  : >"$log"
  # 9>&- everywhere: a daemon of the Go toolchain must not inherit the lock.
  (
    CGO_ENABLED=0 go build -v -trimpath -mod=readonly -ldflags "$flags" -o "$bin/" \
      k8s.io/kubernetes/cmd/kube-apiserver k8s.io/kubernetes/cmd/kube-controller-manager k8s.io/kubernetes/cmd/kubectl
    CGO_ENABLED=0 go build -v -trimpath -mod=readonly -ldflags "-s -w" -o "$bin/etcd" go.etcd.io/etcd/server/v3
  ) >"$log" 2>&1 9>&- &
  build=$!
  while kill -0 "$build" 2>/dev/null; do
    sleep 15
    echo "control plane: $(wc -l <"$log") packages, last: $(tail -n 1 "$log" | cut -c1-80)" >&2
  done
  if ! wait "$build"; then
    echo "control plane: the build failed:" >&2
    tail -n 20 "$log" >&2
    exit 1
  fi
  for binary in "${binaries[@]}"; do
    [ -x "$bin/$binary" ] || { echo "control plane: $binary was not built" >&2; exit 1; }
  done
  touch "$bin/complete"
fi
echo "$bin"
