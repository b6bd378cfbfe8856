#!/bin/bash
# The times of the trees on an NVIDIA GPU as a small model of their counts: fitted to
# half of the points that explore.sh has timed, and compared with the other half. A few
# seconds, on any machine:
#
#     make && results/scripts/predict.sh results/MACHINE
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?results/MACHINE}/explore

awk -f results/scripts/csv.awk -f results/scripts/predict.awk \
    "$out"/brent_kung.csv "$out"/blelloch.csv >"$scratch/all" || exit 1
grep -v '^#' "$scratch/all" >"$out/prediction.csv"
sed -n 's/^# //p' "$scratch/all" | tee "$out/prediction.txt"
[ -n "$(command -v gnuplot)" ] || exit 0

# The points that were not fitted, by their predicted time: a line through the
# predictions, and a point for each measured time.
awk -F'",' '/,/ && !/^name/ { split($2, c, ","); if (c[1] == 0) print c[3], c[2] }' \
    "$out/prediction.csv" | sort -g | awk '{ print NR, $1, $2 }' >"$scratch/points"
error=$(sed -n 's/^# error of the unseen: //p' "$scratch/all")
for format in svg png; do
    case $format in
    svg) terminal="svg size 900,560 font 'sans-serif,15' background 'white'" ;;
    png) terminal="pngcairo size 1350,840 font 'sans-serif,17'" ;;
    esac
    gnuplot <<END
set terminal $terminal
set output '$out/prediction.$format'
set title "Times of trees on an H200 that the model has not seen\nerror: $error" noenhanced
set xlabel 'settings, from the fastest prediction to the slowest'
set ylabel 'ms for 2^{28} int32'
set yrange [0:*]
set border 3
set tics nomirror
set key top left reverse Left
plot '$scratch/points' using 1:3 with points pt 7 ps 0.9 lc rgb '#d55e00' title 'measured', \
     '' using 1:2 with lines lw 3 lc rgb '#0072b2' title 'predicted from counts'
END
done
