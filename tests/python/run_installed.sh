#!/usr/bin/env bash
# Builds and installs the package into a virtual environment, as a user does, and runs its tests there.
# Usage: tests/python/run_installed.sh ENVIRONMENT COMMAND [REQUIREMENT…]
set -euo pipefail
cd "$(dirname "$0")/../.."

environment=$1
command=$(realpath "$2")
shift 2
bash tools/python_environment.sh "$environment" "$@"
"$environment/bin/python" -m pip install --quiet --disable-pip-version-check --no-build-isolation --no-deps .
cd "$environment"   # away from the sources
PROTEA_COMMAND=$command bin/python -m pytest -q -p no:cacheprovider --rootdir="$OLDPWD/tests/python" "$OLDPWD/tests/python"
