#!/usr/bin/env bash
# The table of accuracies, then the same folds with sklvq beside.
# Usage: bench/accuracy.sh [DATA [ACCURACY [SET…]]]
# DATA: the directory with the data; SET: some of the ten, all by default.
# THREADS and SEEDS in the environment: two threads, and seeds 1 to 3, by default; the numbers do not depend on THREADS.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=${1:-$here/../../shared/data}
program=${2:-$here/../build/bench/bench/accuracy}
[ $# -le 2 ] && shift $# || shift 2
folds=$here/../build/accuracy
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1

if [ ! -x "$program" ]; then echo "accuracy: no program $program: run make accuracy" >&2; exit 1; fi
if [ ! -f "$data/satellite.csv" ]; then
  echo "accuracy: skipped, there are no data in $data: give their directory as the first argument" >&2
  exit 0
fi
"$program" "$data" "$folds" "${THREADS:-2}" "${SEEDS:-3}" "$@"
if ! python=$(bash "$here/sklvq_environment.sh"); then
  echo "accuracy: no comparison with sklvq"
  exit 0
fi
echo
"$python" -W ignore "$here/sklvq_folds.py" "$folds"
