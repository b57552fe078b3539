#!/usr/bin/env bash
# Applies the diffs of CONTRIBUTING.md, a rule and a method, to a copy of what they touch, compiles it against the
# library and uses both.
# Usage: run.sh SOURCE_DIR BINARY_DIR LIBRARY CXX [FLAGS...]
set -euo pipefail
source_dir=$1 binary_dir=$2 library=$3 compiler=$4
shift 4
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/protea/catalogue" "$work/protea/rule" "$work/protea/method"
cp "$source_dir/protea/catalogue/rules.cpp" "$source_dir/protea/catalogue/methods.cpp" "$work/protea/catalogue/"
sed -n '/^```diff$/,/^```$/p' "$source_dir/CONTRIBUTING.md" | sed '/^```/d' >"$work/both.diff"
(cd "$work" && patch --quiet -p1 <both.diff)

for list in rules methods; do
  lines=$(awk -v list="$list" '/^--- / { on = index($0, list ".cpp") } on && /^\+[^+]/ { ++n } END { print n }' "$work/both.diff")
  [ "$lines" -eq 2 ] || { echo "the list of $list changes by $lines lines, not by an include and an entry"; exit 1; }
done

"$compiler" -std=c++20 -O1 "$@" -I"$work" -I"$source_dir" "$work/protea/catalogue/rules.cpp" "$work/protea/catalogue/methods.cpp" \
  "$source_dir/tests/contributing/main.cc" "$library" -Wl,-rpath,"$binary_dir" -lfmt -lz -lsvm -pthread -o "$work/toy"
"$work/toy" "$work/toy.protea"
