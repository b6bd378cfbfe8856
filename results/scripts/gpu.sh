#!/bin/bash
# The reference run on an NVIDIA GPU: what stands in results/MACHINE/ was made
# by this script. From the repository's root, with the GPU to itself:
#
#     make && results/scripts/gpu.sh results/MACHINE [PART...]
#
# Parts, all without any: bench (two minutes, and all that the charts need), main
# (half a minute: again.csv and again-mss_i32.csv, the main rows in several
# processes; only if named), fused (ten seconds: two scans as one), floats (a minute:
# how many different results sums of floats have), steps, draw (where gnuplot is),
# verify (a minute, on 16 cores), count (six minutes: what ncu counts, counters.csv, and
# a bounds.csv of the scans and one of the applications), sanitize (compute-sanitizer).
# The first bench takes longer if CUB's rows have to be compiled.
#
# The CUB rows need nvcc, or objects that harness/bench/libraries/cub.sh has
# built, in $SCANLAB_CUB_DIR: the toolkit's CUB, a newer one, its look-ahead.
# Next: sweep.sh, museum.sh, agreement.sh, bounds.sh, targets.sh.
set -uo pipefail
. "$(dirname "$0")/preamble.sh"
out=${1:-results/$(hostname)}
[ $# -eq 0 ] || shift
parts=" ${*:-bench fused floats steps draw verify count sanitize} "
mkdir -p "$out"

wanted() {
    [[ $parts == *" $1 "* ]]
}

scans=$(./scanlab list --names)
# With no kernel compiled yet: what takes time is that each is compiled for every
# size of an element and every variant.
verify() { # SCAN...
    echo "\$ ./scanlab verify $* -d cuda"
    # shellcheck disable=SC2016  # $@ is that of the inner shell
    XDG_CACHE_HOME=$scratch/cache bash -c '
        TIMEFORMAT="%0R s of wall time, %0U s of processor time"
        time timeout 280 ./scanlab verify "$@" -d cuda' verify "$@" ||
        echo "exit $?"
    echo
}

# Those that are timed at every n up to 2^28; the others take too long.
fast="lookahead lookback three_kernel scan_propagate hierarchical kogge_stone
    blelloch brent_kung cub"

# shellcheck disable=SC2086  # a list of names
bench() {
    run ./scanlab list
    run ./scanlab bench -d cuda -n 2^10..2^28 --time-limit 60s $fast \
        -o "$out/scan.csv"
    run ./scanlab bench -d cuda -n 2^10..2^20 --time-limit 10s sequential \
        naive hillis_steele -o "$out/slow.csv"
    run ./scanlab bench -d cuda --mode cold -n 2^10..2^26 --time-limit 20s \
        lookahead lookback three_kernel cub -o "$out/cold.csv"
    run ./scanlab bench -d cuda --mode graph -n 2^10..2^24 --time-limit 20s \
        lookahead lookback three_kernel cub -o "$out/graph.csv"
    run ./scanlab bench -d cuda --exclusive -n 2^28 --no-libraries \
        --time-limit 6s lookahead lookback three_kernel -o "$out/exclusive.csv"
    # 1 GiB each.
    for case in add_f32:2^28:float add_i64:2^28:add_i64 \
        affine_u32:2^27:affine_u32 mss_i32:2^26:mss_i32; do
        IFS=: read -r monoid n name <<<"$case"
        run ./scanlab bench -d cuda -m "$monoid" -n "$n" --time-limit 8s \
            lookahead lookback three_kernel scan_propagate hierarchical cub \
            -o "$out/$name.csv"
    done
    # From the report's form to the plain name, a step at a time.
    local form=lookback:report
    run ./scanlab bench -d cuda -n 2^28 --time-limit 12s lookahead lookback \
        $form "$form,items=1000" "$form,items=0" "$form,own" \
        "$form,strided_read" "$form,reused" "$form,in_byte" "$form,whole" \
        "$form,warp" "$form,warp,items=31" \
        "$form,warp,items=31,packed,no_predecessor" \
        "$form,warp,items=31,packed,no_predecessor,pause=1000" \
        lookback:prefetch=0 lookback:pause=0 lookback:by_block \
        lookback:one_thread lookback:whole cub -o "$out/variants.csv"
    run ./scanlab bench -d cuda -n 2^20 --time-limit 3s lookback \
        lookback:chained lookback:no_prefix cub -o "$out/chains.csv"
    # One block each; hierarchical:lockstep is a race on GPUs since Volta, and
    # may be found wrong.
    run ./scanlab measure -d cuda -n 2^5..2^10 sequential \
        kogge_stone:block=1024 kogge_stone:block=1024,double \
        blelloch:block=512 blelloch:block=512,padded brent_kung:block=1024 \
        hierarchical:block=1024,items=1 \
        hierarchical:block=1024,items=1,syncwarp \
        hierarchical:block=1024,items=1,lockstep -o "$out/cycles.csv"
}

# The questions of the report, each against its form; what one change more or
# less does to the default.
steps() {
    local form=lookback:report packed
    packed=$form,warp,items=31,packed,no_predecessor
    run ./scanlab bench -d cuda -n 2^28 --no-libraries --time-limit 25s \
        lookahead lookback $form "$form,items=1000" "$form,items=0" \
        "$form,own" "$form,strided_read" "$form,reused" "$form,in_byte" \
        "$form,whole" "$form,warp" "$form,warp,items=31" "$packed" \
        "$packed,pause=1000" lookback:prefetch=0 lookback:pause=0 \
        lookback:by_block lookback:one_thread lookback:whole \
        -o "$out/report-steps.csv"
}

# The main rows, with the spread between processes.
main() {
    run ./scanlab bench -d cuda -n 2^28 lookahead lookback three_kernel cub \
        --runs 5 --time-limit 60s -o "$out/again.csv"
    run ./scanlab bench -d cuda -m mss_i32 -n 2^26 lookahead lookback three_kernel \
        cub --runs 3 --time-limit 24s -o "$out/again-mss_i32.csv"
}

# Two scans as one, and each alone.
fused() {
    run ./scanlab bench -d cuda -m add_i32+max_i32,add_i32,max_i32 -n 2^16,2^27 \
        --no-libraries --time-limit 12s lookahead lookback -o "$out/fused.csv"
}

# Sums of floats: every sample's bits are compared.
floats() {
    run ./scanlab bench -d cuda --rounding -m add_f32,add_f64 -n 2^24,2^28 \
        --time-limit 100s lookahead lookback lookback:reproducible three_kernel \
        cub -o "$out/reproducible.csv"
}

charts() {
    local rivals cub monoid
    rivals="lookahead;lookback;three_kernel;scan_propagate"
    cub=$(newest_cub "$out/scan.csv")
    rivals+=";cub:$cub"
    ! grep -q "\"$cub,lookahead\"" "$out/scan.csv" ||
        rivals+=";cub:$cub,lookahead"
    draw "$out" "$out/scan.csv" --kind throughput --algorithms "$rivals"
    draw "$out/textbook" "$out/scan.csv" "$out/slow.csv" --kind throughput \
        --title 'Throughput of the textbook scans' --algorithms \
        'hierarchical,kogge_stone,hillis_steele,blelloch,brent_kung,naive'
    draw "$out" "$out/scan.csv" --kind fraction -n 2^28
    draw "$out/published" "$out/scan.csv" --kind fraction -n 2^28 \
        --published results/published/futhark-report.csv \
        --title 'One pass and four: here, and in the Futhark report'
    for monoid in float add_i64 affine_u32 mss_i32; do
        draw "$out" "$out/$monoid.csv" --kind fraction
    done
    draw "$out/cold" "$out/cold.csv" --kind throughput --mode cold \
        --algorithms "${rivals/;scan_propagate/}"
    draw "$out/graph" "$out/graph.csv" --kind throughput --mode graph \
        --algorithms "${rivals/;scan_propagate/}"
    [ ! -e "$out/reproducible.csv" ] ||
        draw "$out/reproducible" "$out/reproducible.csv" --kind fraction
    draw "$out/variants" "$out/variants.csv" --kind fraction -n 2^28
    draw "$out/variants/steps" "$out/report-steps.csv" --kind fraction \
        --title "Look-back, from the report's form on"
    draw "$out" "$out/cycles.csv" --kind cycles --algorithms \
        'sequential;kogge_stone:block=1024;blelloch:block=512;brent_kung:block=1024;hierarchical:block=1024,items=1'
    draw "$out/parallel" "$out/cycles.csv" --kind cycles \
        --algorithms kogge_stone,blelloch,brent_kung,hierarchical \
        --title 'Clock cycles of one block of parallel scans'
}

if wanted bench; then
    bench 2>&1 | tee "$out/log.txt"
    relative_names "$out"
fi
if wanted main; then
    main
    relative_names "$out"
fi
if wanted fused; then
    fused
    relative_names "$out"
fi
if wanted floats; then
    floats
    relative_names "$out"
fi
if wanted steps; then
    steps
    relative_names "$out"
fi
if wanted draw; then
    charts
fi
if wanted verify; then
    {
        verify all
        # shellcheck disable=SC2046  # a list of names
        verify $(./scanlab list --applications)
    } 2>&1 | tee "$out/verify.txt"
fi

# What the hardware counts, beside what the SIMT machine counts (agreement.sh).
if wanted count && command -v ncu >/dev/null; then
    metrics=l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum
    metrics+=,l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum
    metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum
    metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_st.sum
    metrics+=,l1tex__data_pipe_lsu_wavefronts_mem_shared.sum
    metrics+=,l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum
    metrics+=,lts__t_sectors_op_read.sum,lts__t_sectors_op_write.sum
    metrics+=,l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum
    metrics+=,lts__t_sectors_op_atom.sum,smsp__inst_executed.sum
    metrics+=,smsp__inst_executed_pipe_adu.sum # barriers, among other things
    for scan in $scans; do
        n=65536
        [ "$scan" != naive ] || n=4096
        echo "# $scan $n"
        timeout 60 ncu --clock-control none --csv --metrics "$metrics" \
            ./scanlab run "$scan" -d cuda -n $n 2>/dev/null | grep '^"'
    done >"$out/counters.csv"
fi

# What bounds them: DRAM, L2, the units that compute, or waiting; and for what.
if wanted count && command -v ncu >/dev/null; then
    profile >"$out/bounds.csv" <<END
lookahead add_i32 2^28
lookahead add_i64 2^27
lookahead mss_i32 2^26
lookahead add_i32 2^24
lookback add_i32 2^28
three_kernel add_i32 2^28
three_kernel add_i32 2^28 --exclusive
scan_propagate add_i32 2^28
hierarchical add_i32 2^28
kogge_stone add_i32 2^28
blelloch add_i32 2^28
brent_kung add_i32 2^28
END
    mkdir -p "$out/applications"
    profile >"$out/applications/bounds.csv" <<END
filter add_i32 2^28
partition2 add_i32 2^28
partition_reversed add_i32 2^28
segmented_scan add_i32 2^28
segmented_scan_csr add_i32 2^28 --pattern half
segmented_scan_csr add_i32 2^28 --pattern none
segmented_scan_regular add_i32 2^28
reduce add_i32 2^28
dotprod add_i32 2^28
mssp mss_i32 2^28
all_of add_i32 2^28
histogram add_i32 2^28
rle add_i32 2^28 --pattern half
mk_flags add_i32 2^28
scatter add_i32 2^26
map_scan add2_i32 26214400
radix_sort add_i32 2^28
spmv add_f32 83869696 --pattern stencil
spmv add_f32 83886080 --pattern power_law
END
fi

sanitize() { # TOOL SCAN
    # memcheck: the end of a kernel's list of parameters is asked for.
    local quiet=() said
    [ "$1" != memcheck ] || quiet=(--report-api-errors no)
    said=$(timeout 60 compute-sanitizer --tool "$1" "${quiet[@]}" \
        ./scanlab run "$2" -d cuda -n 5003 2>&1 |
        grep -m1 -E 'ERROR SUMMARY|RACECHECK SUMMARY')
    printf '%-10s %-18s %s\n' "$1" "$2" "${said:-not ended}"
}
if wanted sanitize && command -v compute-sanitizer >/dev/null; then
    export -f sanitize
    for tool in memcheck racecheck synccheck initcheck; do
        for scan in $scans lookahead:stream lookback:packed \
            lookback:reproducible $(./scanlab list --applications) \
            segmented_scan:look_ahead segmented_scan_csr:look_ahead \
            map_scan:look_ahead,items=16; do
            echo "$tool $scan"
        done
    done | xargs -P 8 -L 1 bash -c 'sanitize "$@"' sanitize |
        sort >"$out/sanitizer.txt"
fi
