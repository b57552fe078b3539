#!/usr/bin/env bash
# Checks that nothing which is learned or answered passes through a mathematical library: each rounds exp, log, pow, sin and
# their kin in its own way, and models would differ from machine to machine. base/exact_math.hpp and the kernels have
# them. √, |x|, ⌊x⌋, remainders and moves of exponents are exact everywhere and may come from <cmath>.
# Prints one line per violation and fails if there is one.
# Usage: tools/check_libm.sh [ROOT]     ROOT: the directory that holds protea/; the repository by default
set -euo pipefail
cd "${1:-$(dirname "${BASH_SOURCE[0]}")/..}"

# evaluate/, theory/, experiment/ and report/ measure and compare; what they show is rounded to a few digits.
rooms='base|data|dissimilarity|rule|optimize|runtime|model|relevance|train|method|perceptron|catalogue|facade'

names='exp|exp2|expm1|log|log2|log10|log1p|pow|sin|cos|tan|asin|acos|atan|atan2|sinh|cosh|tanh|asinh|acosh|atanh'
names+='|hypot|cbrt|erf|erfc|tgamma|lgamma'
distributions='std::(normal|lognormal|gamma|exponential|poisson|student_t|uniform_real|uniform_int)_distribution'

find protea -mindepth 2 -name '*.hpp' -o -name '*.cpp' | LC_ALL=C sort | ROOMS="^protea/($rooms)/" \
  CALLS="std::($names)f?l?[ ]*[(]|(^|[^A-Za-z0-9_:.>])(__builtin_)?($names)f?l?[ ]*[(]|$distributions" awk '
  $0 ~ ENVIRON["ROOMS"] {
    file = $0
    line = 0
    checked++
    while ((getline text < file) > 0) {
      line++
      gsub(/\047\\?"\047/, "", text)          # the character " opens no literal
      gsub(/"([^"\\]|\\.)*"/, "\"\"", text)   # formulas that are told
      sub(/\/\/.*/, "", text)
      if (match(text, ENVIRON["CALLS"])) {
        found = substr(text, RSTART, RLENGTH)
        gsub(/^[^A-Za-z_]|[ (]/, "", found)
        print file ":" line ": " found " rounds as the library of the machine does: use base/exact_math.hpp or the kernels"
        violations++
      }
    }
    close(file)
  }

  END {
    if (checked == 0) { print "no files under protea/"; violations++ }
    exit violations > 0
  }'
