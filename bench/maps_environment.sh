#!/usr/bin/env bash
# Puts somoclu and scikit-learn into a virtual environment and prints the path of the Python inside.
# Usage: bench/maps_environment.sh [DIRECTORY]     build/maps by default
set -euo pipefail

environment=${1:-$(dirname "${BASH_SOURCE[0]}")/../build/maps}
packages=(somoclu==1.7.6 scikit-learn)

# Where somoclu cannot be compiled it installs itself without its core and only warns, so the core is asked for.
works() { "$environment/bin/python" -c 'import sklearn, somoclu.somoclu_wrap' >/dev/null 2>&1; }
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
