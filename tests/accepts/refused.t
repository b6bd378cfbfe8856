#!/bin/bash
# refused.t - what the SIMT machine does not know is told in one line, and not as
# a mistake of the scan. More words: tests/unit/test_simt_refusals.c.
. "$(dirname "$0")/../end_to_end/tap.sh"

# verify NAME LINES: lines in a kernel, from its line 4 on
verify() {
    source=$work/$1.cu
    cat >"$source" <<EOF
#include "gpu.h"
__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
$2
}
EOF
    run "$scanlab" verify kogge_stone:block=32 -n 1 --source "$source"
}

# refuses NAME LINES SENTENCE
refuses() {
    verify "$1" "$2"
    is "$1: exit" "$code" 1
    is "$1: the verdict" "${out%%$'\n'*}" "kogge_stone     NOT JUDGED. $source$3"
}

refuses custom "out[0] = powf_custom(in[0]);" \
    ":4: the SIMT machine does not know powf_custom()"
refuses shuffle "
    __shfl_down(1, 1);" ":5: the SIMT machine does not know __shfl_down(); CUDA \
has it no more: write __shfl_down_sync(mask, ...)"
refuses ballot "__ballot(1);" ":4: the SIMT machine does not know __ballot(); \
CUDA has it no more: write __ballot_sync(mask, ...)"
refuses simd "__vadd4(1, 2);" ":4: the SIMT machine does not know __vadd4()"
refuses host "cudaDeviceSynchronize();" ":4: the SIMT machine does not know \
cudaDeviceSynchronize(); it takes the kernel alone, without the host's part"
refuses ptx "asm volatile(\"cp.async.commit_group;\");" ":4: asm: the SIMT \
machine does not know 'cp.async.commit_group'; harness/simt/device/README.md \
lists the PTX that it knows"

# A mistake of the kernel is one.
verify typo "out[0] = typo;"
has "a name that is not declared is WRONG" "$out" \
    "WRONG. $work/typo.cu does not compile: "

done_testing
