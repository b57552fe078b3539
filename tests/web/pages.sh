#!/usr/bin/env bash
# Pages of the command in a browser: what run.sh does, with pages that its commands write.
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
page gas iris --method neural-gas
study() {   # NAME COMMAND [ARGUMENT…]: what this command shows
  "$protea" "${@:2}" --report "$pages/$1.html" --quiet >/dev/null
}
study stability stability wine --method gmlvq --resamples 10
study training train wdbc --method gmlvq --validation 0.2 -o "$pages/models/training.protea"
study validation cross-validate wine --method gmlvq --folds 5
study comparison compare wine --methods glvq,gmlvq,knn,svm --folds 5
study tuning tune wine --method glvq --grid prototypes=1,2,3 --grid rule.steepness=0.5,1,2,5 --folds 3 --outer 3
study search tune iris --budget 30 --outer 0
study curve curve wine --method gmlvq --over size=0.1,0.3,1 --folds 3 --repeats 2 --bias-variance
study margins margins "$pages/models/wdbc.protea" wdbc
study theory dynamics --rule lvq1 --p-plus 0.3 --asymptotic --monte-carlo --runs 10 2>/dev/null
study embedding embed wine --method xom -o "$pages/models/places.csv"
for name in fisher-table-2 dynamics-fig-3-right; do
  study "$name" reproduce "$name" --quick
done
bash "$here/run.sh" "$(realpath "$pages")"
