#!/usr/bin/env bash
# Measures every published table and figure again, whole, and writes what came out to one page, measured beside printed.
# Usage: tools/reproduce.sh PROTEA PAGE     the command, and the page to write
set -euo pipefail

protea=$1
page=$2

draft=$(mktemp "$page.XXXXXX")
trap 'rm -f "$draft"' EXIT

cat >"$draft" <<'END'
# Reproductions

Every table and figure that `protea reproduce` knows, in its full form with seed 1, as `make reproduce` has measured it. Tables show
measured/printed; of the figures the papers print curves and no numbers, so that the numbers of their curves stand here. What the readings
are and what they deviate by: [relevances](relevances.md#the-published-table), [margins](margins.md#the-figure-of-the-paper),
[bias and variance](selection.md#bias-and-variance), [dynamics](dynamics.md#the-figures). `--report page.html` draws each; `make figures` draws all.
END

mapfile -t names < <("$protea" reproduce --list)
count=0
for name in "${names[@]}"; do
  count=$((count + 1))
  printf '%d of %d: %s\n' "$count" "${#names[@]}" "$name" >&2
  {
    printf '\n## %s\n\n    protea reproduce %s\n\n```text machine\n' "$name" "$name"
    "$protea" reproduce "$name" | sed -e 's/[[:blank:]]*$//'
    printf '```\n'
  } >>"$draft"
done
chmod 644 "$draft"
mv "$draft" "$page"
printf '%s: %d experiments\n' "$page" "$count" >&2
