#!/bin/bash
# deps.t - `make deps` on each system, with fake package managers: what it
# would install, and what it says where it cannot.
. "$(dirname "$0")/../end_to_end/tap.sh"

deps=$PWD/tests/deps.sh

# A folder of fakes. The installers write down what they are called with, the
# queries know the packages that are in the file `installed`. The other words
# are the system's own, and nothing else is in the PATH.
fakes=$work/fakes
mkdir "$fakes"
for word in bash sh sed head tr awk grep cat env printf; do
    ln -s "$(command -v $word)" "$fakes/$word"
done
fake() {
    printf '#!/bin/sh\n%s\n' "$2" >"$fakes/$1"
    chmod +x "$fakes/$1"
}
fake dpkg-query 'for package; do :; done
grep -qx "$package" "$INSTALLED" && printf "install ok installed"'
fake rpm 'for package; do :; done
grep -qx "$package" "$INSTALLED"'
fake sudo 'echo "sudo $*" >>"$CALLS"; exec "$@"'
with_installers() {
    for word in apt-get dnf; do
        fake $word 'echo "'$word' $*" >>"$CALLS"'
    done
}
with_installers
user() { fake id "echo $1"; }

# on ID VERSION [LIKE]: the system that the next `try` runs on.
on() {
    printf 'NAME="It"\nPRETTY_NAME="%s"\nID=%s\nVERSION_ID="%s"\n' \
        "$1 $2" "$1" "$2" >"$work/os-release"
    [ -z "${3-}" ] || echo "ID_LIKE=\"$3\"" >>"$work/os-release"
}
try() {
    : >"$work/calls"
    run env -i PATH="$fakes" OS_RELEASE="$work/os-release" \
        INSTALLED="$work/installed" CALLS="$work/calls" "$fakes/bash" "$deps" \
        "$@"
    calls=$(cat "$work/calls")
}
: >"$work/installed"

# ------------------------------------------------------------- each system

user 0
while read -r id version installer tried; do
    [ "$version" = any ] && version=43
    on "$id" "$version"
    try
    is "$id $version: exit 0" "$code$err" 0
    has "$id $version: says what it does" "$out" \
        "deps: $id $version ($tried): installing gcc "
    has "$id $version: by its own installer" "$calls" "$installer"
    case $installer in
    dnf) package=libcmocka-devel ;;
    *) package=libcmocka-dev ;;
    esac
    has "$id $version: by its own names" " $calls " " $package "
done < <("$deps" --list | sed '/^This is/,$d; s/apt  /apt-get/')
has "the systems are named" "$("$deps" --list)" "debian 12"

on debian 12
try
is "a Debian: the lists first" "$(head -n 1 <<<"$calls")" "apt-get update -q"
has "without questions, and nothing that is only recommended" "$calls" \
    "apt-get install -y -q --no-install-recommends gcc g++ "

is "what is optional goes by itself, after all others" "$(tail -n 6 <<<"$calls")" \
    "apt-get install -y -q --no-install-recommends libhwy-dev
apt-get install -y -q --no-install-recommends bubblewrap
apt-get install -y -q --no-install-recommends zsh
apt-get install -y -q --no-install-recommends fish
apt-get install -y -q --no-install-recommends openmpi-bin
apt-get install -y -q --no-install-recommends libopenmpi-dev"
fake apt-get 'case "$*" in *hwy*) echo "E: none" >&2; exit 100 ;; esac'
try
is "a system without it: exit 0" "$code" 0
has "a system without it: one line" "$out" "deps: no libhwy-dev here: bench leaves out"
with_installers

# ------------------------------------------------------- only what is missing

printf '%s\n' gcc g++ >"$work/installed"
try
lacks "what is there is left alone" " $calls " " gcc "
has "the course needs pandoc, and a browser that prints" "$calls" " pandoc chromium "
try --list
sed '1,/^This is/d' <<<"$out" >"$work/installed"
is "--list installs nothing" "$calls" ""
try
is "all there: nothing is said or done" "$code$out$err$calls" 0

on fedora 42
: >"$work/installed"
try --list
sed '1,/^This is/d' <<<"$out" | grep -v ffmpeg-free >"$work/installed"
try
has "Fedora without ffmpeg: its own" "$calls" "dnf install -y ffmpeg-free"
fake ffmpeg ''
try
is "Fedora with an ffmpeg from elsewhere: keeps it" "$code$out$calls" 0
rm "$fakes/ffmpeg"

# ------------------------------------------------------------------ relatives

: >"$work/installed"
on ubuntu 24.04
try
lacks "Ubuntu has no package of Chromium" "$(sed '/chromium-browser$/d' <<<"$calls")" chromium
has "Chromium is a snap there" "$calls" "--no-install-recommends chromium-browser"
fake apt-get 'echo "apt-get $*" >>"$CALLS"; case "$*" in *chromium*) exit 100 ;; esac'
try
is "the snap is optional" "$code" 0
has "a line reports what is missing without it" "$out" "make lectures prints no PDF"
with_installers
on linuxmint 22 "ubuntu debian"
try
has "a relative of Ubuntu: apt, not tried" "$out$calls" \
    "deps: linuxmint 22 (not tried): installing gcc"
has "a relative of Ubuntu: apt-get" "$calls" "apt-get install"
on debian 14
try
has "a newer Debian is not tried" "$out" "deps: debian 14 (not tried)"

# ---------------------------------------------------------------------- users

on debian 12
user 1000
try
has "not root: by sudo" "$calls" "sudo apt-get update -q"
has "and the install too" "$calls" "sudo env DEBIAN_FRONTEND=noninteractive apt-get install"
rm "$fakes/sudo"
refused() { # NAME PART: exit 3, one line, nothing called
    try
    is "$1: exit 3" "$code" 3
    is "$1: one line" "$(wc -l <"$work/.err")$out$calls" 1
    has "$1: says what to do" "$err" "$2"
}
refused "neither root nor sudo" "as root: apt-get install gcc g++ "
user 0
rm "$fakes/apt-get"
refused "no apt-get" "there is no apt-get here; install by hand: gcc g++ "

# -------------------------------------------------------------------- unknown

on arch "" ""
refused "an unknown system" "is neither Debian, Ubuntu nor Fedora; install these by hand"
has "it names what is needed" "$err" "Boost.Context"
rm "$work/os-release"
refused "no os-release" "this system is neither Debian, Ubuntu nor Fedora"

# ------------------------------------------------------- an install that fails

on debian 12
fake apt-get 'echo "E: no network" >&2; exit 100'
try
is "exit 3, after the installer's own words" "$code $err" "3 E: no network
deps: apt-get could not install them; its output is above"

done_testing
