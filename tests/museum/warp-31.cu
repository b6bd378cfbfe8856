/* warp-31.cu - the last lane of warp w writes the warp's sum to ptr[w] too early.
 *
 * Warp 31 writes ptr[31] while warp 0 may still have to read it, as the
 * sum of its own last lane. With fewer than 32 warps no two threads share
 * a cell there, so the kernel passes all tests with smaller blocks.
 *
 * found in: a university's scan handout
 * algorithm: kogge_stone:block=1024
 * options: -n 1024
 * passes: kogge_stone:block=512 -n 512
 * says: race on ptr[31]: ...reads it and ...writes it
 */
#include "gpu.h"

DEVICE T scan_warp(T x)
{
    for (int stride = 1; stride < WARP; stride *= 2) {
        const T left = shuffle_up(x, stride);
        if (lane_of_thread() >= stride)
            x = op(left, x);
    }
    return x;
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T ptr[BLOCK];
#ifdef MENDED
    __shared__ T sums[WARP]; /* an array of their own */
#else
    T *const sums = ptr;
#endif
    const int idx = (int)threadIdx.x, lane = lane_of_thread();
    const int warp = idx / WARP;
    T x = scan_warp(idx < n ? in[idx] : identity());

    ptr[idx] = x;
    __syncthreads();
    if (lane == 31)
        sums[warp] = ptr[idx];
    __syncthreads();
    if (warp == 0) {
        const bool part = lane < BLOCK / WARP;
        const T sum = scan_warp(part ? sums[lane] : identity());
        if (part)
            sums[lane] = sum;
    }
    __syncthreads();
    if (warp > 0)
        x = op(sums[warp - 1], x);
    __syncthreads();
    ptr[idx] = x;
    __syncthreads();
    if (idx < n)
        out[idx] = !EXCLUSIVE ? ptr[idx]
                   : idx > 0  ? ptr[idx - 1]
                              : identity();
}
