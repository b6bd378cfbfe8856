/* lockstep.cu - the lanes of a warp do not wait for each other.
 *
 * On GPUs before Volta all lanes of a warp ran in lockstep, and kernels
 * of those years rely on that: `volatile` kept the compiler from holding
 * cells in registers, and nothing else was needed. Now a lane may read a
 * value that its neighbour writes in the next step.
 *
 * found in: warp-synchronous scans of the 2010s; OpenCL course day 3
 * algorithm: kogge_stone:block=32
 * options: -n 20,32
 * passes: --lockstep
 * says: race on cell[...]: lockstep.cu:...reads it and ...writes it
 * says: Volatile orders nothing
 */
#include "gpu.h"

__global__ void scan_sections(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ volatile uint32_t cell[BLOCK * WORDS_OF_T];
    const int i = (int)threadIdx.x;
    T sum = in[i < n ? i : 0], left = sum;

    for (int k = 0; k < WORDS_OF_T; k++)
        cell[i * WORDS_OF_T + k] = word_of(&sum, k);
    for (int stride = 1; stride < BLOCK; stride *= 2) {
#ifdef MENDED
        __syncwarp();
#endif
        if (i >= stride) {
            for (int k = 0; k < WORDS_OF_T; k++)
                ((uint32_t *)&left)[k] =
                    cell[(i - stride) * WORDS_OF_T + k];
            sum = op(left, sum);
        }
#ifdef MENDED
        __syncwarp();
#endif
        if (i >= stride)
            for (int k = 0; k < WORDS_OF_T; k++)
                cell[i * WORDS_OF_T + k] = word_of(&sum, k);
    }
    left = shuffle_up(sum, 1);
    if (i < n)
        out[i] = !EXCLUSIVE ? sum : i > 0 ? left : identity();
}
