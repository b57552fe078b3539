#!/usr/bin/env bash
# Compiles what decides the bits of a model for aarch64 and for this machine, runs its tests under qemu, and compares checksums of
# every kernel, function, rule and dissimilarity: they must be equal, table by table. (Sums in single precision are left out: they
# only ever shortlist.)
# Usage: run.sh SOURCE BUILD     SOURCE: tests/arm; BUILD: a directory for both builds
set -euo pipefail
source=$1
build=$2
emulator=(qemu-aarch64 -L /usr/aarch64-linux-gnu)

compile() {   # DIRECTORY [CMAKE ARGUMENT…]
  local directory=$1
  shift
  cmake -S "$source" -B "$directory" -G Ninja --log-level=WARNING -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_FLAGS_RELEASE=-O2 "$@" >/dev/null
  cmake --build "$directory" --target "${targets[@]}"
}
targets=(bits)
compile "$build/here" -DPROTEA_BUILD_TESTS=OFF
targets=(bits tests)
compile "$build/aarch64" -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ \
  -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc

"${emulator[@]}" "$build/aarch64/tests" --gtest_brief=1

failures=0
compare() {   # FILE OTHER WHAT
  if cmp -s "$1" "$2"; then
    echo "$3: $(wc -l <"$2") checksums, all equal"
  else
    echo "$3: $(diff "$1" "$2" | grep -c '^>' || true) of $(wc -l <"$2") checksums differ, first of all"
    diff "$1" "$2" | head -10 || true
    failures=1
  fi
}

"$build/here/bits" baseline >"$build/here.baseline"
for machine in here aarch64; do
  run=("$build/$machine/bits")
  [ "$machine" = here ] || run=("${emulator[@]}" "${run[@]}")
  "${run[@]}" parts >"$build/$machine.parts"
  for table in $("${run[@]}"); do
    "${run[@]}" "$table" >"$build/$machine.$table"
    compare "$build/here.baseline" "$build/$machine.$table" "kernels of $machine, table $table"
  done
done
compare "$build/here.parts" "$build/aarch64.parts" "functions, rules and dissimilarities of aarch64"
exit $failures
