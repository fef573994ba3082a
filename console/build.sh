#!/usr/bin/env bash
# Builds the console for the program, if its sources have changed since the last time.
#
# usage: console/build.sh FOLDER
# It writes the files of the console to FOLDER, and their paths to FOLDER/files.txt. Without Node.js, or if CONSOLE_SKIP is set,
# there is no FOLDER, and the program has no console.
set -euo pipefail
folder="${1:?usage: console/build.sh FOLDER}"
cd "$(dirname "$0")"

missing() {
  rm -rf "$folder" # of an earlier build
  echo "console: WARNING: $1, so this build of the program has no console" >&2
  exit 0
}
[ "${CONSOLE_SKIP:-false}" = false ] || missing "console.skip is set"
command -v node >/dev/null && command -v npm >/dev/null || missing "Node.js with npm is not on the PATH"
node -e 'const [major, minor] = process.versions.node.split(".").map(Number)
process.exit(major > 20 || (major === 20 && minor >= 19) ? 0 : 1)' || missing "$(node --version) is older than Node.js 20.19"

sources() {
  find package.json package-lock.json build.sh app packages \
    \( -name node_modules -o -name dist -o -name test -o -name browser \) -prune -o -type f -print | LC_ALL=C sort
}
stamp="$(dirname "$(dirname "$folder")")/console.sha256"
sum="$(sources | tr '\n' '\0' | xargs -0 sha256sum)"
if [ -f "$folder/files.txt" ] && [ "$(cat "$stamp" 2>/dev/null)" = "$sum" ]; then
  exit 0
fi

failed() {
  echo "console: npm cannot build the console: see the message above. -Dconsole.skip builds the program without it" >&2
  exit 1
}
if [ ! -d node_modules ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
  # Without the tools of the tests, which are most of the download.
  npm ci --omit=dev --loglevel error --no-audit --no-fund || failed
fi
npm run --silent build --workspace app -- --logLevel warn || failed
rm -rf "$folder" "$stamp"
mkdir -p "$folder"
cp -R app/dist/. "$folder"
(cd "$folder" && find . -type f ! -name files.txt | sed 's|^\./||' | LC_ALL=C sort) >"$folder.list"
mv "$folder.list" "$folder/files.txt"
printf '%s\n' "$sum" >"$stamp"
