/* packed_ptx.cu - flag and value in one 8-byte word, in PTX.
 *
 * shape: a library's tile state: one relaxed access covers both
 * algorithm: lookback:block=32,items=1,window=4,status=packed
 * options: -n 1,70
 * broken: s/op(before, x)/x/
 */
#include <cuda_runtime.h>

#include "gpu.h"

static __device__ __forceinline__ void put_word(uint64_t *p, uint32_t flag,
                                                uint32_t value)
{
    asm volatile("{ .reg .b64 both;\n\t"
                 "mov.b64 both, {%1, %2};\n\t"
                 "st.relaxed.gpu.global.L1::no_allocate.u64 [%0], both; }"
                 :
                 : "l"(p), "r"(value), "r"(flag)
                 : "memory");
}

static __device__ __forceinline__ uint32_t get_word(const uint64_t *p,
                                                    uint32_t &value)
{
    uint32_t flag;
    uint64_t both;
    asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];"
                 : "=l"(both)
                 : "l"(p)
                 : "memory");
    asm("mov.b64 {%0, %1}, %2;" : "=r"(value), "=r"(flag) : "l"(both));
    return flag;
}

/* An inclusive scan of the warp's elements. */
static __device__ __forceinline__ T scan_warp(T x)
{
    for (int d = 1; d < 32; d *= 2) {
        const T left = shuffle_up(x, d);
        if ((int)threadIdx.x >= d)
            x = op(left, x);
    }
    return x;
}

__global__ void scan_tiles(const T *in, T *out, uint64_t n,
                           uint32_t *counter, uint64_t *words,
                           uint32_t launch)
{
    __shared__ uint32_t ticket;
    __shared__ T before;
    const int i = (int)threadIdx.x;

    if (i == 0)
        ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads();
    const uint32_t tile = ticket;
    const uint64_t at = (uint64_t)tile * 32 + i;
    const T x = scan_warp(at < n ? in[at] : identity());
    const T left = shuffle_up(x, 1);

    if (i == 31) {
        T sum = x;
        if (tile > 0) {
            for (int k = 0; k < WORDS_OF_T; k++)
                while (get_word(words + (tile - 1) * WORDS_OF_T + k,
                                ((uint32_t *)&before)[k]) != launch + 1)
                    ;
            sum = op(before, x);
        }
        for (int k = 0; k < WORDS_OF_T; k++)
            put_word(words + tile * WORDS_OF_T + k, launch + 1,
                     ((const uint32_t *)&sum)[k]);
    }
    __syncthreads();
    T front = i > 0 ? left : identity();
    if (tile > 0)
        front = op(before, front);
    if (at < n)
        out[at] = EXCLUSIVE ? front : tile > 0 ? op(before, x) : x;
}
