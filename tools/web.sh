#!/usr/bin/env bash
# Builds web/dist, the shell of the pages that `protea report` writes; this alone needs npm.
# Usage: tools/web.sh [check]     check: build beside and compare with what is committed; 77 where npm cannot install
set -euo pipefail
cd "$(dirname "$0")/../web"

task=${1:-build}
case "$task" in
  build | check) ;;
  *) echo "web: unknown argument '$task': use none or check" >&2; exit 2 ;;
esac

# Without npm a build cannot be had and a comparison has nothing to say.
cannot() {
  echo "web: $1" >&2
  if [ "$task" = check ]; then exit 77; else exit 1; fi
}

command -v npm >/dev/null || cannot 'there is no npm, which installs what the page is built with'
if ! cmp -s package-lock.json node_modules/.protea-lock.json; then
  npm ci --silent --no-fund --no-audit >/dev/null 2>&1 || cannot 'npm could not install what the page is built with'
  cp package-lock.json node_modules/.protea-lock.json
fi

if [ "$task" = build ]; then
  node build.mjs
  exit
fi

beside=$(mktemp -d)
trap 'rm -rf "$beside"' EXIT
node build.mjs "$beside" >/dev/null
unpacked() { gzip -dc "$1/page.html.gz"; }
if ! cmp -s <(unpacked "$beside") <(unpacked dist) || ! cmp -s "$beside/LICENSES.txt" dist/LICENSES.txt; then
  echo 'web: web/dist is not what web/src, web/page.css and web/page.html give: run tools/web.sh' >&2
  exit 1
fi
if [ "$(unpacked dist | sha256sum | cut -d ' ' -f 1)" != "$(cat dist/SHA256SUM)" ]; then
  echo 'web: web/dist/SHA256SUM is not that of the shell' >&2
  exit 1
fi
echo 'web: web/dist is what its sources give'
