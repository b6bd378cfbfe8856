/* all_of_early_exit.cu - a block leaves its tile once the answer is no.
 *
 * shape: all_of as a course writes it, for launches that do not overlap: it waits for
 * no earlier launch
 * algorithm: all_of:block=32,items=4
 * options: -n 1,31,128,129,1000
 * broken: s/atomicExch(holds, 0)/*holds += 0/
 */
#include "gpu.h"
#include "predicate.h"

__global__ void begin(uint32_t *holds)
{
    *holds = 1;
}

__global__ void ask_tiles(const T *in, uint32_t *holds, uint64_t n)
{
    const uint64_t tile = (uint64_t)blockIdx.x * BLOCK * ITEMS;
    const volatile uint32_t *const answer = holds;

    for (int k = 0; k < ITEMS && *answer; k++) {
        const uint64_t at = tile + (uint64_t)k * BLOCK + threadIdx.x;
        if (at < n && !keeps(in[at]))
            atomicExch(holds, 0);
    }
}
