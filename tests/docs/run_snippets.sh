#!/usr/bin/env bash
# Runs what the documentation shows and compares it with what is printed: README.md and docs/*.md, each file in a fresh
# directory, its blocks in order.
#   ```sh            runs; it must exit with 0
#   ```sh norun      is skipped (package managers and the like)
#   ```cpp           is compiled and run if it contains `int main`
#   ```text          directly behind a block that ran: its standard output, every digit and blank; only times in
#                    seconds are left open
#   ```text exact    the same, times included
#   ```text machine  depends on the machine: behind a block that ran, its standard output up to numbers,
#                    blanks and bars; elsewhere just shown
# A block of text that is compared with nothing and not marked is an error, and so is one without a word that
# says what it is.
# With PROTEA_UPDATE_DOCS=1 the pages get what was printed in the place of what was shown: read the difference before
# you keep it.
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

# Writes block i of a page as i.sh or i.cpp, the line it starts on as i.line, what it should print as i.text, i.exact or
# i.machine; and what is wrong with the page itself, line by line, as `wrong`.
extract() {
  : >"$2/wrong"
  awk -v out="$2" '
    function finish() {
      if (kind == "cpp" && !has_main) { kind = ""; return }
      if (kind == "sh" || kind == "cpp") {
        name = out "/" sprintf("%03d", ++count)
        printf "%s", body > (name "." kind)
        print start > (name ".line")
        is_behind = 1
      } else if (kind == "text" || kind == "exact" || kind == "machine") {
        printf "%s", body > (name "." kind)
      }
    }
    /^```/ && !is_inside {
      is_inside = 1; start = NR + 1; body = ""; has_main = 0
      info = substr($0, 4)
      kind = info == "sh" || info == "cpp" ? info : ""
      if (is_behind && info == "text") kind = "text"
      if (is_behind && info == "text exact") kind = "exact"
      if (is_behind && info == "text machine") kind = "machine"
      if (!is_behind && (info == "text" || info == "text exact")) print start ": the output is compared with nothing: mark it as text machine" > (out "/wrong")
      if (info == "") print start ": the block does not say what it is" > (out "/wrong")
      is_behind = 0
      next
    }
    /^```/ { is_inside = 0; finish(); next }
    is_inside { body = body $0 "\n"; if ($0 ~ /int main/) has_main = 1; next }
    /[^ \t]/ { is_behind = 0 }
    END { if (is_inside) print start ": the block is never closed" > (out "/wrong") }
  ' "$1"
}

# Prints the page $1 with what blocks printed, where $2 holds it as i.replace, in the place of what the page shows.
updated() {
  awk -v out="$2" '
    function print_file(path,   line) { while ((getline line < path) > 0) print line; close(path) }
    /^```/ && !is_inside {
      is_inside = 1; info = substr($0, 4); has_main = 0; replaced = 0
      if (is_behind && (info == "text" || info == "text exact")) {
        path = out "/" sprintf("%03d", count) ".replace"
        if ((getline line < path) >= 0) { close(path); print; print_file(path); replaced = 1 }
      }
      is_behind = 0
      if (replaced) next
    }
    /^```/ && is_inside && $0 == "```" {
      is_inside = 0
      if (info == "sh" || (info == "cpp" && has_main)) { ++count; is_behind = 1 }
      replaced = 0
      print; next
    }
    is_inside { if ($0 ~ /int main/) has_main = 1; if (!replaced) print; next }
    /[^ \t]/ { is_behind = 0 }
    { print }
  ' "$1"
}

# How long something took is nobody's promise.
without_times() { sed -E 's/[0-9]+(\.[0-9]+)? s([^[:alnum:]]|$)/# s\2/g'; }

# Numbers, runs of blanks and bars are left open.
loosen() {
  sed -E -e 's/(█|▉|▊|▋|▌|▍|▎|▏)+//g' -e 's/-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?/#/g' -e 's/[[:blank:]]+/ /g' -e 's/ $//'
}

failures=0
fail() {   # PAGE LINE SENTENCE
  printf '%s:%s: %s\n' "$1" "$2" "$3" >&2
  failures=$((failures + 1))
}

# Compares what block $1 shows as $2 with what it printed, through the filter $3.
compare() {
  diff -u --label documented --label printed <("$3" <"$1.$2") <("$3" <"$1.output") >&2
}

total=0
for path in "$source_dir"/README.md "$source_dir"/docs/*.md; do
  [ -f "$path" ] || continue
  page=${path#"$source_dir"/}
  blocks=$work/$(basename "$page" .md).blocks
  here=$work/$(basename "$page" .md)
  mkdir "$blocks" "$here"
  extract "$path" "$blocks"
  while IFS=: read -r line sentence; do fail "$page" "$line" "${sentence# }"; done <"$blocks/wrong"
  count=0
  for line_file in "$blocks"/*.line; do
    [ -e "$line_file" ] || continue
    block=${line_file%.line}
    line=$(cat "$line_file")
    code=0
    count=$((count + 1))
    if [ -e "$block.cpp" ]; then
      if ! "$compiler" "$block.cpp" -o "$block.program" "${flags[@]}" 2>"$block.errors"; then
        cat "$block.errors" >&2
        fail "$page" "$line" "the program does not compile"
        continue
      fi
      (cd "$here" && "$block.program") >"$block.output" 2>"$block.errors" </dev/null || code=$?
    else
      (cd "$here" && bash -euo pipefail "$block.sh") >"$block.output" 2>"$block.errors" </dev/null || code=$?
    fi
    if [ "$code" -ne 0 ]; then
      cat "$block.output" "$block.errors" >&2
      fail "$page" "$line" "exited with $code"
      continue
    fi
    for shown in exact:cat text:without_times machine:loosen; do
      [ -e "$block.${shown%:*}" ] || continue
      compare "$block" "${shown%:*}" "${shown#*:}" && continue
      fail "$page" "$line" "prints something else"
      cp "$block.output" "$block.replace"
    done
  done
  echo "$page: $count blocks"
  if [ -n "${PROTEA_UPDATE_DOCS:-}" ] && ls "$blocks"/*.replace >/dev/null 2>&1; then
    updated "$path" "$blocks" >"$work/page.md"
    cat "$work/page.md" >"$path"
  fi
  total=$((total + count))
done
[ "$total" -gt 0 ] || fail "$source_dir" 0 "no documentation was found"
if [ "$failures" -gt 0 ]; then
  echo "$failures of the blocks are not as documented" >&2
  exit 1
fi
echo "$total blocks work"
