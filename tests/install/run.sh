#!/usr/bin/env bash
# Installs a build tree into a prefix of its own and uses it from outside, through find_package and through pkg-config.
# Usage: run.sh BUILD COMPILER [FLAGS…]     FLAGS: what the library was built with and a program linking it needs too
set -euo pipefail

build=$1
compiler=$2
shift 2
sources=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
work=$build/install_test
rm -rf "$work"
cmake --install "$build" --prefix "$work/made" >/dev/null
mv "$work/made" "$work/prefix"   # an installed tree must not know where it was made

echo '== find_package'
cmake -S "$sources" -B "$work/consumer" -G Ninja -DCMAKE_PREFIX_PATH="$work/prefix" -DCMAKE_CXX_COMPILER="$compiler" \
  -DCMAKE_CXX_FLAGS="$*"
cmake --build "$work/consumer"
"$work/consumer/consumer"

echo '== pkg-config'
pc=$(find "$work/prefix" -name protea.pc)
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
# Unquoted: pkg-config prints words.
"$compiler" "$@" "$sources/main.cpp" -o "$work/one_file" $(pkg-config --cflags --libs protea)
LD_LIBRARY_PATH=$(dirname "$(dirname "$pc")") "$work/one_file"   # a shared library is not where the system looks

if [ -x "$work/prefix/bin/protea" ]; then
  echo '== command'
  "$work/prefix/bin/protea" --version
fi
