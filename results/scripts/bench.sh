#!/bin/bash
# The reference bench: what stands in results/MACHINE/ was made by this script.
# On a quiet machine, from the repository's root:
#
#     make && results/scripts/bench.sh results/MACHINE
#
# Takes about 12 minutes; Ctrl-C ends the part that runs and keeps its rows.
set -euo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:-results/$(hostname)}
mkdir -p "$out"

{
    run ./scanlab list
    run ./scanlab bench -d cpu -n 2^10..2^27 --time-limit 6m -o "$out/scan.csv"
    run ./scanlab bench -d cpu -m add_f32 -n 2^10..2^27 --time-limit 150s \
        lookback three_kernel sequential tbb std_par_unseq openmp_inscan \
        -o "$out/float.csv"
    run ./scanlab bench -d cpu --rounding -m add_f32,add_f64 -n 2^24 \
        --time-limit 60s lookback lookahead three_kernel sequential tbb \
        std_par_unseq openmp_inscan -o "$out/reproducible.csv"
    run ./scanlab bench -d cpu --threads 1 -n 2^12,2^16,2^20,2^22,2^24,2^27 \
        --time-limit 60s sequential kogge_stone blelloch brent_kung lookback \
        -o "$out/one-thread.csv"
    run ./scanlab bench -d cpu -m affine_u32,seg_add_i32,mss_i32,mat2_u32 \
        -n 2^16,2^20,2^24 --time-limit 90s sequential lookback three_kernel \
        tbb -o "$out/monoids.csv"
    run ./scanlab bench -d cpu -n 1,4,16,64,256,1024,4096 --no-libraries \
        --time-limit 30s -o "$out/small.csv"
    run ./scanlab bench -d cpu -m affine_u32 --threads 1,2 -n 2^16 \
        --no-libraries --time-limit 20s -o "$out/brent.csv"
    run ./scanlab measure all -d cpu -n 2^4..2^16 -o "$out/measure.csv"
    run ./scanlab measure all -d cpu --threads 1,2 -n 2^16 \
        -o "$out/brent-measure.csv"
} 2>&1 | tee "$out/log.txt"
relative_names "$out"

draw "$out" "$out/scan.csv" --kind throughput
for n in 2^24 2^27; do
    draw "$out" "$out/scan.csv" --kind fraction -n $n
    draw "$out" "$out/float.csv" --kind fraction -n $n
done
draw "$out" "$out/float.csv" --kind throughput
draw "$out/reproducible" "$out/reproducible.csv" --kind fraction
draw "$out" "$out/measure.csv"
draw "$out" "$out/brent.csv" "$out/brent-measure.csv" --kind brent
