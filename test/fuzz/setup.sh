#!/bin/sh
# Installs jazzer.js in this folder, and builds its addon: its own install fetches one from elsewhere, or LLVM to build
# it with. Debian's libclang-rt-14-dev has the same libFuzzer. Can be run again; does nothing where all of it is there.
set -eu
cd "$(dirname "$0")"

addon=node_modules/@jazzer.js/fuzzer/build/Release/jazzerjs.node
[ ! -f "$addon" ] || exit 0
library=$(ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-"$(uname -m)".a 2>/dev/null | tail -n 1)
[ -n "$library" ] || {
  echo 'fuzz/setup: libFuzzer is not installed (Debian: libclang-rt-14-dev)' >&2
  exit 3
}
headers=$(node -p 'require("node:path").join(process.execPath, "../../include/node")')
[ -f "$headers/node_api.h" ] || {
  echo "fuzz/setup: this Node came without its headers" >&2
  exit 3
}

[ -d node_modules ] || npm ci --silent --no-audit --no-fund
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
# All that the addon uses of LLVM's own headers.
mkdir "$scratch/fuzzer"
cat >"$scratch/fuzzer/FuzzerDefs.h" <<'EOF'
#pragma once
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>
namespace fuzzer {
using UserCallback = int (*)(const uint8_t *data, size_t size);
int FuzzerDriver(int *argc, char ***argv, UserCallback callback);
}
EOF
source=node_modules/@jazzer.js/fuzzer
mkdir -p "$(dirname "$addon")"
g++ -std=c++17 -O2 -fPIC -shared -DNAPI_VERSION=4 -DNODE_GYP_MODULE_NAME=jazzerjs \
  -I"$headers" -Inode_modules/node-addon-api -I"$scratch" -I"$source" \
  call-sites.cpp "$source"/*.cpp "$source"/shared/*.cpp -Wl,-whole-archive "$library" -Wl,-no-whole-archive -lpthread \
  -o "$scratch/jazzerjs.node"
mv "$scratch/jazzerjs.node" "$addon"
