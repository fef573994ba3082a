#!/usr/bin/env bash
# Builds the real helm command. Prints the path of the program (the last line of stdout).
set -euo pipefail
folder="$(cd "$(dirname "$0")" && pwd)"
exec bash "$folder/../go-program.sh" "$folder" helm helm.sh/helm/v4/cmd/helm
