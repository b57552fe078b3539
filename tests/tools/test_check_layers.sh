#!/usr/bin/env bash
# Proves that tools/check_layers.sh can fail: every violation planted in a tree of its own is found, a clean tree
# passes.
# Usage: test_check_layers.sh CHECKER DIRECTORY     DIRECTORY is made anew
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
  elif [[ $output != "$1:2: "* ]]; then
    echo "'$2' in $1: expected a line that starts with '$1:2: ', found '$output'"
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

refuses protea/base/a.hpp          '#include <protea/data/table.hpp>'
refuses protea/rule/a.hpp          '#include <protea/dissimilarity/lifted.hpp>'
refuses protea/dissimilarity/a.cpp '#include <protea/model/model.hpp>'
refuses protea/train/a.cpp         '  #  include <protea/catalogue/catalogue.hpp>'
refuses protea/rule/a.hpp          '#include "../dissimilarity/lifted.hpp"'
refuses protea/perceptron/a.hpp    '#include <svm.h>'
refuses protea/evaluate/a.cpp      '#include <svm.h>'
refuses protea/model/a.hpp         '#include <Eigen/Dense>'
refuses protea/model/a.cpp         '#include <Eigen/Dense>'
refuses protea/base/linear_algebra.hpp '#include <Eigen/Dense>'
refuses protea/theory/a.hpp        '#include <boost/numeric/odeint.hpp>'
refuses protea/theory/a.cpp        '#include <protea/train/fit.hpp>'
refuses protea/experiment/a.cpp    '#include <protea/report/json.hpp>'
refuses protea/model/a.hpp         '#include <nlohmann/json.hpp>'
refuses protea/train/a.cpp         'void f() { std::cout << 1; }'
refuses protea/train/a.cpp         'void f() { printf("1"); }'
refuses protea/train/a.cpp         'void f() { std::abort(); }'
refuses protea/train/a.cpp         'void f() { exit(1); }'
refuses protea/train/a.cpp         'const char* remedy = "use --missing mean";'
refuses protea/train/a.hpp         $'inline const char quote = \'"\', *remedy = "use --scale none";'
refuses protea/train/a.cpp         'const char* remedy = "\"x\": use --scale none";'
refuses protea/catalogue/a.cpp     'const auto remedy = f("a") + g("--{} has no effect");'

accepts protea/rule/a.hpp          '#include <protea/base/matrix.hpp>'
accepts protea/rule/a.hpp          '#include <protea/rule/rule.hpp>'
accepts protea/base/linear_algebra.cpp '#include <Eigen/Dense>'
accepts protea/theory/a.cpp        '#include <boost/numeric/odeint.hpp>'
accepts protea/perceptron/a.cpp    '#include <svm.h>'
accepts protea/catalogue/reference.cpp 'const char* title = "Rules (--rule NAME)";'
accepts protea/theory/a.cpp        'const char* names[] = {"R+-", "R--", "R-- = 0"};'
accepts protea/train/a.cpp         'void f(int left) { g("a"); --left; g("b"); }  // as "--epochs" says'
accepts protea/base/a.cpp          'void f() { snprintf(0, 0, "1"); }  // unlike printf(), this only formats'

plant protea/rule/a.hpp 'struct Twin {'
mkdir -p "$tree/protea/train"
printf 'struct Twin;\nclass Twin final : public Other {\n' >"$tree/protea/train/b.hpp"
if output=$(bash "$checker" "$tree") || [[ $output != "protea/train/b.hpp:2: Twin is the name"* ]]; then
  echo "two types of one name: '$output'"
  failures=$((failures + 1))
fi

rm -rf "$tree"
mkdir -p "$tree/protea/attic"
touch "$tree/protea/attic/a.hpp"
if bash "$checker" "$tree" >"$tree/output"; then
  echo "an unknown room was accepted"
  failures=$((failures + 1))
fi
exit $((failures > 0))
