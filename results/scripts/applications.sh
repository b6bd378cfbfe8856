#!/bin/bash
# The applications on an NVIDIA GPU: every form beside the libraries' rows and
# memcpy, and tables of what came out. From the repository's root:
#
#     results/scripts/applications.sh results/MACHINE [PART...]
#
# Parts, both without any: bench (four minutes; all outputs are compared), and
# table (needs no GPU), which makes README.md of the CSVs in
# results/MACHINE/applications. The libraries' rows need nvcc, or objects that
# harness/bench/libraries/cub.sh has built, in $SCANLAB_CUB_DIR.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:?which folder of results/}/applications
shift
parts=" ${*:-bench table} "
mkdir -p "$out"

# rows FILE ARGUMENT...: one bench, of a GiB or so
rows() {
    run ./scanlab bench -d cuda --time-limit "${limit:-3s}" "${@:2}" \
        -o "$out/$1.csv"
}

bench() {
    local n="-n 2^28"
    # shellcheck disable=SC2086  # two words
    {
        rows filter $n filter filter:one_pass filter:three_kernels
        rows partition_reversed $n partition_reversed partition_reversed:one_pass
        rows partition2 $n partition2
        rows segmented_scan $n --pattern half,none,all,power_law segmented_scan \
            segmented_scan:one_pass segmented_scan:three_kernels
        rows segmented_scan_csr $n --pattern half,none,all,power_law,empty \
            segmented_scan_csr
        rows reduce $n reduce reduce:chunked reduce:tree
        rows mssp $n -m mss_i32 mssp
        rows dotprod $n dotprod dotprod:unfused
        rows all_of $n all_of
        rows histogram $n histogram
        rows rle $n --pattern half,runs rle
        rows mk_flags $n mk_flags
    }
    rows scatter -n 2^26 scatter
    rows map_scan -n 26214400 -m add2_i32 map_scan map_scan:unfused \
        map_scan:three_kernels
    rows radix_sort -n 26214400,2^28 radix_sort radix_sort:scan
    rows radix_sort-report -n 26214400 radix_sort radix_sort:report
    rows spmv -m add_f32 -n 83865600 --pattern stencil,power_law spmv spmv:course
}

[[ $parts != *" bench "* ]] || {
    bench 2>&1 | tee "$out/log.txt"
    relative_names "$out"
}

# The CSVs in the order of the bench.
table() {
    local name files=()
    for name in filter partition_reversed partition2 segmented_scan \
        segmented_scan_csr reduce mssp dotprod all_of histogram rle mk_flags \
        scatter map_scan radix_sort radix_sort-report spmv; do
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
