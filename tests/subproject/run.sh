#!/usr/bin/env bash
# Holds the source tree in another project: configures it, compiles a program against protea::protea and one file of the
# library, and links the program with the library that is already built, since building it again would take minutes.
# Usage: run.sh SOURCE WORK LIBRARY COMPILER [FLAGS…]
# FLAGS: what the library was built with and a program linking it needs too.
set -euo pipefail

source=$1 work=$2 library=$3 compiler=$4
shift 4
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

fail() {
  echo "inside another project: $1"
  exit 1
}

for with in add_subdirectory FetchContent; do
  echo "== $with"
  tree=$work/$with
  rm -rf "$tree"
  cmake -S "$here" -B "$tree" -G Ninja -DWITH="$with" -DPROTEA_SOURCE="$source" -DCMAKE_CXX_COMPILER="$compiler" -DCMAKE_CXX_FLAGS="$*"
  targets=$(ninja -C "$tree" -t targets all)
  object=$(grep -o '^[^ ]*version\.cpp\.o' <<<"$targets") || fail "the library has no version.cpp"
  main=$(grep -o '^CMakeFiles/holder\.dir/[^ :]*main\.cpp\.o' <<<"$targets") || fail 'the program has no main.cpp'
  ninja -C "$tree" "$object" "$main"
  "$compiler" "$@" "$tree/$main" "$library" "-Wl,-rpath,$(dirname "$library")" -lfmt -lz -lsvm \
    -pthread -o "$tree/holder_of_built"
  "$tree/holder_of_built"

  # Nothing of ours in what is theirs.
  if grep -q -- '-Werror' "$tree/build.ninja"; then fail 'warnings are errors'; fi
  if grep -Eq '^(test_|example_|protea_command|.*/test_base)' <<<"$targets"; then fail 'tests, examples or the command are built'; fi
  [ "$(ctest --test-dir "$tree" -N | grep -c 'Test *#')" -eq 0 ] || fail 'there are tests'
  cmake --install "$tree" --prefix "$tree/prefix" >/dev/null
  [ -z "$(find "$tree/prefix" -type f 2>/dev/null)" ] || fail 'files are installed'
done
