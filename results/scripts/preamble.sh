# shellcheck shell=bash
# preamble.sh - what each script here begins with, by sourcing it: it stands in
# the repository's root then.
#
#     run COMMAND...            says the command, and runs it
#     draw FOLDER ARGUMENT...   scanlab plot, where gnuplot is
#     newest_cub FILE.csv       its newest CUB: 3.5.0; "" in old files
#     relative_names FOLDER     its records name no path of this machine
#     $scratch                  a folder that goes when the script ends
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
export SCANLAB_TUNING= # the settings that are shipped, not those of this machine
scratch=$(mktemp -d) || exit 1
trap 'rm -rf "$scratch"' EXIT

run() {
    echo
    echo "\$ $*"
    "$@"
}

draw() {
    local folder=$1
    shift
    [ -z "$(command -v gnuplot)" ] ||
        run ./scanlab plot "$@" -o "$folder" --format svg,png --table md
}

newest_cub() {
    sed -n 's/^[^,]*,cub,"*\([0-9.]*\).*/\1/p' "$1" | sort -V | tail -1
}

# A run into an absolute folder, as into /tmp: the commands in its records name
# their outputs from there on. They will stand in results/MACHINE/.
relative_names() {
    [[ $1 == /* ]] || return 0
    find "$1" -maxdepth 1 \( -name '*.json' -o -name 'log*.txt' \) \
        -exec sed -i "s| -o $1/| -o |" {} +
}
