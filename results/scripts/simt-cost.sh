#!/bin/bash
# What the SIMT machine costs: seconds of one core for a whole command, every
# check on, by model time and in order, then counts only. Neighbours slow a
# shared machine down, and nothing makes it faster than it is. So of five rounds
# the least is what it costs.
#
#     make && results/scripts/simt-cost.sh          # into results/simt; 4 minutes
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:-results/simt}
mkdir -p "$out"

algorithms='lookback three_kernel kogge_stone hillis_steele'
for algorithm in $algorithms; do # compiled before it is timed
    ./scanlab run "$algorithm" -d simt -n 9 >/dev/null
    ./scanlab measure "$algorithm" -d simt -n 9 >/dev/null
done
export TIMEFORMAT='%U %S'
{
    echo '# n, algorithm, command, seconds of each of five rounds'
    for k in 12 13 14 15 16 17 18 19 20; do
        for _ in 1 2 3 4 5; do
            for algorithm in $algorithms; do
                for command in "run" "run --schedule inorder" measure; do
                    # shellcheck disable=SC2086  # a command and its option
                    used=$({ time ./scanlab $command "$algorithm" -d simt \
                        -n $((1 << k)) >/dev/null 2>&1; } 2>&1)
                    awk -v what="$((1 << k)) $algorithm ${command// /_}" \
                        '{ printf "%s %.3f\n", what, $1 + $2 }' <<<"$used"
                done
            done
        done
    done | awk '{ what = $1 " " $2 " " $3
                  if (!(what in all)) { all[what] = what; order[++count] = what }
                  all[what] = all[what] " " $4 }
                END { for (i = 1; i <= count; i++) print all[order[i]] }'
} | tee "$out/cost-rounds.dat"
awk -v of="$algorithms" '
    BEGIN { print "# n, then for each of " of ": run, run in order, measure" }
    /^#/ { next }
    $1 != n { if (n) print line; n = line = $1 }
    { least = $4; for (i = 5; i <= NF; i++) if ($i < least) least = $i
      line = line " " least }
    END { print line }' "$out/cost-rounds.dat" | tee "$out/cost.dat"
awk -v processor="$(sed -n '/^model name/{s/.*: //p;q}' /proc/cpuinfo)" '
    function put(at, value) { # insertion, since not every awk can sort
        for (; at > 1 && v[at - 1] > value; at--) v[at] = v[at - 1]
        v[at] = value }
    BEGIN { print "Processor: " processor "\n"
            print "| seconds at 2^20: least (median, most) | all checks," \
                  " by model time | all checks, in order | counts only |"
            printf "| --- | --- | --- | --- |" }
    $1 != 1048576 { next }
    $2 != algorithm { algorithm = $2; printf "\n| %s |", $2 }
    { for (i = 4; i <= NF; i++) put(i - 3, $i + 0)
      printf " %.2f (%.2f, %.2f) |", v[1], v[int((NF - 2) / 2)], v[NF - 3] }
    END { print "" }' "$out/cost-rounds.dat" | tee "$out/cost.md"
