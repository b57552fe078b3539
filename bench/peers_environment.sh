#!/usr/bin/env bash
# Puts the Python programs that we are measured against into one virtual environment, build/peers, and prints the path of
# the Python inside. (sklvq needs older versions, and has one of its own.)
# Usage: bench/peers_environment.sh PACKAGE…     numpy scikit-learn faiss-cpu polars minisom somoclu prototorch
set -euo pipefail

environment=$(dirname "${BASH_SOURCE[0]}")/../build/peers
pip=("$environment/bin/pip" install --quiet --disable-pip-version-check)

# Where somoclu cannot be compiled it installs itself without its core and only warns, so the core is asked for.
module_of() {
  case $1 in
    scikit-learn) echo sklearn ;;
    faiss-cpu) echo faiss ;;
    somoclu) echo somoclu.somoclu_wrap ;;
    *) echo "$1" ;;
  esac
}
works() { "$environment/bin/python" -W ignore -c "import $(module_of "$1")" >/dev/null 2>&1; }

install_package() {
  case $1 in
    # -O3 whatever this Python was built with, and never an older build out of the cache. Its set-up imports NumPy unasked.
    somoclu) "${pip[@]}" numpy setuptools wheel &&
      CFLAGS=-O3 "${pip[@]}" --no-cache-dir --no-build-isolation somoclu==1.7.6 ;;
    # The torch of the package index comes with all it needs for graphics cards: six gigabytes.
    prototorch) "${pip[@]}" torch==2.6.0 torchvision==0.21.0 prototorch==0.7.6 ;;
    *) "${pip[@]}" "$1" ;;
  esac
}

if [ ! -x "$environment/bin/pip" ]; then python3 -m venv --clear "$environment" >&2; fi
for package in "$@"; do
  if works "$package"; then continue; fi
  if ! install_package "$package" >&2 || ! works "$package"; then
    echo "peers_environment: pip cannot install $package: this needs a package index, and for somoclu a C++ compiler" \
      "and the headers of Python (tools/setup.sh maps)" >&2
    exit 1
  fi
done
echo "$environment/bin/python"
