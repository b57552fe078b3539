#!/usr/bin/env bash
# The script that compares the documentation with what commands print can fail, and says where.
# Usage: test_run_snippets.sh SCRIPT WORK
set -euo pipefail

script=$1
work=$2
rm -rf "$work"
mkdir -p "$work/docs"

# expect CODE SENTENCE: runs the page on standard input; a sentence that begins with README.md must be among
# what is said.
expect() {
  local text
  text=$(cat)
  printf '%s\n' "$text" >"$work/README.md"
  code=0
  bash "$script" "$work" "$work/protea" false >"$work/said" 2>&1 || code=$?
  if [ "$code" -ne "$1" ] || { [ -n "$2" ] && ! grep -qF -- "$2" "$work/said"; }; then
    cat "$work/said" >&2
    echo "expected exit code $1 and '$2', got $code" >&2
    exit 1
  fi
}

expect 0 "1 blocks work" <<'PAGE'
```sh
echo "accuracy 98.7 %, 0.12 s"
```
```text
accuracy 98.7 %, 0.34 s
```
PAGE
expect 1 "README.md:2: prints something else" <<'PAGE'
```sh
echo "accuracy 98.7 %"
```
```text
accuracy 98.6 %
```
PAGE
expect 1 "README.md:2: prints something else" <<'PAGE'
```sh
echo "a  1"
```
```text
a 1
```
PAGE
expect 1 "README.md:2: prints something else" <<'PAGE'
```sh
echo "took 0.12 s"
```
```text exact
took 0.34 s
```
PAGE
expect 0 "1 blocks work" <<'PAGE'
```sh
echo "7 cores"
```
```text machine
8 cores
```

```text machine
measured elsewhere
```
PAGE
expect 1 "README.md:2: prints something else" <<'PAGE'
```sh
echo "7 cores"
```
```text machine
8 threads
```
PAGE
expect 1 "README.md:6: the output is compared with nothing: mark it as text machine" <<'PAGE'
```sh
echo 1
```
which prints
```text
1
```
PAGE
expect 1 "README.md:2: the block does not say what it is" <<'PAGE'
```
1
```
PAGE
expect 1 "README.md:2: exited with 3" <<'PAGE'
```sh
exit 3
```
PAGE
expect 1 "README.md:2: the block is never closed" <<'PAGE'
```sh
true
PAGE
# Every failure is told, not the first alone.
expect 1 "README.md:5: exited with 1" <<'PAGE'
```sh
exit 3
```
```sh
exit 1
```
PAGE
grep -qF "2 of the blocks are not as documented" "$work/said"
# Updating leaves a page that is true, and nothing else changed.
page='```sh
echo 1
echo 2
```
```text
1
3
```
between
```sh
echo 4
```
```text
4
```
```sh
echo a b
```
```text exact
a
```
end'
export PROTEA_UPDATE_DOCS=1
expect 1 "README.md:2: prints something else" <<<"$page"
unset PROTEA_UPDATE_DOCS
diff <(printf '%s\n' "$page" | sed -e 's/^3$/2/' -e 's/^a$/a b/') "$work/README.md"
expect 0 "3 blocks work" <"$work/README.md"
echo "the script can fail, and mend"
