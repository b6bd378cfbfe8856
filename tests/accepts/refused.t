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
    is "$1: exit" "$code" 3
    is "$1: the verdict" "${out%%$'\n'*}" "kogge_stone     NOT JUDGED. $source$3"
}

refuses custom "out[0] = powf_custom(in[0]);" \
    ":4: the SIMT machine does not know powf_custom()"
refuses shuffle "
    __shfl_down(1, 1);" ":5: the SIMT machine does not know __shfl_down(); CUDA \
no longer has it: write __shfl_down_sync(mask, ...)"
refuses ballot "__ballot(1);" ":4: the SIMT machine does not know __ballot(); \
CUDA no longer has it: write __ballot_sync(mask, ...)"
refuses simd "__vadd4(1, 2);" ":4: the SIMT machine does not know __vadd4()"
refuses host "cudaDeviceSynchronize();" ":4: the SIMT machine does not know \
cudaDeviceSynchronize(); it runs only kernels, no host code"
refuses warp "#define WARP 64" ":4: WARP cannot be redefined: a proof covers the \
monoid and CUDA as they are"
refuses ptx "asm volatile(\"cp.async.commit_group;\");" ":4: asm: the SIMT \
machine does not know 'cp.async.commit_group'; harness/simt/device/README.md \
lists the PTX that it supports"

verify dynamic "
    extern __shared__ T sums[];
    sums[threadIdx.x] = in[0];"
has "dynamic memory that the plan does not give" "$code $out" "3 kogge_stone     \
NOT JUDGED. dynamic.cu:6 uses \
dynamic shared memory (sums), but the plan launches scan_sections without any: declare \
it __shared__, not extern, with its length"

# A header of C++ that would bring some.
mkdir -p "$work/headers"
echo '#include <immintrin.h>' >"$work/headers/lanes"
export CPLUS_INCLUDE_PATH=$work/headers
verify vectors "
}
#include <lanes>
DEVICE void unused() {"
unset CPLUS_INCLUDE_PATH
has "vector instructions of the host, and by which header" "$code $out" \
    "/immintrin.h is included, by <lanes>: the SIMT machine does not know the host's vector"

# Words of CUDA's documents that are no calls; $groups: from its line 6 on.
groups='#include <cooperative_groups.h>
namespace cg = cooperative_groups;'
while IFS='|' read -r name lines sentence; do
    source=$work/$name.cu
    printf '%s\n' "$groups" '#include "gpu.h"' \
        '__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)' \
        '{' "$lines" '}' >"$source"
    run "$scanlab" verify kogge_stone:block=32 -n 1 --source "$source"
    is "$name: the verdict" "$code ${out%%$'\n'*}" \
        "3 kogge_stone     NOT JUDGED. $source:6: $sentence"
done <<'ROWS'
split|auto t = cg::this_thread_block().barrier_arrive();|the SIMT machine does not know barrier_arrive; write sync()
cluster|cg::cluster_group g = cg::this_cluster();|the SIMT machine does not know cluster_group; it runs blocks without clusters
reduce|cg::reduce(cg::coalesced_threads(), 1, cg::plus<int>());|the SIMT machine does not know reduce; write it as a loop of shfl_up() calls
stream|cudaStream_t s;|the SIMT machine does not know cudaStream_t; it runs only kernels, no host code
warpid|unsigned w; asm("mov.u32 %0, %%warpid;" : "=r"(w));|asm: the SIMT machine does not know %warpid, which may change while a thread runs: write threadIdx.x / 32; harness/simt/device/README.md lists the PTX that it supports
nsmid|unsigned w; asm("mov.u32 %0, %%nsmid;" : "=r"(w));|asm: the SIMT machine does not know %nsmid, which is another number on each GPU: take it as a parameter; harness/simt/device/README.md lists the PTX that it supports
cluster-register|unsigned w; asm("mov.u32 %0, %%cluster_ctarank;" : "=r"(w));|asm: the SIMT machine does not know %cluster_ctarank; harness/simt/device/README.md lists the PTX that it supports
ROWS
for header in cuda/barrier cuda_fp16.h cub/cub.cuh cooperative_groups/reduce.h; do
    verify header "
    }
#include <$header>
DEVICE void unused() {"
    has "<$header> is not known" "$out" \
        "NOT JUDGED. $work/header.cu:6: the SIMT machine does not know "
done

# The headers of an installed CUDA are there, and are for its own compiler. What
# goes before is known; a kernel's own header may be named so, too.
installed=$work/cuda
mkdir -p "$installed/cooperative_groups" "$installed/cub/block" "$work/own"
for header in cooperative_groups/memcpy_async.h cuda_fp16.h cub/block/block_reduce.cuh; do
    {
        echo '#ifdef __CHAR_BIT__'
        echo '#endif'
        echo '#include <cooperative_groups.h>'
        echo 'struct __half { unsigned short bits; };'
    } >"$installed/$header"
done
echo '#include <cuda_fp16.h>' >"$work/own/cuda_halves.h"
while IFS='|' read -r header there; do
    export CPLUS_INCLUDE_PATH=$installed
    verify own/kernel "
    }
#include <cooperative_groups.h>
#include $header
DEVICE void unused() {"
    unset CPLUS_INCLUDE_PATH
    has "$header of an installed CUDA" "$out" \
        "NOT JUDGED. $work/own/$there: the SIMT machine does not know <"
done <<'ROWS'
<cooperative_groups/memcpy_async.h>|kernel.cu:7
<cuda_fp16.h>|kernel.cu:7
"cuda_fp16.h"|kernel.cu:7
<cub/block/block_reduce.cuh>|kernel.cu:7
"cuda_halves.h"|cuda_halves.h:1
ROWS
verify cluster "}
__global__ void __cluster_dims__(2, 1, 1) other(T *out) {"
has "clusters" "$out" "$work/cluster.cu:5: __cluster_dims__: clusters are not simulated"

# A mistake that the compiler sees is one of the file.
while IFS='|' read -r name lines part; do
    verify "$name" "$lines"
    has "$name is not judged" "$code $out" "3 kogge_stone     NOT JUDGED. $work/$name.cu$part"
done <<'ROWS'
typo|out[0] = typo;| does not compile:
plus|int x = plus;| does not compile:
member|struct mine { int a; } x; x.barrier_wait();| does not compile:
group|my_group.sync();| does not compile:
register|int w; asm("mov.u32 %0, %%foo;" : "=r"(w));|:4: asm: its PTX declares no register foo (.reg)
ROWS
verify errors "out[0] = typo;"
has "the first error, not the file's name" "$out" "compile: $work/errors.cu:4:"
for word in 'block.synch()' 'cg::this_thread_blok()' 'cg::tiled_partition<3>(block)'; do
    verify word "}
#include <cooperative_groups.h>
namespace cg = cooperative_groups;
DEVICE void f() { cg::thread_block block = cg::this_thread_block(); $word;"
    has "$word" "$out" "$work/word.cu does not compile:"
done

done_testing
