#!/usr/bin/env bash
# Makes a virtual environment with what builds and tests the Python package; silent when it is there.
# Usage: tools/python_environment.sh DIRECTORY [REQUIREMENT…]   requirements of pip beside, such as scikit-learn==1.3.*
set -euo pipefail
cd "$(dirname "$0")/.."

environment=$1
shift
wanted=(nanobind scikit-build-core scikit-learn pandas polars pyarrow matplotlib pytest "$@")
mark="$environment/protea_environment"
[ -f "$mark" ] && [ "$(cat "$mark")" = "${wanted[*]}" ] && exit 0

echo "setup: making $environment with ${wanted[*]}"
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
if ! "$environment/bin/python" -m pip install --quiet --disable-pip-version-check "${wanted[@]}"; then
  echo "setup: pip could not install these; without a package index the Python package cannot be built" >&2
  exit 1
fi
echo "${wanted[*]}" > "$mark"
