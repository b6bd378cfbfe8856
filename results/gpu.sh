#!/bin/bash
# The reference run on an NVIDIA GPU: what stands in results/MACHINE/ was made
# by this script. From the repository's root, with the GPU to itself:
#
#     make && results/gpu.sh results/MACHINE
#
# About five minutes. The CUB rows need nvcc, or harness/libraries/cub.sh run
# before; counters.csv needs ncu, sanitizer.txt compute-sanitizer, both of the
# CUDA Toolkit. Charts are drawn where gnuplot is. What compute-sanitizer says of
# broken kernels is a script of its own, museum.sh: some four minutes more.
set -uo pipefail
cd "$(dirname "$0")/.." || exit 2
out=${1:-results/$(hostname)}
mkdir -p "$out"

run() {
    echo
    echo "\$ $*"
    "$@"
}

{
    run ./scanlab list
    run timeout 150 ./scanlab verify all -d cuda
    run ./scanlab bench -d cuda -n 2^10..2^30 --time-limit 45s lookahead \
        lookback three_kernel scan_propagate hierarchical kogge_stone \
        blelloch brent_kung cub -o "$out/scan.csv"
    run ./scanlab bench -d cuda -n 2^10..2^20 --time-limit 10s sequential \
        naive hillis_steele -o "$out/slow.csv"
    run ./scanlab bench -d cuda --mode cold -n 2^10..2^26 --time-limit 20s \
        lookahead lookback three_kernel cub -o "$out/cold.csv"
    run ./scanlab bench -d cuda -m add_f32 -n 2^28 --time-limit 5s lookahead \
        lookback three_kernel cub -o "$out/float.csv"
    for case in add_i64:2^27 affine_u32:2^27 mss_i32:2^26; do
        run ./scanlab bench -d cuda -m "${case%:*}" -n "${case#*:}" \
            --time-limit 5s lookahead lookahead:items=15,strips=6 \
            lookahead:items=15,strips=3,scanners=3 lookback three_kernel cub \
            -o "$out/${case%:*}.csv"
    done
    run ./scanlab bench -d cuda -n 2^28 --time-limit 10s lookahead \
        lookback:block=1024,items=9 lookback:items=32 lookback \
        lookback:one_thread lookback:chained lookback:block=1024,items=9,whole \
        three_kernel scan_propagate hierarchical cub -o "$out/variants.csv"
} 2>&1 | tee "$out/log.txt"

# What the hardware counts, beside what the SIMT machine counts (agreement.sh).
if command -v ncu >/dev/null; then
    metrics=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
    metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
    metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
    metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
    metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum
    metrics+=,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
    metrics+=,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum
    metrics+=,lts__t_sectors_op_atom.sum,smsp__inst_executed.sum
    for scan in $(./scanlab list --names); do
        n=65536
        [ "$scan" != naive ] || n=4096
        echo "# $scan $n"
        timeout 60 ncu --clock-control none --csv --metrics "$metrics" \
            ./scanlab run "$scan" -d cuda -n $n 2>/dev/null | grep '^"'
    done >"$out/counters.csv"
fi

if command -v compute-sanitizer >/dev/null; then
    for tool in memcheck racecheck synccheck initcheck; do
        # The end of a kernel's list of parameters is asked for and not found.
        quiet=''
        [ $tool != memcheck ] || quiet='--report-api-errors no'
        for scan in $(./scanlab list --names) lookahead:stream; do
            printf '%-10s %-18s ' $tool "$scan"
            # shellcheck disable=SC2086  # an option and its value, or none
            timeout 40 compute-sanitizer --tool $tool $quiet \
                ./scanlab run "$scan" -d cuda -n 5003 2>&1 |
                grep -m1 -E 'ERROR SUMMARY|RACECHECK SUMMARY' ||
                echo 'not ended'
        done
    done >"$out/sanitizer.txt"
fi

draw() {
    local folder=$1
    shift
    ./scanlab plot "$@" -o "$folder" --format svg,png --table md >/dev/null
}
if command -v gnuplot >/dev/null; then
    draw "$out" "$out/scan.csv" "$out/slow.csv" --kind throughput
    draw "$out" "$out/scan.csv" --kind fraction -n 2^28
    for monoid in add_i64 affine_u32 mss_i32; do
        draw "$out" "$out/$monoid.csv" --kind fraction
    done
    draw "$out/small" "$out/scan.csv" "$out/slow.csv" --kind throughput --axes log-log \
        --x-range 1024:4194304 --title 'Throughput of small prefix sums'
    draw "$out/cold" "$out/cold.csv" --kind throughput --mode cold
    draw "$out/variants" "$out/variants.csv" --kind fraction
fi
