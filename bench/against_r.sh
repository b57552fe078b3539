#!/usr/bin/env bash
# On-line LVQ1 against R's class::lvq1 in one run: the same data, first codebook, rate and number of steps, samples
# drawn at random with replacement, the rate falling linearly to 0. Both sides time the training alone, in
# processor time. Rows of the table that engine.sh prints.
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

# 5000 samples; the first of them are the codebook. Both programs read what is written here.
cat >"$work/generate.R" <<'END'
set.seed(1)
argument <- as.numeric(commandArgs(TRUE))
features <- argument[1]; samples <- 5000; prototypes <- argument[2]; classes <- argument[3]
centres <- argument[4] * matrix(rnorm(classes * features), classes)
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

measure() {   # FEATURES PROTOTYPES CLASSES SPREAD WANTED     SPREAD: of the centres; where most are wrong LVQ1 runs away
  (cd "$work" && Rscript --vanilla generate.R "$1" "$2" "$3" "$4")
  rm -f "$work/r.txt" "$work/ours.txt"
  for ((round = 0; round < rounds; ++round)); do
    run_r >>"$work/r.txt"
    run_ours >>"$work/ours.txt"
  done
  local r ours_time
  r=$(fastest "$work/r.txt")
  ours_time=$(fastest "$work/ours.txt")
  printf '  %-44s %12s %7s  %-20s %12s %7.2f  %s\n' "LVQ1 step, n = $1, K = $2" "$(printf '%.0f ns' "$ours_time")" - \
    'R class::lvq1' "$(printf '%.0f ns' "$r")" "$(awk -v r="$r" -v p="$ours_time" 'BEGIN { print r / p }')" "$5"
  echo "    right on the training data: ours $(accuracy "$work/ours.txt"), R $(accuracy "$work/r.txt")"
}

measure 64 100 10 0.4 12
measure 16 130 26 1 5
