#!/bin/bash
# How fast the viewer draws and opens: 1,024 and 16,384 tiles, on one core,
# without a display. From the repository's root:
#
#     make && results/viz.sh          # into results/viz/benchmark.txt; a minute
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-results/viz}
mkdir -p "$out"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

{
    sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sort | uniq -c |
        sed 's/^ *//; s/ / x /'
    ./scanviz --version
    echo
    for tiles in 1024 16384; do
        trace=$work/$tiles.json
        ./scanlab trace lookback:block=32,items=1 -n $((tiles * 32)) \
            --schedule timed -o "$trace" >/dev/null
        echo "\$ ./scanlab trace lookback:block=32,items=1 -n $((tiles * 32))" \
            "--schedule timed -o t.json    ($(stat -c %s "$trace") bytes)"
        echo "\$ ./scanviz t.json --benchmark"
        ./scanviz "$trace" --benchmark
        TIMEFORMAT='opened, drawn once and written as .png: %R s (%U user, %S system)'
        for _ in 1 2 3; do
            time ./scanviz "$trace" --export "$work/first.png"
        done 2>&1
        echo
    done
} >"$out/benchmark.txt"
cat "$out/benchmark.txt"
