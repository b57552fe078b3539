#!/usr/bin/env bash
# Installs the Debian packages the build needs, and for Python an environment; silent when they are all there.
# Usage: tools/setup.sh [python|bench|maps|clang|arm]
#                                               python: also what the Python package needs, and build/python/environment
#                                               bench: also what the benchmarks need: R, OpenBLAS, environments for Python
#                                               maps: also what the comparison of maps with kohonen and somoclu needs
#                                               clang: also what the preset clang and .clang-format need
#                                               arm: also what compiles the kernels for aarch64 and runs them here
set -euo pipefail

packages=(g++ cmake ninja-build pkg-config patch libeigen3-dev libcli11-dev libfmt-dev nlohmann-json3-dev libfast-float-dev
          zlib1g-dev libsvm-dev libboost-dev libgtest-dev librapidcheck-dev)
case "${1:-}" in
  '') ;;
  python) packages+=(python3-dev python3-venv) ;;
  bench) packages+=(libbenchmark-dev libopenblas-dev r-base-core r-cran-class python3-venv) ;;
  maps) packages+=(r-base-core r-cran-kohonen python3-venv python3-dev) ;;
  clang) packages+=(clang clang-format) ;;
  arm) packages+=(g++-aarch64-linux-gnu qemu-user googletest) ;;
  *) echo "setup: unknown argument '$1': use none, python, bench, maps, clang or arm" >&2; exit 2 ;;
esac

environment() {
  if [ "${1:-}" != python ]; then return; fi
  bash "$(dirname "$0")/python_environment.sh" build/python/environment 'dask[dataframe]' distributed
  # … and the oldest scikit-learn that is supported.
  bash "$(dirname "$0")/python_environment.sh" build/python/sklearn-1.3 'scikit-learn==1.3.*' 'numpy==1.26.*' 'pandas<2.3'
}

if ! command -v dpkg-query >/dev/null; then
  echo "setup: not a Debian system, so nothing was checked; needed are the equivalents of: ${packages[*]}" >&2
  environment "$@"
  exit 0
fi

# One line "name status" per known package; dpkg-query fails when it does not know one, which is an answer too.
known=$(dpkg-query --show --showformat '${Package} ${db:Status-Status}\n' "${packages[@]}" 2>/dev/null || true)
missing=()
for package in "${packages[@]}"; do
  grep -qxF "$package installed" <<<"$known" || missing+=("$package")
done
if [ ${#missing[@]} -eq 0 ]; then
  environment "$@"
  exit 0
fi

if [ "$(id -u)" -eq 0 ]; then
  as_root=()
elif sudo -n true 2>/dev/null; then
  as_root=(sudo -n)
else
  echo "setup: packages are missing, and installing them needs root. Run this, then try again:" >&2
  echo "  sudo apt-get update && sudo apt-get install --yes --no-install-recommends ${missing[*]}" >&2
  exit 1
fi

echo "setup: installing ${missing[*]}"
apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq -o Dpkg::Use-Pty=0)
"${apt[@]}" update
"${apt[@]}" install --yes --no-install-recommends "${missing[@]}" >/dev/null
environment "$@"
