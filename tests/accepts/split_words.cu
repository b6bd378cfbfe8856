/* split_words.cu - flag and value in two 4-byte words, both volatile, with
 * fences on both sides.
 *
 * shape: a status word of 8 bytes where the machine has none
 * algorithm: lookback:block=32,items=1,window=4,status=packed
 * options: -n 1,70
 * broken: s/__threadfence();//
 */
#include "gpu.h"

/* The two halves of a tile's word. */
static __device__ volatile uint32_t *half(uint64_t *words, uint64_t at,
                                          int which)
{
    return (volatile uint32_t *)(words + at) + which;
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
            for (int k = 0; k < WORDS_OF_T; k++) {
                const uint64_t a = (tile - 1) * WORDS_OF_T + k;
                while (*half(words, a, 1) != launch + 1)
                    ;
                __threadfence();
                ((uint32_t *)&before)[k] = *half(words, a, 0);
            }
            sum = op(before, x);
        }
        for (int k = 0; k < WORDS_OF_T; k++) {
            const uint64_t a = tile * WORDS_OF_T + k;
            *half(words, a, 0) = word_of(&sum, k);
            __threadfence();
            *half(words, a, 1) = launch + 1;
        }
    }
    __syncthreads();
    T front = i > 0 ? left : identity();
    if (tile > 0)
        front = op(before, front);
    if (at < n)
        out[at] = EXCLUSIVE ? front : tile > 0 ? op(before, x) : x;
}
