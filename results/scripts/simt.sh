#!/bin/bash
# The SIMT machine's reference run: counts of every scan over n beside the
# closed forms, with charts, and how its own cost grows with n (simt-cost.sh).
#
#     make && results/scripts/simt.sh          # into results/simt; about 8 minutes
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:-results/simt}
mkdir -p "$out"

{
    echo '$ ./scanlab measure all -d simt -n 2^10..2^20 -o measure.csv'
    ./scanlab measure all -d simt -n 2^10..2^20 -o "$out/measure.csv"
} | tee "$out/log.txt"
./scanlab plot "$out/measure.csv" -o "$out" --format svg,png --table md

results/scripts/simt-cost.sh "$out"
if command -v gnuplot >/dev/null; then
    (cd "$out" && gnuplot cost.gp)
fi
