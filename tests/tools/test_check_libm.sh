#!/usr/bin/env bash
# Proves that tools/check_libm.sh can fail: every violation planted in a tree of its own is found, a clean tree passes.
# Usage: test_check_libm.sh CHECKER DIRECTORY     DIRECTORY is made anew
set -euo pipefail

checker=$1
tree=$2
failures=0

# plant FILE LINE: a tree that holds this one file.
plant() {
  rm -rf "$tree"
  mkdir -p "$tree/$(dirname "$1")"
  printf '#pragma once\n%s\n' "$2" >"$tree/$1"
}

refuses() {
  plant "$1" "$2"
  if output=$(bash "$checker" "$tree"); then
    echo "not found: '$2' in $1"
    failures=$((failures + 1))
  elif [[ $output != "$1:2: $3 rounds"* ]]; then
    echo "'$2' in $1: expected a line that starts with '$1:2: $3 rounds', found '$output'"
    failures=$((failures + 1))
  fi
}

accepts() {
  plant "$1" "$2"
  if ! output=$(bash "$checker" "$tree"); then
    echo "wrongly refused: '$2' in $1: $output"
    failures=$((failures + 1))
  fi
}

refuses protea/rule/a.hpp          'double f(double x) { return std::exp(-x); }'             std::exp
refuses protea/rule/a.hpp          'double f(double x) { return 1 / (1 + exp(-x)); }'        exp
refuses protea/dissimilarity/a.cpp 'double f(double x) { return "log(" + std::log1p (x); }'  std::log1p
refuses protea/optimize/a.cpp      'double f(double x) { return __builtin_pow(x, 3); }'      __builtin_pow
refuses protea/train/a.cpp         'float f(float x) { return std::tanhf(x); }'              std::tanhf
refuses protea/base/a.cpp          'std::normal_distribution<double> normal;'                std::normal_distribution

accepts protea/rule/a.hpp          'double f(double x) { return exponential(-x) + logarithm(x) + power(x, 3); }'
accepts protea/rule/a.hpp          'const char* formula = "h = exp(−r²/2σ²)";  // or std::exp(x)'
accepts protea/model/a.cpp         'double f(double x) { return std::sqrt(std::abs(std::floor(x))) + std::remainder(x, 2); }'
accepts protea/model/a.cpp         'double f(const Model& m) { return m.log(3) + kernels().exp(2) + take_logs(x) + by_log(3); }'

rm -rf "$tree"
mkdir -p "$tree/protea/base" "$tree/protea/theory"
touch "$tree/protea/base/a.hpp"
printf 'double f(double x) { return std::erfc(x); }\n' >"$tree/protea/theory/a.cpp"
if ! output=$(bash "$checker" "$tree"); then
  echo "wrongly refused in theory/: $output"
  failures=$((failures + 1))
fi

rm -rf "$tree"
mkdir -p "$tree/protea"
if bash "$checker" "$tree" >"$tree/output"; then
  echo "a tree without sources was accepted"
  failures=$((failures + 1))
fi
exit $((failures > 0))
