# Builds the program and runs its benchmarks. Only the launcher in a checkout has this part. The script `chartroom` in the
# root sources jdk.sh, sets $home and $jdk, and then sources this file, which sets $target, $stamp and $classpath.
# shellcheck shell=bash disable=SC2154

# Prints the modules of the root pom that are part of the program.
modules() {
  sed -n 's|^ *<module>\(.*\)</module>.*|\1|p' "$home/pom.xml" | grep -vxE 'format|image|e2e|benchmarks'
}

# Selects the newer of two builds: the full build of Maven, which writes the archive last, and the quick build below.
choose_build() {
  local full="$home/bootstrap/target"
  target="$full/quick" stamp="$full/quick/built"
  local version archive
  version="$(sed -n '/<version>/ { s|.*<version>\(.*\)</version>.*|\1|p; q; }' "$home/pom.xml")"
  archive="$full/chartroom-$version.tar.gz"
  if [ "$archive" -nt "$stamp" ]; then
    target="$full" stamp="$archive"
  fi
  classpath="$target/bootstrap-$version.jar:$target/lib/*"
}

is_built() {
  [ -e "$stamp" ] && [ -f "${classpath%%:*}" ] && [ -d "$target/lib" ]
}

# Prints what a module is made of, relative to its folder.
sources() { # <module>
  case "$1" in
    console) echo app/src app/public app/index.html app/vite.config.ts packages/form/src package-lock.json build.sh ;;
    *) echo src/main ;;
  esac
}

# Succeeds if no source is newer than the build.
is_current() {
  local module source
  is_built || return 1
  for module in $(modules); do
    for source in pom.xml $(sources "$module"); do
      if [ -n "$(find "$home/pom.xml" "$home/$module/$source" -newer "$stamp" -print | head -n 1)" ]; then
        return 1
      fi
    done
  done
}

# Prints the state of a build as a line: the step, the time and the downloads so far.
progress() { # <seconds since the start> <log>
  awk -v seconds="$1" '
    /^\[INFO\] Building .*\[[0-9]+\/[0-9]+\]$/ {
      step = $NF
      gsub(/[][]/, "", step)
      name = $0
      sub(/^\[INFO\] Building /, "", name)
      sub(/ +[^ ]+ +\[[^ ]*$/, "", name)
    }
    / Downloaded from / {
      size = $(NF - 4)
      sub(/\(/, "", size)
      unit = $(NF - 3)
      bytes += size * (unit == "MB" ? 1e6 : unit == "kB" ? 1e3 : 1)
    }
    END {
      split(step, part, "/")
      printf "  step %d of %d, %d:%02d, %d MB downloaded: %s\n", part[1], part[2], seconds / 60, seconds % 60, bytes / 1e6,
        name == "" ? "preparing Maven" : name
    }' "$2"
}

# Prints the progress of a process at each step and every ten seconds. When the process ends, it prints a last line if
# something has changed.
follow() { # <process> <log> <when it started>
  local line last="" printed=$3 running=yes
  while [ -n "$running" ]; do
    kill -0 "$1" 2>/dev/null || running=
    line="$(progress $((SECONDS - $3)) "$2")"
    if [ "${line##*: }" != "${last##*: }" ] || [ $((SECONDS - printed)) -ge 10 ] ||
      [ -z "$running" ] && [ "${line#*, *, }" != "${last#*, *, }" ]; then
      last="$line" printed=$SECONDS
      printf '%s\n' "$line"
    fi
    [ -z "$running" ] || sleep 0.2
  done
}

# Allows one launcher to build at a time. The lock is a link to the number of the process, because every system creates a
# link in one step.
lock() { # <lock>
  local holder waits=
  until ln -sn $$ "$1" 2>/dev/null; do
    holder="$(readlink "$1" || true)"
    # A lock is stale if its process has ended. Another process may have the same number, so a lock also expires after half
    # an hour.
    if [ -n "$holder" ] && { ! kill -0 "$holder" 2>/dev/null || [ -n "$(find "$1" -prune -mmin +30 2>/dev/null)" ]; }; then
      [ "$(readlink "$1" || true)" != "$holder" ] || rm -f "$1"
      continue
    fi
    [ -n "$waits" ] || echo "chartroom: another launcher (process $holder) is building; waiting for it" >&2
    waits=yes
    sleep 0.2
  done
}

# Moves the existing program aside, because no jar of an older version may stay on the class path.
move_aside() { # <folder of the program>
  local part
  mkdir -p "$1/before"
  for part in "$1/lib" "$1/lib-dev"; do
    [ ! -d "$part" ] || mv "$part" "$1/before/"
  done
  for part in "$1"/bootstrap-*.jar; do # a copy, because Maven writes the jar only if it has changed
    [ ! -f "$part" ] || cp -p "$part" "$1/before/"
  done
}

# Restores the program after a build that failed or was killed.
move_back() { # <folder of the program>
  local part
  for part in "$1"/before/*; do
    [ -e "$part" ] || continue
    rm -rf "${1:?}/${part##*/}"
    mv "$part" "$1/"
  done
  rm -rf "$1/before"
}

# Builds the program without its tests, in a separate folder. In the same folder, a full build would treat classes that
# static analysis never checked as compiled.
build() {
  local quick="$home/bootstrap/target/quick" start=$SECONDS maven
  local log="$quick/build.log"
  command -v mvn >/dev/null ||
    die "Maven not found. Install Maven 3.8.7 or newer (https://maven.apache.org) and put mvn on the PATH."
  mkdir -p "$quick"
  lock "$quick/lock"
  # shellcheck disable=SC2064 # $quick is local, so it must expand now
  trap "move_back '$quick'; rm -f '$quick/lock'" EXIT
  move_back "$quick"
  choose_build
  if is_current; then # the other launcher has built it
    trap - EXIT
    rm -f "$quick/lock"
    return
  fi
  if is_built; then
    echo "chartroom: sources have changed, building; the log is in $log" >&2
  else
    echo "chartroom: first build: one to three minutes, 130 MB; the log is in $log" >&2
  fi
  move_aside "$quick"
  : >"$log"
  touch "$quick/building" # a source that changes after this needs another build
  (
    cd "$home"
    # Maven runs javac in its own JVM. That JVM runs for half a minute, in which the second compiler does not pay off.
    JAVA_HOME="$jdk" MAVEN_OPTS="--sun-misc-unsafe-memory-access=allow -XX:TieredStopAtLevel=1 ${MAVEN_OPTS:-}" \
      exec mvn -B -Dstyle.color=never -Dquick -pl bootstrap -am package
  ) >"$log" 2>&1 </dev/null &
  maven=$!
  trap 'kill "$maven" 2>/dev/null; wait "$maven" || true; exit 130' INT TERM
  follow "$maven" "$log" "$start" >&2
  trap - INT TERM
  if ! wait "$maven"; then
    grep -m 12 '^\[ERROR\]' "$log" >&2 || tail -n 12 "$log" >&2
    die "the build failed after $((SECONDS - start)) s; the whole log is in $log"
  fi
  mv "$quick/building" "$quick/built"
  trap - EXIT
  rm -rf "$quick/before" "$quick/lock"
  choose_build
  echo "chartroom: built in $((SECONDS - start)) s" >&2
}

bench() {
  local bench
  bench=(-Dbench.classpath="$classpath" -Dbench.options="${options[*]}")
  while [ $# -gt 0 ]; do
    case "$1" in
      --n) bench+=(-Dbench.n="${2:?chartroom: --n needs a number}") && shift 2 ;;
      --kinds) bench+=(-Dbench.kinds="${2:?chartroom: --kinds needs a number}") && shift 2 ;;
      --postgres) bench+=(-Dbench.postgres=true) && shift ;;
      --inner) bench+=(-Dbench.inner=true) && shift ;;
      -D*) bench+=("$1") && shift ;;
      *) echo "usage: chartroom bench [--n N] [--kinds N] [--postgres] [--inner] [-Dbench.NAME=VALUE...]" >&2 && exit 2 ;;
    esac
  done
  cd "$home"
  JAVA_HOME="$jdk" exec mvn -q -B -DskipTests -Dbuild.report.skip=true -Pbench -pl benchmarks -am \
    "${bench[@]}" test
}
