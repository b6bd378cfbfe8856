#!/bin/sh
# Installs the Debian packages that scanlab is built and tested with, when some
# are missing; says what it does, and does nothing when all are there.
set -eu

# What for:   compiling (also at run time)    JSON, hashing, charts, tests, viewer
packages="gcc g++ make libc6-dev libjansson-dev libxxhash-dev gnuplot-nox
libcmocka-dev perl libtbb-dev clang clang-format cppcheck shellcheck
libffi-dev libdw-dev libboost-context-dev libsdl2-dev libcairo2-dev ffmpeg xvfb
xauth xdotool pkg-config"

missing=""
for package in $packages; do
    dpkg-query -W -f '${Status}' "$package" 2>/dev/null |
        grep -q '^install ok installed$' || missing="$missing $package"
done
if [ -z "$missing" ]; then
    exit 0
fi
if ! command -v apt-get >/dev/null 2>&1; then
    echo "deps: this system has no apt-get; install these by hand:$missing" >&2
    exit 3
fi
sudo=""
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "deps: not root and no sudo; as root: apt-get install$missing" >&2
        exit 3
    fi
    sudo="sudo"
fi
echo "deps: installing$missing"
$sudo apt-get update -q
# shellcheck disable=SC2086  # a list of words
DEBIAN_FRONTEND=noninteractive $sudo apt-get install -y -q \
    --no-install-recommends $missing
