#!/usr/bin/env bash
# Puts sklvq and sklearn-lvq into a virtual environment, with the versions of NumPy, SciPy and scikit-learn they still
# work with, and prints the path of the Python inside. (Both use np.int, which NumPy 1.24 dropped.)
# Usage: bench/sklvq_environment.sh [DIRECTORY]     build/sklvq by default
set -euo pipefail

environment=${1:-$(dirname "${BASH_SOURCE[0]}")/../build/sklvq}
packages=(sklvq==0.1.2 sklearn-lvq==1.1.1 numpy==1.23.5 scipy==1.10.1 scikit-learn==1.2.2)

if ! "$environment/bin/python" -W ignore -c 'import sklvq, sklearn_lvq' 2>/dev/null; then
  fits='import sys, venv, ensurepip; sys.exit(not (3, 8) <= sys.version_info[:2] <= (3, 11))'
  for python in python3 python3.11 python3.10 python3.9 python3.8 none; do
    "$python" -c "$fits" 2>/dev/null && break
  done
  if [ "$python" = none ]; then
    echo "sklvq_environment: they work with Python 3.8 to 3.11 with its module venv, and there is none: install one" >&2
    exit 1
  fi
  "$python" -m venv --clear "$environment" >&2
  if ! "$environment/bin/pip" install --quiet --disable-pip-version-check "${packages[@]}" >&2; then
    echo "sklvq_environment: pip cannot install ${packages[*]}: the comparison needs a package index" >&2
    exit 1
  fi
fi
echo "$environment/bin/python"
