#!/usr/bin/env bash
# The first step of action.yml: sees that Node is there, and builds drawaudit where it is not built yet.
set -euo pipefail

# Exit codes as docs/CLAIMS.md has them: none of these is a verdict.
fail() {
  echo "exit-code=$1" >>"${GITHUB_OUTPUT:-/dev/null}"
  echo "::error title=drawaudit::$2"
  exit "$1"
}

hint='put actions/setup-node before this step, with node-version 20 or later'
version=$(node --version 2>/dev/null) || fail 2 "there is no Node here: $hint"
IFS=. read -r major minor _ <<<"${version#v}"
((major > 20 || (major == 20 && minor >= 19))) || fail 2 "Node is too old, 20.19 is needed, found $version: $hint"

cd "${BASH_SOURCE[0]%/*}/.."
[ ! -e dist/bin/main.js ] || exit 0
# The compiler is a development dependency, which NODE_ENV=production would leave out.
npm ci --ignore-scripts --include=dev --no-audit --no-fund ||
  fail 4 'what drawaudit is built with could not be installed: the log says why'
npm run build || fail 70 'drawaudit could not be built: the log says why'
