/* answer_of_many.cu - does a predicate keep all elements? Each thread that
 * finds a no stores it.
 *
 * shape: a flag that is set by any thread that finds something: `if (...) *changed = true;`
 * algorithm: all_of:block=64
 * options: -n 0,1,63,300
 * broken: s/[*]holds = 0/*holds = keeps(in[0])/
 */
#include "gpu.h"
#include "predicate.h"

__global__ void begin(uint32_t *holds)
{
    *holds = 1;
}

__global__ void ask_tiles(const T *in, uint32_t *holds, uint64_t n)
{
    const uint64_t tile = (n + gridDim.x - 1) / gridDim.x;
    const uint64_t first = blockIdx.x * tile;

    wait_for_launch_before();
    for (uint64_t i = first + threadIdx.x; i < first + tile && i < n; i += blockDim.x)
        if (!keeps(in[i]))
            *holds = 0;
}
