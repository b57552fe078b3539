#!/usr/bin/env bash
# GMLVQ and LGMLVQ by l-bfgs against sklvq in one run: the same z-scored data, the same first prototypes and matrices,
# the same cost (sigmoid of slope 1, summed over the samples), one thread. sklvq trains until SciPy's l-bfgs stops; we
# train until our cost is at most the one it ended with. Both sides time the training alone, in processor time.
# Usage: bench/against_sklvq.sh [DATA [REACH_COST]]
# DATA: the directory with wdbc.csv, digits8x8.csv and satellite.csv.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=${1:-$here/../../shared/data}
ours=${2:-$here/../build/bench/bench/reach_cost}
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1

if [ ! -x "$ours" ]; then echo "against_sklvq: no program $ours: run make bench" >&2; exit 1; fi
for set in wdbc digits8x8 satellite; do
  if [ ! -f "$data/$set.csv" ]; then
    echo "against_sklvq: skipped, there is no $data/$set.csv: give the directory with the data as the first argument" >&2
    exit 0
  fi
done
python=$(bash "$here/sklvq_environment.sh")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

echo 'matrix LVQ by l-bfgs, processor time to the cost that sklvq reaches, one thread, fastest round:'
printf '  %-6s %-9s %9s %9s %7s %9s %7s %7s\n' '' '' '' sklvq '' protea '' sklvq/
printf '  %-6s %-9s %9s %9s %7s %9s %7s %7s\n' method data cost seconds passes seconds passes protea
compare() {
  local method=$1 scope=$2 set=$3 rounds=$4 theirs cost costs gradients ours_took reached iterations passes accuracy
  "$python" -W ignore "$here/sklvq_train.py" "$data/$set.csv" "$method" "$work" "$rounds" >"$work/theirs.txt"
  read -r theirs cost costs gradients accuracy <"$work/theirs.txt"
  "$ours" "$work/data.csv" "$work/start.txt" "$scope" "$cost" 5 >"$work/ours.txt"
  read -r ours_took reached iterations passes accuracy <"$work/ours.txt"
  printf '  %-6s %-9s %9.2f %9.3f %7d %9.3f %7d %7.1f\n' "$method" "$set" "$cost" "$theirs" $((costs + gradients)) \
    "$ours_took" "$passes" "$(awk -v a="$theirs" -v b="$ours_took" 'BEGIN { print a / b }')"
}
for set in wdbc digits8x8 satellite; do compare gmlvq shared "$set" 3; done
for set in wdbc digits8x8 satellite; do compare lgmlvq prototype "$set" 1; done
