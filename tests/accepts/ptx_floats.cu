/* ptx_floats.cu - a warp's scan that moves words as floats, in PTX.
 *
 * shape: a library's scan of floats: .b32 with "f", which moves bits
 * algorithm: kogge_stone:block=32
 * options: -n 2,31
 * broken: s/__syncthreads();/__syncwarp(1 << i);/
 */
#include "gpu.h"

static __device__ __forceinline__ float up(float x, int by)
{
    float y;
    asm volatile("shfl.sync.up.b32 %0, %1, %2, 0, 0xffffffff;"
                 : "=f"(y)
                 : "f"(x), "r"(by));
    return y;
}

static __device__ __forceinline__ void put_bits(float *to, float x)
{
    asm volatile("st.shared.b32 [%0], %1;"
                 :
                 : "l"(__cvta_generic_to_shared(to)), "f"(x)
                 : "memory");
}

static __device__ __forceinline__ float get_bits(const float *from)
{
    unsigned bits;
    float x;
    asm volatile("ld.shared.b32 %0, [%1];"
                 : "=r"(bits)
                 : "l"(__cvta_generic_to_shared(from))
                 : "memory");
    asm("mov.b32 %0, %1;" : "=f"(x) : "r"(bits));
    return x;
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ float words[32][WORDS_OF_T];
    const unsigned i = threadIdx.x;
    T x = i < n ? in[i] : identity(), left = identity();

    for (int d = 1; d < 32; d *= 2) {
        T before;
        for (int k = 0; k < WORDS_OF_T; k++)
            ((float *)&before)[k] = up(((const float *)&x)[k], d);
        if ((int)i >= d)
            x = op(before, x);
    }
    for (int k = 0; k < WORDS_OF_T; k++)
        put_bits(&words[i][k], ((const float *)&x)[k]);
    __syncthreads();
    for (int k = 0; EXCLUSIVE && i > 0 && k < WORDS_OF_T; k++)
        ((float *)&left)[k] = get_bits(&words[i - 1][k]);
    if (i < n)
        out[i] = EXCLUSIVE ? left : x;
}
