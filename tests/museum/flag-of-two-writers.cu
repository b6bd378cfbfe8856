/* flag-of-two-writers.cu - two threads set a word, and no fence orders the two stores.
 * The second thread waits for a flag from the first, but without a fence its
 * store need not be the last to take effect.
 *
 * found in: made up
 * algorithm: kogge_stone:block=32
 * options: -n 32
 * says: race on count
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ T cell[BLOCK];
    __shared__ uint32_t count;
    __shared__ volatile uint32_t first, second;
    volatile uint32_t *const told = &count;
    const int i = (int)threadIdx.x;

    cell[i] = i < (int)n ? in[i] : identity();
    if (i == 0)
        *told = first = second = 0;
    __syncthreads();
    if (i == 0) {
        *told = 1;
#ifdef MENDED
        __threadfence_block();
#endif
        first = 1;
    }
    if (i == 1) {
        while (!first)
            ;
#ifdef MENDED
        __threadfence_block();
#endif
        *told = 2;
        __threadfence_block();
        second = 1;
    }
    while (!second)
        ;
    __threadfence_block();
    const uint32_t begin = count - 2; /* 0, or it is the first one's value */
    T sum = identity(), before = identity();
    for (uint32_t k = begin; k <= (uint32_t)i; k++) {
        before = sum;
        sum = k > begin ? op(sum, cell[k]) : cell[k];
    }
    if (i < (int)n)
        out[i] = EXCLUSIVE ? before : sum;
}
