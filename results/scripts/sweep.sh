#!/bin/bash
# What the parameters of the GPU's kernels were chosen by: each table of
# results/MACHINE/sweeps is one interleaved bench. From the repository's root,
# with the GPU to itself:
#
#     make && results/scripts/sweep.sh results/MACHINE [NAMES]
#
# About three minutes; NAMES is a pattern for the tables to make: 'lookback*'.
# What came out of it stands in algorithms/lookahead/shape.h, and as `shapes` in
# launch.c or parameters.h of the other scans.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:-results/$(hostname)}/sweeps
names=${2:-*}
mkdir -p "$out"
more=()

# sweep NAME MONOID N TIME ALGORITHM VARIANT...: "-" is the default. `more` has
# further options.
sweep() {
    local name=$1 monoid=$2 n=$3 limit=$4 algorithm=$5 variant
    local scans=()
    shift 5
    # shellcheck disable=SC2254  # a pattern
    case $name in $names) ;; *) return ;; esac
    for variant; do
        case $variant in
        -) scans+=("$algorithm") ;;
        cub) scans+=(cub) ;;
        *) scans+=("$algorithm:$variant") ;;
        esac
    done
    echo
    echo "\$ ./scanlab bench -d cuda -m $monoid -n $n ${more[*]} ${scans[*]}"
    ./scanlab bench -d cuda -m "$monoid" -n "$n" "${more[@]}" \
        --time-limit "$limit" "${scans[@]}" -o "$out/$name.csv" 2>&1
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
    sweep lookahead-mss mss_i32 2^26 30s lookahead - lookers=4 copies=4 \
        copies=1 copies=8 items=13 items=11,strips=4,scanners=4 \
        items=21,strips=2,scanners=4 items=15,scanners=6 lookers=5,reducers=1 \
        reducers=5 lookers=10
    sweep lookahead-grid add_i32 2^28 6s lookahead - grid=132 grid=128 grid=114 \
        grid=108
    more=(--mode graph)
    sweep lookahead-once add_i32 2^11..2^18 10s lookahead - block=128 block=256 \
        block=512 cub
    more=()
    # With SHAPES in cub.sh: what a user can choose of CUB's look-ahead.
    sweep cub-lookahead add_i32 2^28 14s lookahead - cub
    # Look-back in bulk: the tile, how many threads hold it, what a look costs.
    sweep lookback-4-bytes add_i32 2^28 14s lookback - \
        block=128,items=55,registers=48 block=128,items=63,registers=64 \
        block=256,items=27,registers=40 block=256,items=53,registers=64 \
        block=512,items=27,registers=32,by_block,window=128,pause=500 \
        block=256,items=27,registers=32,by_block,window=256,pause=500,prefetch=96 \
        prefetch=0 prefetch=32 prefetch=128 prefetch=256 pause=0 pause=500 \
        pause=1500 striped,items=31,registers=56,prefetch=0
    sweep lookback-8-bytes affine_u32 2^27 8s lookback - \
        block=128,items=27,registers=80 block=128,items=53,registers=80 \
        items=23 prefetch=0 prefetch=32 prefetch=128 pause=0 pause=1000 cub
    sweep lookback-16-bytes mss_i32 2^26 8s lookback - block=128,items=15 \
        block=256,items=13,registers=64 block=256,items=7,registers=48 \
        prefetch=0 prefetch=32 pause=0 pause=700 pause=1500 cub
    sweep lookback-32-bytes mat2_u32 2^25 5s lookback - block=64,items=27 \
        block=128,items=7 block=256,items=7 prefetch=0 pause=0
    sweep lookback-small add_i32 2^10..2^22 20s lookback - report \
        report,warp,items=16 cub
    sweep lookback-n add_i32 2^21..2^26 30s lookback - block=128,items=63 \
        block=128,items=63,pause=0 block=128,items=63,pause=0,prefetch=0 \
        prefetch=0,pause=0 cub
    more=(--pattern "half,none" --no-libraries)
    sweep segmented_scan-n add_i32 2^14..2^24 30s segmented_scan - one_pass
    sweep segmented_scan_csr-n add_i32 2^14..2^24 30s segmented_scan_csr - one_pass
    more=(--no-libraries)
    sweep map_scan add2_i32 26214400 14s map_scan - look_ahead,block=256,items=12 \
        look_ahead,block=256,items=16 look_ahead,block=256,items=20 \
        look_ahead,block=256,items=24 look_ahead,block=512,items=8
    more=(--exclusive --no-libraries)
    sweep three_kernel-exclusive add_i32 2^28 10s three_kernel - items=24 \
        items=20,registers=64 items=16,registers=64 items=16 items=12
    more=()
    sweep three_kernel add_i32 2^28 6s three_kernel - items=16,registers=0 \
        items=16,registers=48 items=20,registers=56 items=24,registers=56
    sweep three_kernel-float add_f32 2^28 6s three_kernel - \
        items=16,registers=0 items=16,registers=48 items=32,registers=80
    sweep three_kernel-8-bytes affine_u32 2^27 6s three_kernel - \
        items=10,registers=56 items=10,registers=48 items=8,registers=0
    sweep three_kernel-16-bytes mss_i32 2^26 6s three_kernel - items=4 \
        items=6 items=8
    sweep scan_propagate add_i32 2^28 5s scan_propagate - \
        items=16,registers=0 items=20,registers=48 items=8,registers=32
} | tee "$out/log${2:+-${2%%[*]*}}.txt"
relative_names "$out"
