#!/usr/bin/env bash
# Applies the diff of CONTRIBUTING.md to a copy of what it touches, compiles it against the library and trains with the rule.
# Usage: run.sh SOURCE_DIR BINARY_DIR CXX [FLAGS...]
set -euo pipefail
source_dir=$1 binary_dir=$2 compiler=$3
shift 3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

mkdir -p "$work/protea/catalogue" "$work/protea/rule"
cp "$source_dir/protea/catalogue/rules.cpp" "$work/protea/catalogue/"
sed -n '/^```diff$/,/^```$/p' "$source_dir/CONTRIBUTING.md" | sed '1d;$d' >"$work/rule.diff"
(cd "$work" && patch --quiet -p1 <rule.diff)

lines=$(awk '/^--- / { on = /rules\.cpp/ } on && /^\+[^+]/ { ++n } END { print n }' "$work/rule.diff")
[ "$lines" -eq 2 ] || { echo "the list of rules changes by $lines lines, not by an include and an entry"; exit 1; }

"$compiler" -std=c++20 -O1 "$@" -I"$work" -I"$source_dir" "$work/protea/catalogue/rules.cpp" \
  "$source_dir/tests/contributing/main.cc" "$binary_dir/libprotea.a" -lfmt -lz -lsvm -pthread -o "$work/toy"
"$work/toy"
