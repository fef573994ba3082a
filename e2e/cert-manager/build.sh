#!/usr/bin/env bash
# Builds the controllers of cert-manager. Prints the path of the program (the last line of stdout). The CRDs of its version
# are in the folder crds beside the program.
set -euo pipefail
folder="$(cd "$(dirname "$0")" && pwd)"
program="$(bash "$folder/../go-program.sh" "$folder" cert-manager)"
crds="$(dirname "$program")/crds"
if [ ! -d "$crds" ]; then
  module="$(cd "$folder" && go list -m -f '{{.Dir}}' github.com/cert-manager/cert-manager)"
  new="$(mktemp -d "$crds.XXXXXX")"
  cp "$module"/deploy/crds/cert-manager.io_*.yaml "$new"
  chmod -R u+w,go+rX "$new"
  mv -T "$new" "$crds" || rm -r "$new"
fi
echo "$program"
