/* otherwise.h - reduce: forms that lose the order, or are slow; for comparison.
 *
 *     own        | thread 0: a b c | thread 1: d e f | ...
 *     strided    | thread 0: a d g | thread 1: b e h | ...
 *     atomics    out = op(out, total), by each block when it ends
 */
#ifndef REDUCE_OTHERWISE_H
#define REDUCE_OTHERWISE_H

#if FORM == ATOMICS

__global__ void begin(T *out)
{
    *out = identity();
}

/* An element of 4 or 8 bytes as a word. */
union word {
    T x;
    uint32_t four;
    unsigned long long eight;
};

/* *out = op(*out, x), whatever other blocks do meanwhile. */
DEVICE void join_to(T *out, T x)
{
    union word seen, wanted;
    bool taken;

    if (sizeof(T) == 4)
        seen.four = *(const volatile uint32_t *)out;
    else
        seen.eight = *(const volatile unsigned long long *)out;
    do {
        wanted.x = op(seen.x, x);
        if (sizeof(T) == 4) { /* atomic: no other block interferes */
            const uint32_t was =
                atomicCAS((uint32_t *)out, seen.four, wanted.four);
            taken = was == seen.four;
            seen.four = was;
        } else {
            const unsigned long long was =
                atomicCAS((unsigned long long *)out, seen.eight, wanted.eight);
            taken = was == seen.eight;
            seen.eight = was;
        }
    } while (!taken);
}

__global__ void __launch_bounds__(BLOCK)
    reduce_and_join(const T *in, T *out, uint64_t n)
{
    __shared__ T fold[WARPS];
    const uint64_t first = (uint64_t)blockIdx.x * (WARPS * WINDOW);
    const uint64_t rest = n - first;
    const struct source from = {in};

    const T sum = reduce_by_block(from, first,
                                  rest < WARPS * WINDOW ? rest : WARPS * WINDOW,
                                  WINDOW, fold);
    if (threadIdx.x == 0)
        join_to(out, sum);
}

#else

/* `each`: elements per thread. */
__global__ void __launch_bounds__(BLOCK)
    reduce_by_threads(const T *in, T *out, uint64_t n, uint64_t each)
{
    __shared__ T fold[WARPS];
    const int warp = (int)threadIdx.x / WARP, lane = lane_of_thread();
    const uint64_t block = (uint64_t)blockIdx.x * BLOCK;
    const uint64_t thread = block + threadIdx.x;
    const uint64_t first = !STRIDED ? thread * each : thread;
    const uint64_t last = !STRIDED && first + each < n ? first + each : n;
    const uint64_t stride = !STRIDED ? 1 : (uint64_t)gridDim.x * BLOCK;
    /* Threads of the block that have elements: the first ones. */
    const uint64_t all = !STRIDED ? (n + each - 1) / each : n;
    const int left = all - block < BLOCK ? (int)(all - block) : BLOCK;
    const int lanes = left - warp * WARP; /* with elements; none if below 1 */
    T sum = identity();

    if (first < last)
        sum = in[first];
    for (uint64_t i = first + stride; i < last; i += stride)
        sum = op(sum, in[i]);
    sum = reduce_warp(sum, lanes < WARP ? lanes : WARP);
    if (lane == 0)
        fold[warp] = sum;
    __syncthreads(); /* [5] warp 0 waits for the folds of all warps */
    if (warp == 0) {
        sum = reduce_warp(lane < WARPS ? fold[lane] : identity(),
                          (left + WARP - 1) / WARP);
        if (lane == 0)
            out[blockIdx.x] = sum;
    }
}

#endif
#endif
