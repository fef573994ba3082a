#!/usr/bin/env bash
# Builds the client of client-go and controller-runtime. Prints the path of the program (the last line of stdout).
set -euo pipefail
folder="$(cd "$(dirname "$0")" && pwd)"
exec bash "$folder/../../go-program.sh" "$folder" clients
