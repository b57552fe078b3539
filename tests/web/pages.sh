#!/usr/bin/env bash
# Pages of the command in a browser: what run.sh does, with pages that `protea report`, `protea stability` and `protea reproduce` write.
# Usage: tests/web/pages.sh PROTEA DIRECTORY     the command, and where the pages go
set -euo pipefail
protea=$(realpath "$1")
pages=$2
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)

rm -rf "$pages"
mkdir -p "$pages/models"
page() {   # NAME SET [FLAG…]: of a model trained with these flags on the set
  local name=$1 set=$2
  "$protea" train "$set" "${@:3}" -o "$pages/models/$name.protea" --quiet
  "$protea" report "$pages/models/$name.protea" "$set" -o "$pages/$name.html" --quiet
}
page wdbc wdbc --method gmlvq
page iris iris --method gmlvq --prototypes 2
page tecator tecator --method gmlvq --epochs 20
page digits digits --method gmlvq --epochs 10
page svm wine --method svm
page rejecting wine --method gmlvq --epochs 5 --decision.reject margin --decision.reject_below 0.5
page neighbours digits --method knn
"$protea" report "$pages/models/iris.protea" iris --samples 0 -o "$pages/unexplained.html" --quiet
"$protea" report "$pages/models/iris.protea" -o "$pages/alone.html" --quiet
page map wine --method batch-som --grid 9x7 --topology hexagon
"$protea" stability wine --method gmlvq --resamples 10 --report "$pages/stability.html" --quiet >/dev/null
for name in fisher-table-2 dynamics-fig-3-right; do
  "$protea" reproduce "$name" --quick --report "$pages/$name.html" --quiet >/dev/null
done
bash "$here/run.sh" "$(realpath "$pages")"
