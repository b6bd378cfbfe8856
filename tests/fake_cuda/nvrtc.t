#!/bin/bash
# nvrtc.t - the real NVRTC makes code for GPUs of every kernel.cu, on a machine
# without one: only the driver is a stand-in. It takes the code, finds in it the
# kernels by their names and their parameters, which scanlab compares with what
# the plans pass; launches do nothing, so that outputs come out wrong.
. "$(dirname "$0")/../end_to_end/tap.sh"
. tests/fake_cuda/fakes.sh
. tests/pieces.sh # settle

if [ -n "${SANITIZED-}" ]; then
    skip "NVRTC" "sanitizers do not go with it"
    done_testing
fi
run faked_driver "" "$scanlab" list
case $out in
*"no NVRTC"*)
    skip "NVRTC" "not on this machine"
    done_testing
    ;;
esac
has "list names it" "$out" "NVRTC 1"

# compiles GPU MONOID ALGORITHM OPTION...
compiles() {
    local gpu=$1 monoid=$2 algorithm=$3
    shift 3
    run faked_driver "sm=$gpu" "$scanlab" run "$algorithm" -d cuda -n 8000 \
        -m "$monoid" "$@"
    has "$algorithm, $monoid, sm_$gpu $*" "$code $out$err" \
        "1 scanlab: out["
}

for algorithm in $("$scanlab" list --names); do
    [ -f "algorithms/$algorithm/kernel.cu" ] || continue
    ! taken 2 || compiles 75 mat2_u32 "$algorithm"
    ! taken 4 || compiles 90 add_i32 "$algorithm" --exclusive
    if [ -n "${TEST_ALL-}" ]; then # each size, each shape
        run faked_driver "" "$scanlab" verify "$algorithm" -d cuda -n 0,1,8000
        has "$algorithm, all intervals" "$out" \
            "reduce, n = 8000, add_f32: out[0] = "
        compiles 100 dfa8 "$algorithm"
        compiles 90 affine_u32 "$algorithm" --init "(1, 2)"
    fi
done

# Applications: the kernels of the plan are there, with its parameters; then an
# output is wrong.
sizes=add_i32
[ -z "${TEST_ALL-}" ] || sizes='add_i32 mat2_u32'
for application in $("$scanlab" list --applications) filter:three_kernels \
    dotprod:unfused segmented_scan:three_kernels; do
    for monoid in $sizes; do
        by_hash=() # where elements have a function besides op
        for function in predicate key product; do
            "$scanlab" list --verbose | sed -n "/^  ${application%%:*} /,/^  [a-z]/p" |
                grep -q -e "--$function" && by_hash=("--$function" by_hash)
        done
        run faked_driver sm=90 "$scanlab" run "$application" -d cuda -n 8000 \
            -m "$monoid" "${by_hash[@]}"
        lacks "$application, $monoid: it compiles" "$out$err" "does not compile"
        lacks "$application, $monoid: as the plan has it" "$out$err" "the plan passes"
        lacks "$application, $monoid: each kernel" "$out$err" "defines no kernel"
    done
done

# Blocks smaller than a warp.
compiles 90 affine_u32 lookback:block=4,items=1,window=4
compiles 75 add_i32 lookback:block=8,items=2,window=8,one_thread,packed

# Each variant, with packed intervals for an element; one of them is below.
if [ -n "${TEST_ALL-}" ]; then
    run faked_driver sm=90 "$scanlab" verify lookback -d cuda -n 1
    lacks "lookback's variants, intervals" "$out$err" "does not compile"
fi

# times GPU LINES OPTION... ALGORITHM...: between two looks at the clock, too.
times() {
    local gpu=$1 lines=$2
    shift 2
    run faked_driver "sm=$gpu" "$scanlab" measure -d cuda -n 32,200 "$@"
    is "timed, sm_$gpu, $*" "$(grep -c 'WRONG. out\[0\] = ' <<<"$out")$err" \
        "${lines}scanlab: $lines of $lines scans are wrong"
}

times 90 22 sequential kogge_stone:block=1024 kogge_stone:block=1024,double \
    blelloch:block=512 blelloch:block=512,padded brent_kung:block=1024 \
    hierarchical:block=1024,items=1 hierarchical:block=1024,items=1,syncwarp \
    hierarchical:block=1024,items=1,lockstep lookback lookahead
[ -z "${TEST_ALL-}" ] ||
    times 75 8 -m mat2_u32 --exclusive sequential kogge_stone:double blelloch \
        hierarchical
times 100 4 -m affine_u32 brent_kung three_kernel

# traces GPU OPTION...: inside of what writes down what its blocks do, too.
traces() {
    local gpu=$1
    shift
    run faked_driver "sm=$gpu" "$scanlab" trace -d cuda -n 8000 "$@" \
        -o "$work/trace.json"
    has "traced, sm_$gpu, $*" "$code $out$err" "1 scanlab: out["
}

traced='kogge_stone three_kernel lookahead lookback:one_thread
    lookback:block=128,items=31,packed,no_predecessor,pause=1000,registers=56'
[ -z "${TEST_ALL-}" ] || traced="$("$scanlab" list --names) lookback:one_thread
    lookback:packed lookback:whole,no_prefix lookback:chained
    lookback:block=128,items=31,packed,no_predecessor,pause=1000,registers=56"
for scan in $traced; do
    [ -f "algorithms/${scan%%:*}/kernel.cu" ] && traces 90 "$scan"
done
traced='filter:one_pass segmented_scan:one_pass radix_sort reduce'
[ -z "${TEST_ALL-}" ] || traced="$("$scanlab" list --applications) filter:three_kernels
    reduce:chunked reduce:tree"
for application in $traced; do
    run faked_driver sm=90 "$scanlab" trace -d cuda -n 8000 "$application" \
        -o "$work/trace.json"
    lacks "traced, $application: it compiles" "$out$err" "does not compile"
    lacks "traced, $application: as the plan has it" "$out$err" "the plan passes"
done
traces 75 -m affine_u32 --exclusive lookback
traces 100 -m mss_i32 lookback:packed

# Every fourth monoid (TEST_ALL=1: all); around each size of T look-back has been compiled above.
around=kogge_stone
[ -z "${TEST_ALL-}" ] || around=lookback
for monoid in $("$scanlab" list | sed -n '/^Monoids/{n;p}'); do
    [ "$monoid" = interval ] || ! taken 4 || compiles 90 "$monoid" $around
done

# Packed intervals, beside a parameter PACKED.
small=lookback:block=32,items=1,window=4
all=("$(settle $small,packed)" --bytes 4)
[ -z "${TEST_ALL-}" ] || all=("$small")
run faked_driver "" "$scanlab" verify "${all[@]}" -d cuda -n 100
has "lookback, all intervals" "$out" "WRONG. out[0] = "

# Kernels that the sizes do not launch are left out, in our own files.
for n in 100 60000; do
    run faked_driver "" env XDG_CACHE_HOME="$work/few" "$scanlab" verify \
        lookahead:block=256 -d cuda --bytes 4 -n $n
    lacks "lookahead of $n has its kernel" "$out$err" "defines no kernel"
    kernels=$(grep -aoh '\.text\.[a-z_0-9]*' "$work"/few/scanlab/*.so)
    has "lookahead of $n" "$kernels" \
        "$([ $n = 100 ] && echo .text.scan_once_1 || echo .text.scan_once_16)"
    [ $n != 100 ] || lacks "and no kernel for more" "$kernels" scan_once_16
done

# A GPU newer than NVRTC: code for the newest that it knows, as text.
run faked_driver sm=199 "$scanlab" list
has "a GPU newer than NVRTC" "$out" "compute_1"

# NVRTC's own words, once, and the sentence.
sed 's/^DEVICE uint32_t take_ticket/DEVICE uint32_t 3take_ticket/' \
    algorithms/lookback/kernel.cu >"$work/broken.cu"
run faked_driver "" "$scanlab" run lookback -d cuda -n 100 \
    --source "$work/broken.cu"
is "a source that does not compile: exit" "$code" 3
has "the line" "$err" "$work/broken.cu("
is "the sentence, once" "$(grep -c "^scanlab: .* does not compile: " <<<"$err")" 1

# Headers of C, as students have them.
{
    printf '#include <%s>\n' stdint.h stddef.h stdbool.h stdio.h
    cat algorithms/sequential/kernel.cu
} >"$work/headers.cu"
run faked_driver "" "$scanlab" run sequential -d cuda -n 100 \
    --source "$work/headers.cu"
has "headers of C" "$code $out$err" "1 scanlab: out["

# An edited source is seen where it is timed as well.
own=("$scanlab" measure sequential -d cuda -n 8 --source "$work/headers.cu")
run faked_driver "" "${own[@]}"
has "a source with headers, timed" "$out" "WRONG. out[0] = "
echo 'one two' >>"$work/headers.cu"
run faked_driver "" "${own[@]}"
is "a row whose code does not compile: exit" "$code" 3
has "and that is said last" "$err" "scanlab: 1 of 1 scans were not judged"
has "compiled again when it changes" "$out" "NOT JUDGED. $work/headers.cu \
does not compile: $work/headers.cu("

# An edited header is seen, though NVRTC names no dependencies.
mkdir -p "$work/own"
cp algorithms/sequential/kernel.cu "$work/own"
echo '#define EXTRA 0' >"$work/own/extra.h"
sed -i 's/#include "gpu.h"/&\n#include "extra.h"/' "$work/own/kernel.cu"
own=("$scanlab" run sequential -d cuda -n 8 --source "$work/own/kernel.cu")
run faked_driver "" "${own[@]}"
has "a header beside the source" "$err" "scanlab: out["
echo 'one two' >"$work/own/extra.h"
run faked_driver "" "${own[@]}"
has "is compiled again when it changes" "$err" "does not compile"
echo '#define EXTRA 0' >"$work/own/extra.h"
own=("$scanlab" measure sequential -d cuda -n 8 --source "$work/own/kernel.cu")
run faked_driver "" "${own[@]}"
has "timed, with a header beside the source" "$out" "WRONG. out[0] = "

# A file with the kernels of another form.
printf '#include "gpu.h"\n__global__ void %s {}\n' \
    'count_tiles(const T *in, uint64_t *counts, uint64_t n)' >"$work/form.cu"
printf '__global__ void %s {}\n' \
    'scan_counts(uint64_t *counts, uint64_t *count, uint64_t tiles)' \
    'write_tiles(const T *in, T *kept, const uint64_t *counts, uint64_t n)' \
    >>"$work/form.cu"
refuses "the kernels of another form" 3 \
    "; this file defines the kernels of filter:three_kernels, so use: verify filter:three_kernels" \
    faked_driver sm=90 "$scanlab" run filter -d cuda -n 5 --source "$work/form.cu"

done_testing
