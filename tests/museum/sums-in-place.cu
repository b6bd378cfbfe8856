/* sums-in-place.cu - the first warp scans the sums while others still read them.
 * The finding names a line of another warp: warp 0 itself reads before it writes.
 *
 * found in: made up
 * algorithm: kogge_stone:block=64
 * options: -n 64 --schedule reverse
 * says: race on sums[0]: sums-in-place.cu:34 (block 0, thread 0) writes it and sums-in-place.cu:42 (block 0, thread 32) reads it
 */
#include "gpu.h"

DEVICE T scan_warp(T x, unsigned lane)
{
    for (unsigned d = 1; d < 32; d *= 2) {
        const T left = shuffle_up(x, d);
        if (lane >= d)
            x = op(left, x);
    }
    return x;
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T sums[BLOCK / 32];
    const unsigned i = threadIdx.x, lane = i % 32, warp = i / 32;
    const T x = scan_warp(i < n ? in[i] : identity(), lane);

    if (lane == 31)
        sums[warp] = x;
    __syncthreads();
    if (warp == 0) {
        T sum = lane < BLOCK / 32 ? sums[lane] : identity();
        sum = scan_warp(sum, lane);
        if (lane < BLOCK / 32)
            sums[lane] = sum;
    }
#ifdef MENDED
    __syncthreads();
#endif
    const T left = shuffle_up(x, 1);
    T prefix = !EXCLUSIVE ? x : lane > 0 ? left : identity();
    if (warp > 0)
        prefix = op(sums[warp - 1], prefix);
    if (i < n)
        out[i] = prefix;
}
