#!/usr/bin/env bash
# Installs the Python client into a virtual environment in a cache outside the tree, once, and prints the path of its
# interpreter (the last line of stdout).
set -euo pipefail
cd "$(dirname "$0")"

cache="${CHARTROOM_CACHE:-${XDG_CACHE_HOME:-$HOME/.cache}/chartroom}"
key=$(cat requirements.txt install.sh | sha256sum | cut -c1-16)
venv="$cache/clients/python-$key"

mkdir -p "$cache/clients"
exec 9>"$venv.lock"
flock 9
if [ ! -e "$venv/complete" ]; then
  echo "clients: installing the Python client (once)" >&2
  rm -rf "$venv"
  python3 -m venv "$venv" >&2
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check --requirement requirements.txt >&2
  touch "$venv/complete"
fi
echo "$venv/bin/python"
