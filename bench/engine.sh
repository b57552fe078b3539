#!/usr/bin/env bash
# The table of the engine: each piece of work beside whoever does it best, in one run. Rounds alternate, the fastest
# counts, in processor time and on one thread, unless a row says otherwise. A ratio is their time over ours.
# Usage: bench/engine.sh [PART…]     products lvq1 gmlvq labels minibatch means neighbours read memory threads growth
# All parts by default, a quarter of an hour on an idle machine. In the environment: BUILD, the build tree, build/bench
# by default; TORCH=no spares the six gigabytes of torch, and NumPy stands for prototorch.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
build=${BUILD:-$here/../build/bench}
programs=$build/bench
parts=("$@")
if [ ${#parts[@]} -eq 0 ]; then
  parts=(products lvq1 gmlvq labels minibatch means neighbours read memory threads growth)
fi
export OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 MKL_NUM_THREADS=1

need() { if [ ! -x "$1" ]; then echo "engine: no program $1: run make bench" >&2; exit 1; fi; }
run() { need "$programs/$1"; "$programs/$1" "${@:2}"; }
peers() {   # PART PACKAGE…: the part of engine_peers.py, with what it needs from the package index
  need "$programs/engine_side"
  local python
  if python=$(bash "$here/peers_environment.sh" "${@:2}"); then
    "$python" -W ignore "$here/engine_peers.py" "$1" "$programs/engine_side" "$build/bin/protea"
  else
    echo "  $1: left out, its opponents cannot be installed"
  fi
}
load() { cut -d ' ' -f 1-3 /proc/loadavg 2>/dev/null || echo unknown; }

load_before=$(load)
printf '  %-44s %12s %7s  %-20s %12s %7s  %s\n' work ours 'of peak' opponent theirs 'th/ours' wanted
for part in "${parts[@]}"; do
  echo "$part"
  case $part in
    products) run engine_products ;;
    lvq1) run engine_steps lvq1 && bash "$here/against_r.sh" "$programs/lvq1_steps" ;;
    gmlvq) run engine_steps gmlvq ;;
    labels) peers labels numpy faiss-cpu ;;
    minibatch)
      if [ "${TORCH:-yes}" = yes ]; then bash "$here/peers_environment.sh" prototorch >/dev/null || true; fi
      peers minibatch numpy
      ;;
    means) peers means numpy scikit-learn ;;
    neighbours) peers neighbours numpy scikit-learn ;;
    read) bash "$here/against_polars.sh" "$programs/read_rows" ;;
    memory) peers memory numpy ;;
    threads) run engine_threads ;;
    growth) run growth ;;
    *) echo "engine: unknown part '$part'" >&2; exit 2 ;;
  esac
done
echo "load of the machine: $load_before before, $(load) behind"
