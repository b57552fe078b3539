#!/usr/bin/env bash
# How often LVQ is right with each divergence on histograms and spectra: accuracy over 10 folds, divergence × {GLVQ,
# LVQ1}, beside the squared Euclidean distance on the same unit-sum rows; and what learning γ and β from a poor start
# does to the training cost.
# Usage: bench/divergences_accuracy.sh [DATA [PROTEA]]
# DATA: the directory with iras_lrs_spectra93_super.csv; PROTEA: the command.
# One prototype per class; data and prototypes are lifted to 0.001. THREADS and EPOCHS in the environment: 1 and 30 by
# default; the numbers do not depend on THREADS.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
data=${1:-$here/../../shared/data}
protea=${2:-$here/../build/release/bin/protea}
threads=${THREADS:-1}
epochs=${EPOCHS:-30}
work=$(mktemp -d)
trap 'rm -r "$work"' EXIT
if [ ! -x "$protea" ]; then echo "divergences: no command $protea: give it as the second argument" >&2; exit 1; fi

sets=(digits:64 tecator:100)
if [ -f "$data/iras_lrs_spectra93_super.csv" ]; then
  # Spectra. Classes with fewer than ten samples are left out; of the values that stay 3 are a little below 0 and are
  # taken as 0 (17 in the whole file).
  awk -F, -v OFS=, 'NR == 1 { print; next } $NF ~ /^s[0-4]$/ { for (i = 1; i < NF; ++i) if ($i < 0) $i = 0; print }' \
    "$data/iras_lrs_spectra93_super.csv" > "$work/iras.csv"
  sets+=("$work/iras.csv:93")
else
  echo "divergences: no iras_lrs_spectra93_super.csv in $data" >&2
fi

field() { sed -n "s/.*\"$1\": *\([0-9.eE+-]*\).*/\1/p" | head -1; }

# Name, options, and the exponent of the curvature at w = 1/n: LVQ1 steps by 0.03 of the way where the rate is
# 0.06·n^exponent.
rows=(
  "squared-euclidean||0"
  "generalized-kullback-leibler||-1"
  "kullback-leibler||-1"
  "itakura-saito||-2"
  "eta|--dissimilarity.eta 1.5|-0.5"
  "beta|--dissimilarity.beta 0.5|-1.5"
  "beta|--dissimilarity.beta 1.5|-0.5"
  "alpha|--dissimilarity.alpha 0.5|-1"
  "alpha|--dissimilarity.alpha 2|-1"
  "tsallis|--dissimilarity.alpha 2|-1"
  "renyi|--dissimilarity.alpha 2|-1"
  "generalized-renyi|--dissimilarity.alpha 2|-1"
  "hellinger||-1"
  "gamma|--dissimilarity.gamma 0.5|-1"
  "cauchy-schwarz||-1"
)

header="| divergence |"
rule="|---|"
for set in "${sets[@]}"; do
  name=$(basename "${set%%:*}" .csv)
  header+=" $name, GLVQ | $name, LVQ1 |"
  rule+="---|---|"
done
echo "$header"
echo "$rule"
for row in "${rows[@]}"; do
  IFS='|' read -r name options exponent <<< "$row"
  floor="--dissimilarity.floor 1e-3"
  if [ "$name" = squared-euclidean ]; then floor=""; fi
  line="| \`$name\`${options:+ ($(sed 's/--dissimilarity\.//; s/ / = /' <<< "$options"))} |"
  for set in "${sets[@]}"; do
    rate=$(awk -v n="${set##*:}" -v e="$exponent" 'BEGIN { printf "%.3g", 0.06 * n ^ e }')
    for method in "glvq --epochs $epochs" "lvq1 --epochs $epochs --optimizer.rate $rate"; do
      # shellcheck disable=SC2086
      accuracy=$("$protea" cross-validate "${set%%:*}" --method $method --scale unit-sum --dissimilarity "$name" \
        $options $floor --threads "$threads" --quiet --json | field mean)
      line+=" $(awk -v a="$accuracy" 'BEGIN { printf "%.1f", 100 * a }') |"
    done
  done
  echo "$line"
done

echo
echo "| learned on | start | cost with it | cost learned | ended at |"
echo "|---|---|---|---|---|"
for set in "${sets[@]}"; do
  for start in "gamma 4" "beta 4"; do
    read -r name value <<< "$start"
    common=("${set%%:*}" --method glvq --scale unit-sum --dissimilarity "$name" "--dissimilarity.$name" "$value" --dissimilarity.floor 1e-3 --epochs 100 --threads "$threads" --quiet)
    fixed=$("$protea" train "${common[@]}" -o "$work/fixed.protea" --json | field cost)
    learned=$("$protea" train "${common[@]}" --dissimilarity.learn true -o "$work/learned.protea" --json | field cost)
    end=$("$protea" inspect "$work/learned.protea" --json | tr -d '\n ' | sed -n "s/.*\"parameters\":{\"$name\":\[\([0-9.eE+-]*\).*/\1/p")
    echo "| $(basename "${set%%:*}" .csv) | $name = $value | $(printf '%.2f' "$fixed") | $(printf '%.2f' "$learned") | $(printf '%.3f' "${end:-nan}") |"
  done
done
