/* kernel.cu - the naive parallel scan: every thread reduces a prefix.
 *
 *     thread 0   a                   no thread waits for another,
 *     thread 1   a b                 and none uses what its
 *     thread 2   a b c               neighbour has computed
 *     thread 3   a b c d
 *
 *     in --copied--> copy --reduced--> out
 *
 * If in is out, a thread's output would overwrite what other threads
 * still read. No barrier reaches beyond a block, but a launch begins
 * when the one before it has ended: so a first launch copies the input.
 *
 * Cost: 0 + 1 + ... + (n-1) = n(n-1)/2 ops, depth n - 1; traffic
 * n(n+1)/2 + 3n, most of it from caches.
 * Source: ECE408 lecture 16, "A Naive Inclusive Parallel Scan".
 * Try it: `scanlab measure naive sequential -d simt -n 2^4..2^10`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#ifndef BLOCK
#define BLOCK 256 /* threads */
#endif

DEVICE uint64_t place_of_thread(void)
{
    return (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
}

__global__ void copy_input(const T *in, T *copy, uint64_t n)
{
    const uint64_t i = place_of_thread();

    if (i < n)
        copy[i] = in[i];
}

__global__ void reduce_prefixes(const T *in, T *out, uint64_t n)
{
    const uint64_t i = place_of_thread();
    const uint64_t end = EXCLUSIVE ? i : i + 1; /* of in[0..end) */

    if (i < n) {
        T sum = end > 0 ? in[0] : identity();
        for (uint64_t j = 1; j < end; j++)
            sum = op(sum, in[j]);
        out[i] = sum;
    }
}
