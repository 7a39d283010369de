#!/bin/sh
# Installs what the tests and benchmarks use beside Node, on Debian and its kin: nginx, Caddy, systemd-analyze, wrk,
# openssl, jq, Chromium, Firefox ESR, WebKitGTK with its WebDriver, Xvfb, two sets of fonts, Redis, PostgreSQL, pgbouncer,
# promtool, strace, xmllint, zsh, Python with what builds and checks a package of it, a C++ compiler and the libFuzzer of LLVM.
# Can be run again; does nothing where all of it is there. What cannot be installed is skipped by name in the tests.
set -eu

missing=''
for pair in nginx:nginx-light caddy:caddy systemd-analyze:systemd wrk:wrk openssl:openssl jq:jq chromium:chromium \
  firefox-esr:firefox-esr WebKitWebDriver:webkit2gtk-driver Xvfb:xvfb \
  redis-server:redis-server pg_lsclusters:postgresql pgbouncer:pgbouncer promtool:prometheus python3:python3-minimal mypy:mypy g++:g++ ip:iproute2 strace:strace xmllint:libxml2-utils zsh:zsh; do
  # Debian keeps servers where only root looks.
  PATH="$PATH:/usr/sbin:/sbin" command -v "${pair%%:*}" >/dev/null || missing="$missing ${pair#*:}"
done
# These are modules of Debian's own Python.
for pair in ensurepip:venv pip:pip setuptools:setuptools wheel:wheel; do
  /usr/bin/python3 -c "import ${pair%%:*}" 2>/dev/null || missing="$missing python3-${pair#*:}"
done
# These have no program.
for pair in dejavu/DejaVuSans:dejavu-core noto/NotoSans-Regular:noto-core noto/NotoSansMono-Regular:noto-mono; do
  [ -e "/usr/share/fonts/truetype/${pair%%:*}.ttf" ] || missing="$missing fonts-${pair#*:}"
done
if ! ls /usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.fuzzer_no_main-*.a >/dev/null 2>&1; then
  missing="$missing libclang-rt-dev"
fi
[ -n "$missing" ] || exit 0

skip() {
  echo "setup-debian: $1: not installed:$missing" >&2
  exit 0
}
command -v apt-get >/dev/null || skip 'there is no apt-get here'
[ "$(id -u)" = 0 ] || skip 'only root can install'

scratch=$(mktemp -d)
policy=/usr/sbin/policy-rc.d
made=''
clean() {
  rm -rf "$scratch"
  [ -z "$made" ] || rm -f "$policy"
}
trap clean EXIT
trap 'exit 1' HUP INT TERM

# Packages start their service when they are installed; this tells them not to.
if [ ! -e "$policy" ]; then
  made=yes
  printf '#!/bin/sh\nexit 101\n' >"$policy"
  chmod 755 "$policy"
fi

export DEBIAN_FRONTEND=noninteractive
install() {
  apt-get -qq update || return
  # One unknown name, such as firefox-esr on Ubuntu, would keep all others from being installed.
  known='' unknown=''
  for name in $missing; do
    if apt-cache show "$name" >/dev/null 2>&1; then known="$known $name"; else unknown="$unknown $name"; fi
  done
  # shellcheck disable=SC2086 # a list of names
  [ -z "$known" ] || apt-get -qq install --yes --no-install-recommends $known
}
if ! install >"$scratch/log" 2>&1; then
  tail -n 5 "$scratch/log" >&2
  skip 'apt-get failed'
fi
missing=$unknown
[ -z "$missing" ] || skip 'no package has this name here'
