/* ptx_vectors.cu - words of shared memory move four at a time, in PTX.
 *
 * shape: a library's block store: ld.shared.v4 and st.shared.v4
 * algorithm: kogge_stone:block=32
 * options: -n 2,31
 * broken: s/FRONT = 4/FRONT = 2/
 */
#include "gpu.h"

enum { FRONT = 4, WORDS = 32 * WORDS_OF_T };

static __device__ __forceinline__ void move_four(uint32_t *to,
                                                 const uint32_t *from)
{
    uint32_t a, b, c, d;
    asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                 : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                 : "l"(__cvta_generic_to_shared(from))
                 : "memory");
    asm volatile("st.shared.v4.b32 [%0], {%1, %2, %3, %4};"
                 :
                 : "l"(__cvta_generic_to_shared(to)), "r"(a), "r"(b), "r"(c),
                   "r"(d)
                 : "memory");
}

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ __align__(16) uint32_t words[WORDS], copy[FRONT + WORDS];
    const int i = (int)threadIdx.x;
    T x = i < (int)n ? in[i] : identity(), left = identity();

    for (int d = 1; d < 32; d *= 2) {
        const T before = shuffle_up(x, d);
        if (i >= d)
            x = op(before, x);
    }
    for (int k = 0; k < WORDS_OF_T; k++)
        words[i * WORDS_OF_T + k] = ((const uint32_t *)&x)[k];
    __syncthreads();
    for (int k = 4 * i; k < WORDS; k += 4 * 32)
        move_four(copy + FRONT + k, words + k);
    __syncthreads();
    for (int k = 0; k < WORDS_OF_T; k++) {
        ((uint32_t *)&x)[k] = copy[FRONT + i * WORDS_OF_T + k];
        if (EXCLUSIVE && i > 0)
            ((uint32_t *)&left)[k] = copy[FRONT + (i - 1) * WORDS_OF_T + k];
    }
    if (i < (int)n)
        out[i] = EXCLUSIVE ? left : x;
}
