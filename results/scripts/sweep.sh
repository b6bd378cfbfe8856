#!/bin/bash
# What the parameters of the GPU's kernels were chosen by: each table of
# results/MACHINE/sweeps is one interleaved bench. From the repository's root,
# with the GPU to itself:
#
#     make && results/scripts/sweep.sh results/MACHINE
#
# About two minutes. algorithms/lookahead/shape.h holds what came out of it.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:-results/$(hostname)}/sweeps
mkdir -p "$out"

# sweep NAME MONOID N TIME ALGORITHM VARIANT...: "-" is the preset.
sweep() {
    local name=$1 monoid=$2 n=$3 limit=$4 algorithm=$5 variant
    local scans=()
    shift 5
    for variant; do
        case $variant in
        -) scans+=("$algorithm") ;;
        cub) scans+=(cub) ;;
        *) scans+=("$algorithm:$variant") ;;
        esac
    done
    echo
    echo "\$ ./scanlab bench -d cuda -m $monoid -n $n ${scans[*]}"
    ./scanlab bench -d cuda -m "$monoid" -n "$n" --time-limit "$limit" \
        "${scans[@]}" -o "$out/$name.csv" 2>&1
}

{
    # The ring: how long a run, how many strips, and warps of each role.
    sweep lookahead-4-bytes add_i32 2^28 14s lookahead - items=63,strips=3 \
        items=45,strips=5,scanners=5 items=63,lookers=1,reducers=1 \
        items=31,strips=6 items=23,strips=8 items=15,strips=12 items=21 \
        items=11 stages=8 stages=6 stages=4 lookers=1 lookers=5 reducers=1 \
        scanners=2 scanners=1 copies=1 copies=4
    sweep lookahead-8-bytes add_i64 2^27 10s lookahead - \
        items=45,strips=2,scanners=2 items=23,strips=4,scanners=4 \
        items=15,strips=6,scanners=6 items=29 items=15 lookers=1 \
        lookers=3,reducers=3 copies=1 copies=2 copies=8
    sweep lookahead-16-bytes mss_i32 2^26 12s lookahead - \
        items=45,strips=1,scanners=1 items=45,strips=1,scanners=2 \
        items=21,strips=2,scanners=2 items=11,strips=4,scanners=4 \
        items=9,strips=5,scanners=5 items=11 lookers=1 lookers=2 \
        reducers=5 reducers=1 scanners=1 copies=1 copies=4
    sweep lookahead-32-bytes mat2_u32 2^25 6s lookahead - lookers=2 \
        scanners=1 copies=1 copies=4 items=11,strips=2,scanners=2 \
        items=5,strips=4,scanners=4
    # Look-back, one step at a time, and how far each brings it.
    sweep lookback add_i32 2^28 12s lookback - items=15 items=31 \
        items=31,packed items=31,packed,no_predecessor \
        items=31,packed,no_predecessor,pause=700 \
        block=128,items=31,packed,no_predecessor,pause=700,registers=56 \
        block=128,items=31,packed,no_predecessor,pause=1000,registers=56 \
        block=128,items=31,packed,no_predecessor,pause=1500,registers=56 \
        items=23,packed,no_predecessor,pause=700,registers=40 \
        items=23,packed,no_predecessor,pause=1000,registers=40 \
        items=23,packed,no_predecessor,pause=1500,registers=40 cub
    for scan in three_kernel scan_propagate; do
        sweep $scan add_i32 2^28 5s $scan block=128 block=256 block=512 \
            block=256,items=8 block=512,items=8 block=1024,items=8
    done
} | tee "$out/log.txt"
