#!/bin/bash
# The SIMT machine's reference run: counts of every scan over n beside the
# closed forms, with charts, and how its own cost grows with n.
#
#     make && results/simt.sh          # into results/simt; about 3 minutes
set -euo pipefail
cd "$(dirname "$0")/.."
out=${1:-results/simt}
mkdir -p "$out"

{
    echo '$ ./scanlab measure all -d simt -n 2^10..2^20 -o measure.csv'
    ./scanlab measure all -d simt -n 2^10..2^20 -o "$out/measure.csv"
} | tee "$out/log.txt"
./scanlab plot "$out/measure.csv" -o "$out" --format svg,png --table md

# Seconds of one core for the whole command: every check on, then counts only.
algorithms='lookback three_kernel kogge_stone hillis_steele'
for algorithm in $algorithms; do # compiled before it is timed
    ./scanlab run "$algorithm" -d simt -n 9 >/dev/null
    ./scanlab measure "$algorithm" -d simt -n 9 >/dev/null
done
{
    echo "# n, then for each of $algorithms: run (all checks), measure (counts)"
    for k in 12 13 14 15 16 17 18 19 20; do
        printf '%d' $((1 << k))
        for algorithm in $algorithms; do
            for command in "run --schedule inorder" measure; do
                TIMEFORMAT='%U %S'
                # shellcheck disable=SC2086  # a command and its option
                used=$({ time ./scanlab $command "$algorithm" -d simt \
                    -n $((1 << k)) >/dev/null 2>&1; } 2>&1)
                awk '{ printf " %.3f", $1 + $2 }' <<<"$used"
            done
        done
        echo
    done
} | tee "$out/cost.dat"
if command -v gnuplot >/dev/null; then
    (cd "$out" && gnuplot cost.gp)
fi
