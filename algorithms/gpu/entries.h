/* entries.h - the kernels that all scans share. Included by gpu.h.
 *
 *     reduce_tiles   reduces each tile of the input to one element
 *     apply_carry    joins one element with each output
 *
 * A scan that starts from a given element (--init) is a scan, then
 * apply_carry. These kernels join the results of chunks, streams and machines:
 *
 *     in        a b c    | d e       two chunks, scanned separately
 *     scan      a ab abc | d   de
 *     reduce    abc                  of the first
 *     apply     a ab abc | abcd  abcde
 *
 * launch.h plans their launches.
 */
#ifndef ENTRIES_H
#define ENTRIES_H

enum { ENTRY_THREADS = 256, ENTRY_WARPS = ENTRY_THREADS / WARP };

/* Called by all lanes of a warp: lane 0 gets the fold of the values x of the
 * first `lanes` lanes, in their order. A tree: lanes - 1 ops.
 *
 *     lane       0      1    2    3
 *     stride 1   ab     .    cd   .
 *     stride 2   abcd   .    .    .
 */
DEVICE T reduce_warp(T x, int lanes)
{
    const int lane = lane_of_thread();

    for (int stride = 1; stride < WARP; stride *= 2) {
        const T right = shuffle_from(x, (lane + stride) % WARP);
        if (lane % (2 * stride) == 0 && lane + stride < lanes)
            x = op(x, right);
    }
    return x;
}

/* Lane 0 gets the fold of in[0..n), n > 0, a warp's width at a time. */
DEVICE T reduce_stretch(const T *in, uint64_t n)
{
    const uint64_t lane = (uint64_t)lane_of_thread();
    T sum = identity(); /* until the first 32 are loaded */

    for (uint64_t at = 0; at < n; at += WARP) {
        const uint64_t rest = n - at;
        const int lanes = rest < WARP ? (int)rest : WARP;
        const T x = lane < rest ? in[at + lane] : identity();
        const T fold = reduce_warp(x, lanes);
        if (lane == 0)
            sum = at == 0 ? fold : op(sum, fold);
    }
    return sum;
}

/* Block b reduces in[b*tile .. (b+1)*tile) to out[b], with a warp for each
 * stretch of the tile. An empty tile (n = 0) gives the identity. */
__global__ void reduce_tiles(const T *in, T *out, uint64_t n, uint64_t tile)
{
    __shared__ T fold[ENTRY_WARPS];
    const uint64_t begin = (uint64_t)blockIdx.x * tile;
    const uint64_t count = n - begin < tile ? n - begin : tile;
    const uint64_t stretch = (count + ENTRY_WARPS - 1) / ENTRY_WARPS;
    const uint64_t mine = threadIdx.x / WARP * stretch;

    if (mine < count) { /* all lanes of a warp, or none */
        const uint64_t rest = count - mine;
        const T sum =
            reduce_stretch(in + begin + mine, rest < stretch ? rest : stretch);
        if (lane_of_thread() == 0)
            fold[threadIdx.x / WARP] = sum;
    }
    __syncthreads(); /* thread 0 waits for the totals of all warps */
    if (threadIdx.x == 0) {
        T sum = count > 0 ? fold[0] : identity();
        for (int k = 1; k * stretch < count; k++)
            sum = op(sum, fold[k]);
        out[blockIdx.x] = sum;
    }
}

/* out[i] = op(*carry, out[i]); the carry is read once per block. */
__global__ void apply_carry(T *out, const T *carry, uint64_t n)
{
    __shared__ T front;
    const uint64_t at = (uint64_t)blockIdx.x * ENTRY_THREADS + threadIdx.x;

    if (threadIdx.x == 0)
        front = *carry;
    __syncthreads(); /* all threads wait until thread 0 has the carry */
    if (at < n)
        out[at] = op(front, out[at]);
}

#endif
