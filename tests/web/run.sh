#!/usr/bin/env bash
# Tests the page of `protea report` in a browser. Exits with 77 where there is no browser and none can be had.
# Usage: tests/web/run.sh [DIRECTORY]     a directory of pages; without one, pages of web/mock.py are made and tested
#                                          PROTEA_PYTHON: a Python that has protea; PYTHONPATH as it needs it
set -euo pipefail
cd "$(dirname "$0")/../.."

skip() {
  echo "skipped: $1"
  exit 77
}

command -v npm >/dev/null || skip 'there is no npm, which installs what drives the browser'
if ! command -v chromium >/dev/null; then
  if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
    skip 'there is no chromium, and installing it needs root on Debian'
  fi
  export DEBIAN_FRONTEND=noninteractive
  { apt-get -qq update && apt-get -qq install --yes --no-install-recommends chromium; } >/dev/null 2>&1 \
    || skip 'there is no chromium, and it could not be installed'
fi
if [ ! -d web/node_modules/playwright-core ]; then
  (cd web && npm ci --silent --no-fund --no-audit >/dev/null 2>&1) \
    || skip 'there is no playwright-core, and npm could not install it'
fi

pages=${1:-}
if [ -z "$pages" ]; then
  pages=build/web/pages
  python=${PROTEA_PYTHON:-build/python/environment/bin/python}
  rm -rf "$pages"
  mkdir -p "$pages"
  if PYTHONPATH=${PYTHONPATH:-build/dev/python} "$python" -c 'import protea' 2>/dev/null; then
    PYTHONPATH=${PYTHONPATH:-build/dev/python} "$python" web/mock.py "$pages"
    for document in "$pages"/*.json; do
      node web/assemble.mjs "$document" "${document%.json}.html"
    done
  else
    echo 'note: no Python with protea, so only the pages without a model are tested'
  fi
fi
exec node tests/web/test_page.mjs "$pages"
