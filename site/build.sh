#!/usr/bin/env bash
# Builds the site of the documents in target/site, and checks it. Needs Python 3.11 with venv, and npm. The site itself loads
# nothing from the network.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")"

# The scripts that Material for MkDocs loads from a CDN otherwise: the package, the file in it, and its SHA-256.
scripts=(
  "mermaid@11.17.2 dist/mermaid.min.js 581ed7d74bd9048d0e3a91363927d72ef22942d7722546b27f7cc29e35390eb8"
  "iframe-worker@1.0.4 shim/index.js e8e412dbcfea9b7e31b5ffa288d7b6035915e714c542f4176a0cdbe262fc9609"
)

if [ ! -x target/venv/bin/mkdocs ] || ! cmp -s requirements.txt target/venv/requirements.txt; then
  rm -rf target/venv
  python3 -m venv target/venv
  target/venv/bin/pip install -q --disable-pip-version-check -r requirements.txt
  cp requirements.txt target/venv/
fi
for script in "${scripts[@]}"; do
  read -r package file sum <<<"$script"
  copy="target/assets/${package%@*}.js"
  if ! echo "$sum  $copy" | sha256sum -c --status 2>/dev/null; then
    rm -rf target/npm
    mkdir -p target/assets target/npm
    npm pack --silent --pack-destination target/npm "$package" >/dev/null
    tar -xzf target/npm/*.tgz -C target/npm "package/$file"
    cp "target/npm/package/$file" "$copy"
    echo "$sum  $copy" | sha256sum -c --status
  fi
done
# With --quiet, MkDocs would not count the warnings.
if ! log="$(NO_MKDOCS_2_WARNING=1 target/venv/bin/mkdocs build --strict 2>&1)"; then
  echo "$log" >&2
  exit 1
fi
target/venv/bin/python check.py target/site
