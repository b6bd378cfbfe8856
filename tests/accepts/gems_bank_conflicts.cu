/* gems_bank_conflicts.cu - Blelloch's tree with padding against bank conflicts.
 *
 * shape: GPU Gems 3, chapter 39: the macro, and `offset` doubled by each step
 * algorithm: kogge_stone:block=64
 * options: -n 1,63
 * broken: s/const T t = /__syncthreads(); &/
 */
#include <cuda_runtime.h>
#include <device_launch_parameters.h>

#include "gpu.h"

#define LOG_NUM_BANKS           5
#define CONFLICT_FREE_OFFSET(i) ((i) >> LOG_NUM_BANKS)

__global__ void scan_sections(const T *g_idata, T *g_odata, T *totals,
                              uint64_t n)
{
    __shared__ T temp[BLOCK + CONFLICT_FREE_OFFSET(BLOCK)];
    const int thid = threadIdx.x;
    const int own = thid + CONFLICT_FREE_OFFSET(thid);
    int offset = 1;

    temp[own] = thid < n ? g_idata[thid] : identity();
    for (int d = BLOCK >> 1; d > 0; d >>= 1) { /* up */
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            temp[bi] = op(temp[ai], temp[bi]);
        }
        offset *= 2;
    }
    if (thid == 0)
        temp[BLOCK - 1 + CONFLICT_FREE_OFFSET(BLOCK - 1)] = identity();
    for (int d = 1; d < BLOCK; d *= 2) { /* down */
        offset >>= 1;
        __syncthreads();
        if (thid < d) {
            int ai = offset * (2 * thid + 1) - 1;
            int bi = offset * (2 * thid + 2) - 1;
            ai += CONFLICT_FREE_OFFSET(ai);
            bi += CONFLICT_FREE_OFFSET(bi);
            const T t = temp[ai];
            temp[ai] = temp[bi];
            temp[bi] = op(temp[bi], t);
        }
    }
    __syncthreads();
    if (thid < n)
        g_odata[thid] =
            EXCLUSIVE ? temp[own] : op(temp[own], g_idata[thid]);
}
