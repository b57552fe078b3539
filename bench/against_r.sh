#!/usr/bin/env bash
# On-line LVQ1 against R's class::lvq1 in one run: the same data, first codebook, rate and number of steps, samples
# drawn at random with replacement, the rate falling linearly to 0. Both sides time the training alone, in
# processor time.
# Usage: bench/against_r.sh [LVQ1_STEPS]     the built program; build/bench/bench/lvq1_steps by default
set -euo pipefail

ours=${1:-$(dirname "${BASH_SOURCE[0]}")/../build/bench/bench/lvq1_steps}
steps=200000
rate=0.03
rounds=5

if [ ! -x "$ours" ]; then echo "against_r: no program $ours: run make bench" >&2; exit 1; fi
if ! Rscript -e 'library(class)' >/dev/null 2>&1; then
  echo "against_r: R with its package class is needed: run tools/setup.sh bench" >&2
  exit 1
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# 5000 samples of 10 classes, 64 features; the first 100 are the codebook. Both programs read what is written here.
cat >"$work/generate.R" <<'END'
set.seed(1)
features <- 64; samples <- 5000; prototypes <- 100; classes <- 10
centres <- 0.4 * matrix(rnorm(classes * features), classes)
label <- rep_len(seq_len(classes), samples)
x <- round(centres[label, ] + matrix(rnorm(samples * features), samples), 6)
data <- data.frame(x, label = paste0("c", label))
write.csv(data, "data.csv", row.names = FALSE, quote = FALSE)
writeLines(paste(features, "lvq"), "codebook.cod")
write.table(data[seq_len(prototypes), ], "codebook.cod", append = TRUE, row.names = FALSE, col.names = FALSE, quote = FALSE)
END

cat >"$work/lvq1.R" <<'END'
library(class)
argument <- as.numeric(commandArgs(TRUE))
data <- read.csv("data.csv")
x <- as.matrix(data[, -ncol(data)])
label <- factor(data$label)
table <- read.table("codebook.cod", skip = 1)
codebook <- list(x = as.matrix(table[, -ncol(table)]), cl = factor(table[[ncol(table)]], levels(label)))
set.seed(1)
time <- system.time(trained <- lvq1(x, label, codebook, niter = argument[1], alpha = argument[2]))
cat(sprintf("%.1f %.4f\n", time[["user.self"]] / argument[1] * 1e9, mean(lvqtest(trained, x) == label)))
END

run_r() { (cd "$work" && Rscript --vanilla lvq1.R "$steps" "$rate"); }
run_ours() { "$ours" "$work/data.csv" "$work/codebook.cod" "$steps" "$rate"; }
fastest() { cut -d ' ' -f 1 "$1" | sort -g | head -n 1; }   # the round that other processes disturbed least
accuracy() { sed -n 's/.* //p;q' "$1"; }

(cd "$work" && Rscript --vanilla generate.R)
for ((round = 0; round < rounds; ++round)); do
  run_r >>"$work/r.txt"
  run_ours >>"$work/ours.txt"
done

echo "on-line LVQ1, n = 64, K = 100, $steps steps, fastest of $rounds:"
printf '  %-16s %10.1f ns per step, accuracy %s on the training data\n' \
  'R class::lvq1' "$(fastest "$work/r.txt")" "$(accuracy "$work/r.txt")" \
  'protea' "$(fastest "$work/ours.txt")" "$(accuracy "$work/ours.txt")"
awk -v r="$(fastest "$work/r.txt")" -v p="$(fastest "$work/ours.txt")" 'BEGIN { printf "  R / protea = %.1f\n", r / p }'
