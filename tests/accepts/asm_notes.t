#!/bin/bash
# asm_notes.t - an asm statement that a GPU's compiler may move is noted below the
# verdict, and is no finding.
. "$(dirname "$0")/../end_to_end/tap.sh"

# verify WORD CLOBBERS PTX: says the note, or nothing
verify() {
    cat >"$work/moves.cu" <<EOF
#include "gpu.h"
__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ unsigned word;
    unsigned x = 0;

    if (threadIdx.x == 0)
        word = 0;
    __syncthreads();
    asm $1("$3" : "=r"(x) : "l"(__cvta_generic_to_shared(&word)) $2);
    if (n > 0 && x == threadIdx.x)
        out[0] = EXCLUSIVE ? identity() : in[0];
}
EOF
    run "$scanlab" verify kogge_stone:block=32 -n 1 --bytes 4 \
        --schedule inorder --source "$work/moves.cu"
    said=$(sed -n 's/^  Note: //p' <<<"$out")
}

load='ld.relaxed.cta.shared.u32 %0, [%1];'
while IFS='|' read -r name word clobbers ptx want; do
    verify "$word" "$clobbers" "${ptx:-$load}"
    is "$name" "$code $said" "0 ${want:+moves.cu:10: this asm accesses memory$want}"
done <<'ROWS'
all is said|volatile|: "memory"||
with underscores|__volatile__|: "cc", "memory"||
no "memory"|volatile||| and has no "memory" clobber: a GPU's compiler may move other loads and stores across it.
not volatile||: "memory"|| and is not volatile: a GPU's compiler may move it or remove it.
neither||||, is not volatile and has no "memory" clobber: a GPU's compiler may move it or remove it.
a register|||mov.u32 %0, 0;|
ROWS

done_testing
