#!/usr/bin/env bash
# Large margins against the usual programs in one run: kernel AdaTron against libsvm on the satellite data at the same C and gamma; linear soft margins on 100 000 samples of 64 features
# against liblinear (LinearSVC of scikit-learn), to the same value of the objective. One thread each.
# Usage: bench/against_svm.sh DATA_DIRECTORY [LINEAR_WORLD]
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=${1:?"which directory holds satellite.csv?"}
ours=${2:-$here/../build/bench/bench/linear_world}
rows=100000 features=64 cost=0.1
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1

if [ ! -x "$ours" ]; then echo "against_svm: no program $ours: run make svm" >&2; exit 1; fi
python=$(bash "$here/peers_environment.sh" scikit-learn)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

if [ -f "$data/satellite.csv" ]; then "$ours" rbf "$data/satellite.csv"
else echo "against_svm: no satellite.csv in $data: left out" >&2; fi

"$ours" generate "$work/data" $rows $features
echo "linear soft margins, $rows samples of $features features, C = $cost, one thread:"
for tolerance in 1e-1 1e-2 1e-4; do
  read -r theirs their_primal their_epochs < <("$python" "$here/liblinear_train.py" "$work/data" $rows $features $cost $tolerance)
  read -r seconds primal dual epochs < <("$ours" linear "$work/data" $rows $features $cost $tolerance)
  printf '  tolerance %-6s liblinear %7.2f s, primal %s, %s epochs; ours %7.2f s, primal %s, dual %s, %s epochs; theirs/ours %s\n' \
    $tolerance "$theirs" "$their_primal" "$their_epochs" "$seconds" "$primal" "$dual" "$epochs" \
    "$(awk -v a="$theirs" -v b="$seconds" 'BEGIN { printf "%.2f", a / b }')"
done
