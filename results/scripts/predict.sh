#!/bin/bash
# The times of scans on an NVIDIA GPU as a small model of their counts: fitted to half of
# the points that explore.sh has timed, and compared with the other half. One fit for
# the parameters of the trees, one for the points of the text's figure 3. A few seconds,
# on any machine:
#
#     make && results/scripts/predict.sh results/MACHINE
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?results/MACHINE}/explore

predict() { # NAME TITLE SEARCH...
    local name=$1 title=$2 files error format terminal
    shift 2
    files=("${@/#/$out/}")
    awk -f results/scripts/csv.awk -f results/scripts/predict.awk \
        "${files[@]/%/.csv}" >"$scratch/all" || exit 1
    grep -v '^#' "$scratch/all" >"$out/$name.csv"
    sed -n 's/^# //p' "$scratch/all" | tee "$out/$name.txt"
    [ -n "$(command -v gnuplot)" ] || return 0

    # The points that were not fitted, by their predicted time: a line through the
    # predictions, and a point for each measured time.
    awk -F'",' '/,/ && !/^name/ { split($2, c, ","); if (c[1] == 0) print c[3], c[2] }' \
        "$out/$name.csv" | sort -g | awk '{ print NR, $1, $2 }' >"$scratch/points"
    error=$(sed -n 's/^# error of the unseen: //p' "$scratch/all")
    for format in svg png; do
        case $format in
        svg) terminal="svg size 900,560 font 'sans-serif,15' background 'white'" ;;
        png) terminal="pngcairo size 1350,840 font 'sans-serif,17'" ;;
        esac
        gnuplot <<END
set terminal $terminal
set output '$out/$name.$format'
set title "$title\nerror: $error" noenhanced
set xlabel 'settings, from the fastest prediction to the slowest'
set ylabel 'ms'
set yrange [0:*]
set border 3
set tics nomirror
set key top left reverse Left
plot '$scratch/points' using 1:3 with points pt 7 ps 0.9 lc rgb '#d55e00' title 'measured', \
     '' using 1:2 with lines lw 3 lc rgb '#0072b2' title 'predicted from counts'
END
    done
}

predict prediction "Times of trees on an H200 that the model has not seen, 2^28 int32" \
    brent_kung blelloch
[ ! -e "$out/figure-3-runs.csv" ] ||
    predict figure-3-prediction \
        "Points of figure 3 that the model has not seen, 25.6 million float32" \
        figure-3-blelloch figure-3-brent_kung figure-3-runs
