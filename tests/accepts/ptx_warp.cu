/* ptx_warp.cu - a warp's scan whose lanes, shuffles and barriers are PTX.
 *
 * shape: a library's warp scan: shfl.sync with the predicate of its range
 * algorithm: kogge_stone:block=32
 * options: -n 2,31
 * broken: s/bar[.]sync 0;/bar.warp.sync 1;/
 */
#include "gpu.h"

static __device__ __forceinline__ unsigned lane_id()
{
    unsigned lane;
    asm("mov.u32 %0, %%laneid;" : "=r"(lane));
    return lane;
}

static __device__ __forceinline__ uint32_t up(uint32_t x, int by, int &is_in)
{
    uint32_t y;
    asm volatile("{\n\t"
                 "  .reg .pred p;\n\t"
                 "  .reg .b32 r0;\n\t"
                 "  shfl.sync.up.b32 r0|p, %2, %3, 0, %4;\n\t"
                 "  mov.b32 %0, r0;\n\t"
                 "  mov.s32 %1, 0;\n\t"
                 "  @p add.s32 %1, %1, 1;\n\t"
                 "}"
                 : "=r"(y), "=r"(is_in)
                 : "r"(x), "r"(by), "n"(0xffffffff));
    return y;
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    const unsigned i = lane_id();
    unsigned below, warp_size = 32, last = 31, is_last;
    T x = i < n ? in[i] : identity();
    int is_in = 1;

    asm("mov.u32 %0, %%lanemask_lt;" : "=r"(below));
    asm("{ .reg .pred %%q; setp.eq.u32 %%q, %1, %2; selp.b32 %0, 1, 0, %%q; }"
        : "=r"(is_last)
        : "r"(i), "r"(last));
    for (unsigned d = 1; d < warp_size; d *= 2) {
        T left = x;
        for (int k = 0; k < WORDS_OF_T; k++)
            ((uint32_t *)&left)[k] =
                up(((const uint32_t *)&x)[k], (int)d, is_in);
        if (is_in)
            x = op(left, x);
    }
    __shared__ T cell[32];
    cell[i] = x;
    asm volatile("bar.sync 0;" ::: "memory");
    if (i < n && __popc(below) == (int)i)
        out[i] = !EXCLUSIVE ? cell[i] : i > 0 ? cell[i - 1] : identity();
    __shared__ T total;
    if (is_last)
        total = x;
    asm volatile("barrier.sync 0;" : : : "memory");
}
