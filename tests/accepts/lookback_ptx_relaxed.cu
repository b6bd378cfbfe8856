/* lookback_ptx_relaxed.cu - look-back with relaxed flags, and fences in PTX.
 *
 * shape: a library: ld.relaxed, st.relaxed and fence.acq_rel
 * algorithm: lookback:block=32,items=1,window=4
 * options: -n 1,70
 * broken: s/fence.acq_rel.gpu/fence.acq_rel.cta/
 */
#include "gpu.h"

#define LOAD_RELAXED(x, p) \
    asm volatile("ld.relaxed.gpu.u32 %0, [%1 + 0];" : "=r"(x) : "l"(p))
#define FENCE() asm volatile("fence.acq_rel.gpu;" ::: "memory")

static __device__ __forceinline__ uint32_t load(const uint32_t *p)
{
    uint32_t x;
    LOAD_RELAXED(x, p);
    return x;
}

static __device__ __forceinline__ uint32_t draw(uint32_t *counter)
{
    uint32_t ticket;
    asm volatile("atom.relaxed.gpu.global.inc.u32 %0, [%1], %2;"
                 : "=r"(ticket)
                 : "l"(counter), "r"(gridDim.x - 1)
                 : "memory");
    return ticket;
}

static __device__ __forceinline__ void store(uint32_t *p, uint32_t x)
{
    asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" : : "l"(p), "r"(x));
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
                           uint32_t *counter, uint32_t *flags,
                           T *aggregates, T *prefixes, uint32_t launch)
{
    __shared__ uint32_t ticket;
    __shared__ T before;
    const int i = (int)threadIdx.x;

    if (i == 0)
        ticket = draw(counter);
    __syncthreads();
    const uint32_t tile = ticket;
    const uint64_t at = (uint64_t)tile * 32 + i;
    const T x = scan_warp(at < n ? in[at] : identity());
    const T left = shuffle_up(x, 1);

    if (i == 31) {
        if (tile == 0)
            prefixes[0] = x;
        else
            aggregates[tile] = x;
        FENCE();
        store(flags + tile, 4 * launch + (tile == 0 ? 2 : 1));
        T sum = identity();
        for (uint32_t t = tile; t-- > 0;) {
            uint32_t flag;
            do
                flag = load(flags + t);
            while (flag <= 4 * launch || flag > 4 * launch + 2);
            FENCE();
            if (flag == 4 * launch + 2) {
                sum = op(prefixes[t], sum);
                break;
            }
            sum = op(aggregates[t], sum);
        }
        before = sum;
        if (tile > 0) {
            prefixes[tile] = op(sum, x);
            FENCE();
            store(flags + tile, 4 * launch + 2);
        }
    }
    __syncthreads();
    T front = i > 0 ? left : identity();
    if (tile > 0)
        front = op(before, front);
    if (at < n)
        out[at] = EXCLUSIVE ? front : tile > 0 ? op(before, x) : x;
}
