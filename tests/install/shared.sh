#!/usr/bin/env bash
# Links the objects of the library as a shared one: a program finds what the headers show, and nothing of other
# libraries leaks out of it.
# Usage: shared.sh SOURCE WORK COMPILER OBJECTS_FILE [FLAGS…]
# OBJECTS_FILE: a list of the objects, parted by semicolons.
set -euo pipefail
source=$1 work=$2 compiler=$3 objects=$4
shift 4
mkdir -p "$work"
tr ';' '\n' <"$objects" | grep '\.o$' >"$work/objects.rsp"   # not the precompiled header
"$compiler" "$@" -shared -o "$work/libprotea_shared.so" "@$work/objects.rsp" -lfmt -lz -lsvm -pthread
"$compiler" "$@" -std=c++20 -I"$source" "$source/tests/install/main.cpp" "$work/libprotea_shared.so" -Wl,-rpath,"$work" -pthread -o "$work/program"
"$work/program"

symbols=$(nm --dynamic --defined-only --demangle "$work/libprotea_shared.so")
grep -q 'protea::Fitted::predict' <<<"$symbols" || { echo 'the facade is not exported'; exit 1; }
for hidden in ' T nlohmann::' ' T Eigen::' ' T fmt::' ' W nlohmann::' ' W Eigen::' 'protea::parse_header'; do
  if grep -q -- "$hidden" <<<"$symbols"; then echo "exported, though nobody's business:$hidden"; grep -m3 -- "$hidden" <<<"$symbols"; exit 1; fi
done
echo "$(wc -l <<<"$symbols") symbols exported"
