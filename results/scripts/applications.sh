#!/bin/bash
# The applications on an NVIDIA GPU: every form beside the libraries' rows and
# memcpy, and tables of what came out. From the repository's root:
#
#     results/scripts/applications.sh results/MACHINE [PART...] [NAME...]
#
# Parts, both without any: bench (four minutes; all outputs are compared), and
# table (needs no GPU), which makes README.md of the CSVs in
# results/MACHINE/applications. With names, only these CSVs are made again. The libraries' rows need nvcc, or objects that
# harness/bench/libraries/cub.sh has built, in $SCANLAB_CUB_DIR.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?which folder of results/}/applications
shift
parts=" ${*:-bench table} "
names=" $(printf '%s\n' "$@" | grep -vx 'bench\|table' | paste -sd' ') "
mkdir -p "$out"

# rows FILE ARGUMENT...: one bench, of a GiB or so
rows() {
    [ "$names" = "  " ] || [[ $names == *" $1 "* ]] || return 0
    run ./scanlab bench -d cuda --time-limit "${limit:-3s}" "${@:2}" \
        -o "$out/$1.csv"
}

bench() {
    local n="-n 2^28"
    # shellcheck disable=SC2086  # two words
    {
        rows filter $n filter filter:one_pass filter:three_kernels cub
        rows partition_reversed $n partition_reversed partition_reversed:one_pass cub
        rows partition2 $n partition2 partition2:three_kernels
        rows segmented_scan $n --pattern half,none,all,runs segmented_scan \
            segmented_scan:one_pass segmented_scan:three_kernels cub
        rows segmented_scan-power_law -n 2^26 --pattern power_law segmented_scan \
            segmented_scan:one_pass
        rows segmented_scan-small -n 2^20 segmented_scan \
            segmented_scan:look_ahead cub
        # CUB's takes 0.2 s for 2^28 elements of such segments.
        rows segmented_scan_csr $n --no-libraries --pattern half,none,all,rare \
            segmented_scan_csr segmented_scan_csr:one_pass
        rows segmented_scan_csr-small -n 2^20 segmented_scan_csr \
            segmented_scan_csr:look_ahead cub
        rows segmented_scan_regular $n --pattern half,none,all,runs \
            segmented_scan_regular segmented_scan_regular:one_pass
        rows reduce $n reduce reduce:chunked reduce:tree cub
        rows mssp $n -m mss_i32 mssp
        rows dotprod $n dotprod dotprod:unfused cub
        rows all_of $n all_of
        rows histogram $n histogram cub
        rows reduce_by_index $n --pattern half,none,runs reduce_by_index
        rows rle $n --pattern all,half,tenth,none rle rle:one_pass \
            rle:three_kernels cub
        rows mk_flags $n mk_flags
    }
    rows scatter -n 2^26 scatter
    rows map_scan -n 26214400 -m add2_i32 map_scan \
        map_scan:fused,items=32,registers=80
    rows radix_sort -n 26214400,2^28 radix_sort radix_sort:scan cub
    rows radix_sort-report -n 26214400 radix_sort radix_sort:report
    rows spmv -m add_f32 -n 83869696 --pattern stencil spmv spmv:course cusparse
    rows spmv-power_law -m add_f32 -n 83886080 --pattern power_law spmv cusparse
    rows spmv-power_law-small -m add_f32 -n 2^20 --pattern power_law spmv cusparse
}

[[ $parts != *" bench "* ]] || {
    bench 2>&1 | tee "$out/log.txt"
    relative_names "$out"
}

# The CSVs in the order of the bench.
table() {
    local name files=()
    for name in filter partition_reversed partition2 segmented_scan \
        segmented_scan-power_law segmented_scan-small segmented_scan_csr segmented_scan_csr-small \
        segmented_scan_regular \
        reduce mssp dotprod all_of histogram reduce_by_index rle mk_flags scatter map_scan \
        radix_sort radix_sort-report spmv spmv-power_law spmv-power_law-small; do
        [ ! -f "$out/$name.csv" ] || files+=("$out/$name.csv")
    done
    awk "$(cat results/scripts/csv.awk results/scripts/applications.awk)" "${files[@]}"
}

[[ $parts != *" table "* ]] || {
    table >"$scratch/table"
    cat "$scratch/table"
    [ ! -f "$out/README.md" ] ||
        sed -i "/^<!-- applications.sh -->\$/,/^<!-- end -->\$/ {
            /^<!-- applications.sh/r $scratch/table
            /^<!--/!d
        }" "$out/README.md"
}
