# Finds a JDK 25 or newer. The launcher, ./dev and .ci/run source this file.
# shellcheck shell=bash

die() {
  printf 'chartroom: %s\n' "$1" >&2
  exit 1
}

is_jdk_25() {
  [ -x "$1/bin/javac" ] && [ -f "$1/release" ] &&
    [ "$(sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release")" -ge 25 ] 2>/dev/null
}

find_jdk() {
  local candidate on_path
  on_path="$(command -v javac || true)"
  while [ -L "$on_path" ]; do on_path="$(cd "$(dirname "$on_path")" && readlink "$on_path")"; done
  for candidate in "${JAVA_HOME:-}" "${on_path%/bin/javac}" /usr/lib/jvm/* "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/* \
    /Library/Java/JavaVirtualMachines/*/Contents/Home; do
    if [ -n "$candidate" ] && is_jdk_25 "$candidate"; then
      echo "$candidate"
      return
    fi
  done
  die "JDK 25 not found. Install one (https://adoptium.net) and set JAVA_HOME to its folder."
}
