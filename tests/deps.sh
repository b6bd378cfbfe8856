#!/bin/bash
# Installs the packages that scanlab is built and tested with, when some are
# missing; says what it does, and does nothing when all are there. `make deps`.
#
#     tests/deps.sh           install what is missing
#     tests/deps.sh --list    print the systems, and the packages of this one
#
# OS_RELEASE names the file that tells which system this is.
set -euo pipefail

# Where all of `make deps`, the build and a run were tried, and where the names
# of the packages come from the system's own list alone.
systems='debian 12     apt   tried
debian 13     apt   tried
ubuntu 22.04  apt   not tried
ubuntu 24.04  apt   not tried
fedora any    dnf   not tried'

# The same things in the same order:
#   to compile (also at run time); the simulated GPU: kernel calls, source lines,
#   fibres; JSON and hashing; the viewer; charts and films; the course, whose PDFs
#   the browser prints; tests, which open pages in it
debian='gcc g++ make libc6-dev pkg-config libffi-dev libdw-dev
libboost-context-dev libjansson-dev libxxhash-dev libseccomp-dev libsdl2-dev libcairo2-dev
zlib1g-dev gnuplot-nox ffmpeg pandoc chromium libcmocka-dev libtbb-dev perl clang
clang-format cppcheck shellcheck xvfb xauth xdotool procps lld'
fedora='gcc gcc-c++ make glibc-devel pkgconf-pkg-config libffi-devel
elfutils-devel boost-devel boost-static jansson-devel xxhash-devel libseccomp-devel SDL2-devel
cairo-devel zlib-devel gnuplot ffmpeg-free pandoc chromium libcmocka-devel
tbb-devel perl perl-Test-Harness libasan libubsan libtsan clang clang-tools-extra compiler-rt
cppcheck ShellCheck xorg-x11-server-Xvfb xorg-x11-xauth xdotool procps-ng
diffutils findutils lld'

# Installed along with what is missing, where the system has them: rows of bench; what
# encloses a submission of a lab; shells in which Tab is tested; runs by several
# ranks.
optional_debian='libhwy-dev bubblewrap zsh fish openmpi-bin libopenmpi-dev'
optional_fedora='highway-devel bubblewrap zsh fish openmpi-devel'

needed="a C and a C++ compiler (gcc 11 or newer), GNU make, pkg-config; the \
headers of libffi, libdw (elfutils), Boost.Context, jansson, xxHash and libseccomp; for the \
viewer those of SDL2, cairo and zlib; for charts gnuplot, for films ffmpeg; for the \
course pandoc and Chromium or Google Chrome; for the \
tests cmocka, oneTBB, prove (perl), clang, clang-format, cppcheck, shellcheck, \
Xvfb, xauth, xdotool, procps (pgrep); for pages of the viewer clang and lld"

# One value of the os-release file, without its quotes.
told() {
    [ -r "$os_release" ] || return 0
    sed -n "s/^$1=//p" "$os_release" | head -n 1 | tr -d "\"'"
}
os_release=${OS_RELEASE:-/etc/os-release}
id=$(told ID)
version=$(told VERSION_ID)
name=$(told PRETTY_NAME)

# The family by name, else by what the system says it is like; then whether
# this very version was tried.
family=none
for word in $id $(told ID_LIKE); do
    case $word in
    debian | ubuntu) family=apt ;;
    fedora) family=dnf ;;
    *) continue ;;
    esac
    break
done
tried=$(awk -v id="$id" -v version="$version" '
    $1 == id && ($2 == version || $2 == "any") {
        sub(/^[^ ]+ +[^ ]+ +[^ ]+ +/, "")
        print
    }' <<<"$systems")
tried=${tried:-not tried}

case $family in
apt)
    packages=$debian optional=$optional_debian
    # Ubuntu's Chromium is a snap, which containers lack: there it is optional.
    case " $id $(told ID_LIKE) " in
    *' ubuntu '*)
        packages=${packages/ chromium/}
        optional+=' chromium-browser'
        ;;
    esac
    ;;
dnf) packages=$fedora optional=$optional_fedora ;;
*)
    echo "deps: ${name:-this system} is neither Debian, Ubuntu nor Fedora;" \
        "install these by hand, then type make: $needed" >&2
    exit 3
    ;;
esac

if [ "${1-}" = --list ]; then
    echo "$systems"
    echo "This is ${name:-$id $version} ($tried). It needs:"
    # shellcheck disable=SC2086  # a list of words
    printf '%s\n' $packages
    # shellcheck disable=SC2086
    printf '%s (optional)\n' $optional
    exit 0
fi

is_installed() {
    if [ "$1" = ffmpeg-free ] && command -v ffmpeg >/dev/null 2>&1; then
        return 0 # from elsewhere; the two cannot be installed together
    elif [ $family = dnf ]; then
        rpm -q --whatprovides "$1" >/dev/null 2>&1
    else
        dpkg-query -W -f '${Status}' "$1" 2>/dev/null |
            grep -q '^install ok installed$'
    fi
}

missing=()
for package in $packages; do
    is_installed "$package" || missing+=("$package")
done
[ ${#missing[@]} -gt 0 ] || exit 0

installer=apt-get
[ $family = apt ] || installer=dnf
if ! command -v $installer >/dev/null 2>&1; then
    echo "deps: there is no $installer here; install by hand: ${missing[*]}" >&2
    exit 3
fi
sudo=()
if [ "$(id -u)" -ne 0 ]; then
    if ! command -v sudo >/dev/null 2>&1; then
        echo "deps: not root, and no sudo; as root: $installer install" \
            "${missing[*]}" >&2
        exit 3
    fi
    sudo=(sudo)
fi

echo "deps: ${name:-$id $version} ($tried): installing ${missing[*]}"
install() { # PACKAGE...
    if [ $family = dnf ]; then
        "${sudo[@]}" dnf install -y "$@"
    else
        "${sudo[@]}" env DEBIAN_FRONTEND=noninteractive apt-get install \
            -y -q --no-install-recommends "$@"
    fi
}
{ [ $family = dnf ] || "${sudo[@]}" apt-get update -q; } && install "${missing[@]}" || {
    echo "deps: $installer could not install them; its output is above" >&2
    exit 3
}
for package in $optional; do
    is_installed "$package" || install "$package" || case $package in
    chromium*) echo "deps: no $package here: make lectures prints no PDF, and tests of pages fail" ;;
    openmpi* | libopenmpi*) echo "deps: no $package here: scanlab does not run under mpirun" ;;
    bubblewrap) echo "deps: no $package here: scanlab lab isolates submissions less strictly" ;;
    *) echo "deps: no $package here: bench leaves out its row" ;;
    esac
done
