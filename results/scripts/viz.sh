#!/bin/bash
# The viewer. From the repository's root:
#
#     make && results/scripts/viz.sh [OUT [PART...]]     # a minute or two
#
# Parts (default: all): speed (how fast it draws and opens 1,024 to 16,384 tiles, on
# one core, without a display, and what its window uses while it is paused), networks (of
# all scans, as they ran), film (for the first page, with its subtitles as .vtt, and by
# ffmpeg its pictures at rest on one sheet). They are written to OUT; by default to
# results/viz, and the film to viz/.
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:-results/viz} film=${1:-viz}
[ $# -eq 0 ] || shift
parts=" ${*:-speed networks film} "
mkdir -p "$out"
work=$scratch count=0

# Processor time of a process so far, of itself and the kernel, in seconds.
used() {
    awk -v second="$(getconf CLK_TCK)" '
        { sub(/.*\) /, ""); print $12 / second, $13 / second }' "/proc/$1/stat"
}

# What a window takes while nothing moves in it. It is drawn on a display
# without a screen: Xvfb.
paused() {
    if [ -z "$(command -v Xvfb)" ]; then
        echo "not measured: no Xvfb"
        return
    fi
    timeout -k 5 60 Xvfb -displayfd 3 -screen 0 1280x720x24 3>"$work/display" \
        >/dev/null 2>&1 &
    local server=$! viewer before
    for _ in $(seq 100); do
        [ -s "$work/display" ] && break
        sleep 0.1
    done
    DISPLAY=:$(cat "$work/display") ./scanviz --story deep --at 50% &
    viewer=$!
    sleep 3 # it has opened, and drawn
    before=$(used "$viewer")
    sleep 10
    echo "$before $(used "$viewer")" |
        awk '{ printf "paused: %.2f s user, %.2f s system: %.1f %% of a core\n",
                      $3 - $1, $4 - $2, ($3 - $1 + $4 - $2) * 10 }'
    kill "$viewer"
    wait "$viewer" || true
    kill "$server"
    wait "$server" || true
}

speed() {
    sed -n 's/^model name[^:]*: //p' /proc/cpuinfo | sort | uniq -c |
        sed 's/^ *//; s/ / x /'
    ./scanviz --version
    echo
    for tiles in 1024 14336 16384; do # 14,336: 20 megabytes
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
    echo "\$ ./scanviz --story deep    (its window, paused: processor time of ten seconds)"
    paused
}


# name, scan and n: of one section, or of two tiles and what joins them.
networks() {
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
}

case $parts in *' speed '*)
    speed >"$out/benchmark.txt"
    cat "$out/benchmark.txt"
    ;;
esac
case $parts in *' networks '*) networks ;; esac
case $parts in *' film '*)
    run ./scanviz --film lookback --subtitles --export "$film/lookback.gif"
    ./scanviz --film lookback --dump | sed -n 's/^at \([0-9.]*\) s: \(.*\)/\1 \2/p' |
        awk '{ at = $1; $1 = ""; if ($0 != said && said != "") print before
               before = at; said = $0 } END { print before }' | # the last of each sentence
        while read -r at; do
            ./scanviz --film lookback --at "$at" --export "$work/still-$((++count)).png"
        done
    ffmpeg -loglevel error -y -i "$work/still-%d.png" -frames:v 1 \
        -vf 'scale=640:-1:flags=area,tile=3x6:padding=2:color=gray' "$out/film.png"
    ;;
esac
