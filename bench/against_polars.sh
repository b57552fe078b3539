#!/usr/bin/env bash
# A table of separated text, 1 000 000 rows of 16 numbers of six digits and a class name, into a data set as training
# reads it, against polars.read_csv in one run; then two of our threads against one. Sides take turns, the least
# processor time of each counts; two threads are compared by the wall, which needs an idle machine.
# Usage: bench/against_polars.sh [READ_ROWS]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
ours=${1:-$here/../build/bench/bench/read_rows}
rows=1000000 features=16 rounds=5

if [ ! -x "$ours" ]; then echo "against_polars: no program $ours: run make bench" >&2; exit 1; fi
python=$(bash "$here/peers_environment.sh" numpy polars)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
data=$work/data.csv
"$python" "$here/polars_read.py" generate "$data" $rows
bytes=$(wc -c <"$data")

for ((round = 0; round < rounds; ++round)); do
  POLARS_MAX_THREADS=1 "$python" "$here/polars_read.py" read "$data" >>"$work/polars.txt"
  "$ours" "$data" 1 1 >>"$work/one.txt"
  "$ours" "$data" 2 1 >>"$work/two.txt"
done

least() { cut -d ' ' -f "$1" "$2" | sort -g | head -n 1; }
over() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
speed() { awk -v b="$bytes" -v s="$1" 'BEGIN { printf "%.0f", b / s / 1e6 }'; }
row() { printf '  %-22s %9s %9s %6s %8s %7s\n' "$@"; }
polars=$(least 1 "$work/polars.txt") one=$(least 1 "$work/one.txt")
one_wall=$(least 2 "$work/one.txt") two_wall=$(least 2 "$work/two.txt")
memory=$(awk -v m="$(least 3 "$work/one.txt")" -v d=$((rows * features * 8)) 'BEGIN { printf "%.2f", m / d }')

echo "reading $rows x $features numbers and a class name, $((bytes / 1000000)) MB of text, least of $rounds:"
row '' processor wall MB/s ratio wanted
row 'polars, one thread' "$polars" "$(least 2 "$work/polars.txt")" "$(speed "$polars")" - -
row 'protea, one thread' "$one" "$one_wall" "$(speed "$one")" "$(over "$polars" "$one")" 1.50
row 'protea, two threads' "$(least 1 "$work/two.txt")" "$two_wall" "$(speed "$two_wall")" "$(over "$one_wall" "$two_wall")" 1.80
echo "  memory of the whole program on one thread: $memory times the numbers, wanted 1.30"
echo "  load of the machine: $(cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null || echo unknown)"
