#!/usr/bin/env bash
# Runs what the documentation shows: README.md and docs/*.md, each file in a fresh directory, its blocks in order.
#   ```sh          runs; it must exit with 0
#   ```sh norun    is skipped (package managers and the like)
#   ```cpp         is compiled and run if it contains `int main`
#   ```text        directly behind a block that ran: its standard output, up to numbers, blanks and bars
#   ```text exact  the same, to the character
# Usage: run_snippets.sh SOURCE PROTEA COMPILER [FLAGS AND LIBRARIES…]
set -euo pipefail

source_dir=$1
protea=$2
compiler=$3
shift 3
flags=("$@")

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
PATH=$(dirname "$protea"):$PATH
export PATH

# Writes block i of a page as i.sh or i.cpp, the line it starts on as i.line, what it should print as i.text or i.exact.
extract() {
  awk -v out="$2" '
    function finish() {
      if (kind == "cpp" && !has_main) { kind = ""; return }
      if (kind == "sh" || kind == "cpp") {
        name = out "/" sprintf("%03d", ++count)
        printf "%s", body > (name "." kind)
        print start > (name ".line")
        is_behind = 1
      } else if (kind == "text" || kind == "exact") {
        printf "%s", body > (name "." kind)
      }
    }
    /^```/ && !is_inside {
      is_inside = 1; start = NR + 1; body = ""; has_main = 0
      info = substr($0, 4)
      kind = info == "sh" || info == "cpp" ? info : ""
      if (is_behind && info == "text") kind = "text"
      if (is_behind && info == "text exact") kind = "exact"
      is_behind = 0
      next
    }
    /^```/ { is_inside = 0; finish(); next }
    is_inside { body = body $0 "\n"; if ($0 ~ /int main/) has_main = 1; next }
    /[^ \t]/ { is_behind = 0 }
    END { if (is_inside) { print "the block is never closed" > (out "/unclosed"); print start > (out "/unclosed.line") } }
  ' "$1"
}

# Numbers, runs of blanks and bars are left open: they may differ between machines.
loosen() {
  sed -E -e 's/(█|▉|▊|▋|▌|▍|▎|▏)+//g' -e 's/-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/#/g' -e 's/[[:blank:]]+/ /g' -e 's/ $//'
}

fail() {   # PAGE LINE SENTENCE
  printf '%s:%s: %s\n' "$1" "$2" "$3" >&2
  exit 1
}

total=0
for path in "$source_dir"/README.md "$source_dir"/docs/*.md; do
  [ -f "$path" ] || continue
  page=${path#"$source_dir"/}
  blocks=$work/$(basename "$page" .md).blocks
  here=$work/$(basename "$page" .md)
  mkdir "$blocks" "$here"
  extract "$path" "$blocks"
  [ ! -e "$blocks/unclosed" ] || fail "$page" "$(cat "$blocks/unclosed.line")" "$(cat "$blocks/unclosed")"
  count=0
  for line_file in "$blocks"/*.line; do
    [ -e "$line_file" ] || continue
    block=${line_file%.line}
    line=$(cat "$line_file")
    code=0
    if [ -e "$block.cpp" ]; then
      if ! "$compiler" "$block.cpp" -o "$block.program" "${flags[@]}" 2>"$block.errors"; then
        cat "$block.errors" >&2
        fail "$page" "$line" "the program does not compile"
      fi
      (cd "$here" && "$block.program") >"$block.output" 2>"$block.errors" </dev/null || code=$?
    else
      (cd "$here" && bash -euo pipefail "$block.sh") >"$block.output" 2>"$block.errors" </dev/null || code=$?
    fi
    if [ "$code" -ne 0 ]; then
      cat "$block.output" "$block.errors" >&2
      fail "$page" "$line" "exited with $code"
    fi
    if [ -e "$block.exact" ]; then
      diff -u --label documented --label printed "$block.exact" "$block.output" >&2 || fail "$page" "$line" "prints something else"
    elif [ -e "$block.text" ]; then
      diff -u --label documented --label printed <(loosen <"$block.text") <(loosen <"$block.output") >&2 ||
        fail "$page" "$line" "prints something else"
    fi
    count=$((count + 1))
  done
  echo "$page: $count blocks"
  total=$((total + count))
done
[ "$total" -gt 0 ] || fail "$source_dir" 0 "no documentation was found"
echo "$total blocks work"
