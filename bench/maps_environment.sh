#!/usr/bin/env bash
# Puts somoclu and scikit-learn into a virtual environment and prints the path of the Python inside.
# Usage: bench/maps_environment.sh [DIRECTORY [PACKAGE...]]     build/maps and both of them by default
set -euo pipefail

environment=${1:-$(dirname "${BASH_SOURCE[0]}")/../build/maps}
packages=("${@:2}")
if [ ${#packages[@]} -eq 0 ]; then packages=(somoclu==1.7.6 scikit-learn); fi
imports=sys
case "${packages[*]}" in *scikit-learn*) imports+=', sklearn' ;; esac
case "${packages[*]}" in *somoclu*) imports+=', somoclu.somoclu_wrap' ;; esac
case "${packages[*]}" in *polars*) imports+=', polars' ;; esac

# Where somoclu cannot be compiled it installs itself without its core and only warns, so the core is asked for.
works() { "$environment/bin/python" -c "import $imports" >/dev/null 2>&1; }
# -O3 whatever this Python was built with, and never an older build out of the cache. Its set-up imports NumPy unasked.
install_all() {
  local pip=("$environment/bin/pip" install --quiet --disable-pip-version-check)
  "${pip[@]}" numpy setuptools wheel >&2 &&
    CFLAGS=-O3 "${pip[@]}" --no-cache-dir --no-build-isolation "${packages[@]}" >&2 && works
}

if ! works; then
  python3 -m venv --clear "$environment" >&2
  if ! install_all; then
    echo "maps_environment: pip cannot install ${packages[*]}: this needs a package index, a C++ compiler" \
      "and the headers of Python (tools/setup.sh maps)" >&2
    exit 1
  fi
fi
echo "$environment/bin/python"
