# shellcheck shell=bash
# preamble.sh - what each script here begins with, by sourcing it: it stands in
# the repository's root then.
#
#     run COMMAND...            says the command, and runs it
#     draw FOLDER ARGUMENT...   scanlab plot, where gnuplot is
#     newest_cub FILE.csv       its newest CUB: 3.5.0; "" in old files
#     $scratch                  a folder that goes when the script ends
cd "$(dirname "${BASH_SOURCE[0]}")/../.." || exit 2
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
