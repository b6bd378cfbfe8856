#!/bin/bash
# Scans by several ranks on the processors of one machine, beside threads. From the
# repository's root, on a quiet machine, with an MPI (two minutes):
#
#     make && results/scripts/ranks.sh results/MACHINE/ranks [RANKS]
#
# RANKS (default: 2): ranks of one thread, beside as many threads of one process.
# threads-K.csv and ranks-K.csv are those of K processes each, in turn; ranks.md
# compares their medians.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?results/MACHINE/ranks}
ranks=${2:-2}
rounds=5
mkdir -p "$out"
rm -f "$out"/*.csv "$out"/*.json

for ((k = 1; k <= rounds; k++)); do
    run ./scanlab bench lookback -n 2^24 --threads "$ranks" --no-libraries \
        --no-tuning --time-limit 4s -o "$out/threads-$k.csv"
    run mpirun -n "$ranks" --bind-to core ./scanlab bench lookback -n 2^24 \
        --time-limit 6s -o "$out/ranks-$k.csv"
done
run mpirun -n "$ranks" ./scanlab measure lookback -n 2^16 >"$out/measure.txt"
run mpirun -n "$ranks" ./scanlab verify all --bytes 4 >"$out/verify.txt"

{
    echo "| 2^24 int32, look-back | median of $rounds processes, us | least to most | of $ranks threads |"
    echo "| --- | ---: | --- | ---: |"
    awk -v ranks="$ranks" -v rounds="$rounds" -f results/scripts/csv.awk \
        -f results/scripts/ranks.awk "$out"/threads-*.csv "$out"/ranks-*.csv
} >"$out/ranks.md"
cat "$out/ranks.md"
relative_names "$out"
