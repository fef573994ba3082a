#!/usr/bin/env bash
# Builds the stand-in for the kubelet. Prints the path of the program (the last line of stdout).
set -euo pipefail
folder="$(cd "$(dirname "$0")" && pwd)"
exec bash "$folder/../go-program.sh" "$folder" kubelet
