#!/usr/bin/env bash
# One epoch of the batch self-organizing map against R's kohonen and against somoclu in one run: the same 100 000
# samples of 64 features, a planar map of 50 x 50 units on a square grid, a Gaussian neighbourhood, one thread; then two
# of our threads against one. One of our epochs is what a longer run takes more than one of a single epoch, as somoclu's
# is its run less its last search for winners. k-means against scikit-learn's comes last. All sides time the training
# alone. A ratio is their processor time over our wall time: waiting for a core counts against us, never for us.
# Usage: bench/against_maps.sh [PROTEA]     the command; build/release/bin/protea by default
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
protea=${1:-$here/../build/release/bin/protea}
map=(--method batch-som --grid 50x50 --rule.range 12.5)
epochs=4   # of our longer run: what they take beyond one of them is that of the others alone
iterations=20
means=(--method k-means --prototypes 100 --restarts 1 --epochs $iterations)
rounds=3
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1

if [ ! -x "$protea" ]; then echo "against_maps: no program $protea: run make maps" >&2; exit 1; fi
if ! "$protea" describe batch-som >/dev/null 2>&1; then
  echo "against_maps: $protea has no method batch-som" >&2
  exit 1
fi
if ! Rscript -e 'library(kohonen)' >/dev/null 2>&1; then
  echo "against_maps: R with its package kohonen is needed: run tools/setup.sh maps" >&2
  exit 1
fi
python=$(bash "$here/peers_environment.sh" somoclu scikit-learn)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
data=$work/data.npy
theirs() { "$python" -W ignore "$here/maps_train.py" "$@"; }

# Both opponents begin with the first 2500 samples. keep.data = FALSE leaves out a second search for all winners.
cat >"$work/kohonen.R" <<'END'
library(kohonen)
source <- file("data.npy", "rb")
invisible(readBin(source, "raw", 8))
invisible(readBin(source, "raw", readBin(source, "integer", size = 2, endian = "little")))
x <- matrix(readBin(source, "double", 100000 * 64), ncol = 64, byrow = TRUE)
close(source)
grid <- somgrid(50, 50, "rectangular", neighbourhood.fct = "gaussian")
start <- x[1:2500, ]
time <- system.time(
  trained <- som(x, grid, rlen = 1, radius = 12.5, init = start, mode = "batch", cores = 1, keep.data = FALSE)
)
writeBin(as.vector(t(trained$codes[[1]])), "kohonen.codebook")
cat(sprintf("%.4f %.4f\n", time[["elapsed"]], time[["user.self"]] + time[["sys.self"]]))
END

field() { sed -n "s/.*\"$1\": *\([-+.0-9e]*\).*/\1/p" "$2"; }
train_ours() {   # prints "seconds -": the processor time of the training is not known
  local threads=$1
  shift
  "$protea" train "$data" --label none --scale none "$@" --threads "$threads" --quiet --json -o "$work/ours.protea" \
    >"$work/ours.json"
  echo "$(field seconds "$work/ours.json") -"
}
wall() { cut -d ' ' -f 1 "$1" | sort -g | head -n 1; }   # the round that other processes disturbed least
processor() { cut -d ' ' -f 2 "$1" | sort -g | head -n 1; }
less() { awk -v a="$1" -v b="$2" 'BEGIN { print a - b }'; }
each() { awk -v a="$1" -v b="$2" 'BEGIN { print a / b }'; }
over() { awk -v a="$1" -v b="$2" 'BEGIN { printf "%.2f", a / b }'; }
row() { printf '  %-34s %9s %9s %9s %7s %8s\n' "$@"; }
seconds() { printf '%.2f' "$1"; }
load() { cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null || echo unknown; }

theirs generate "$data"
load_before=$(load)
for ((round = 0; round < rounds; ++round)); do
  (cd "$work" && Rscript --vanilla kohonen.R) >>"$work/kohonen.txt"
  theirs somoclu "$data" 1 "$work/somoclu.codebook" >>"$work/somoclu.txt"
  theirs somoclu "$data" 0 >>"$work/winners.txt"
  train_ours 1 "${map[@]}" --epochs $epochs >>"$work/one_longer.txt"
  train_ours 2 "${map[@]}" --epochs $epochs >>"$work/two_longer.txt"
  train_ours 2 "${map[@]}" --epochs 1 >>"$work/two.txt"
  train_ours 1 "${map[@]}" --epochs 1 >>"$work/one.txt"
done

call=$(wall "$work/one.txt")
one=$(each "$(less "$(wall "$work/one_longer.txt")" "$call")" $((epochs - 1)))
two=$(each "$(less "$(wall "$work/two_longer.txt")" "$(wall "$work/two.txt")")" $((epochs - 1)))
kohonen=$(processor "$work/kohonen.txt")
whole=$(processor "$work/somoclu.txt")
epoch=$(less "$whole" "$(processor "$work/winners.txt")")
epoch_wall=$(less "$(wall "$work/somoclu.txt")" "$(wall "$work/winners.txt")")
our_error=$(printf '%.4f' "$(field quantization_error "$work/ours.json")")
somoclu_error=$(theirs error "$data" "$work/somoclu.codebook")

echo "batch map of 50 x 50 units, 100000 samples of 64 features, one epoch, fastest of $rounds:"
row '' wall processor squared theirs/ ''
row program seconds seconds error ours wanted
row 'kohonen (R)' "$(seconds "$(wall "$work/kohonen.txt")")" "$(seconds "$kohonen")" \
  "$(theirs error "$data" "$work/kohonen.codebook")" "$(over "$kohonen" "$one")" 20
row 'somoclu' "$(seconds "$epoch_wall")" "$(seconds "$epoch")" "$somoclu_error" "$(over "$epoch" "$one")" 5
row 'somoclu, with its last winners' "$(seconds "$(wall "$work/somoclu.txt")")" "$(seconds "$whole")" \
  "$somoclu_error" "$(over "$whole" "$one")" -
row 'protea, one thread' "$(seconds "$one")" - "$our_error" - -
row 'protea, start and last winners too' "$(seconds "$call")" - "$our_error" - -
row 'protea, two threads' "$(seconds "$two")" - "$our_error" "$(over "$one" "$two")" 1.8
echo "  load of the machine: $load_before before, $(load) behind"

if "$protea" describe k-means >/dev/null 2>&1; then
  for ((round = 0; round < rounds; ++round)); do
    theirs k-means "$data" $iterations >>"$work/sklearn.txt"
    train_ours 1 "${means[@]}" >>"$work/means.txt"
  done
  taken=$(field epochs "$work/ours.json" | head -n 1)
  sklearn=$(processor "$work/sklearn.txt")
  ours=$(wall "$work/means.txt")
  echo "k-means of 100 prototypes on the same data, one thread, ratio for one iteration:"
  row "scikit-learn, $iterations iterations" "$(seconds "$(wall "$work/sklearn.txt")")" "$(seconds "$sklearn")" - \
    "$(over "$(each "$sklearn" $iterations)" "$(each "$ours" "$taken")")" -
  row "protea, $taken iterations" "$(seconds "$ours")" - - - -
fi
