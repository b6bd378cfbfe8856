#!/bin/bash
# How fast the viewer draws and opens: 1,024 and 16,384 tiles, on one core,
# without a display; and the networks of all scans, as they ran. From the
# repository's root:
#
#     make && results/viz.sh          # into results/viz; a minute
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

# name, scan and n: of one section, or of two tiles and what joins them.
while read -r name scan n; do
    ./scanlab trace "$scan" -n "$n" --schedule inorder -o "$work/$name.json" \
        >/dev/null
    ./scanviz "$work/$name.json" --scene network --at 100% --size 960x540 \
        --export "$out/network-$name.svg"
done <<'END'
sequential sequential 16
kogge_stone kogge_stone:block=32 16
hillis_steele hillis_steele 16
blelloch blelloch:block=32 16
brent_kung brent_kung:block=32 16
scan_propagate scan_propagate:block=32,items=1 64
three_kernel three_kernel:block=32,items=1 64
hierarchical hierarchical:block=32,items=1 64
lookback lookback:block=32,items=1 64
END
