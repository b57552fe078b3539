#!/usr/bin/env bash
# A first look: trains, cross-validates and inspects a model of the built-in iris data.
# Usage: tools/quickstart.sh PROTEA DIRECTORY     the command, and where to put the model
set -euo pipefail

protea=$1
model=$2/iris.protea
mkdir -p "$2"

run() {
  printf '\n$ protea %s\n' "$*"
  "$protea" "$@"
}

run train iris --method gmlvq -o "$model"
run cross-validate iris --method gmlvq --folds 10 --repeats 5
run inspect "$model"
run report "$model" iris -o "$2/iris.html"

cat <<END

What to try next (the command is $protea):
  protea describe                               every method, rule, dissimilarity and optimizer
  protea train wine --method lgmlvq -o wine.protea
  protea evaluate wine.protea wine              accuracy and confusion matrix
  protea cross-validate your.csv --label COLUMN --method gmlvq
  protea train --help                           all flags
END
