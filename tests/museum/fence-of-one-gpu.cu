/* fence-of-one-gpu.cu - a GPU hands its prefix to the next one, with a fence that
 * orders only the threads of one GPU.
 *
 * found in: made up
 * algorithm: lookahead:items=1,strips=2,gpus=2
 * options: -n 1200
 * says: race on aggregates of other GPUs of GPU 1[...]: fence-of-one-gpu.cu:...(GPU 1, block 0, thread 0) reads it and fence-of-one-gpu.cu:...(GPU 0, block 0, thread 0) writes it
 */
#include "gpu.h"

#ifdef MENDED
#define FENCE() __threadfence_system()
#else
#define FENCE() __threadfence()
#endif

enum { WORDS = sizeof(T) / 4 };

/* Chunks go to the GPUs in turn. Chunk k has a box on its GPU: the words of what
 * comes before it, and a flag. */
__global__ void scan_over_gpus(const T *in, T *out, uint64_t n, const T *carry,
                               uint64_t *board, uint32_t stages,
                               uint64_t *const *boards, uint32_t set,
                               uint32_t gpu, uint32_t gpus, uint64_t all,
                               uint32_t launch)
{
    const uint64_t chunk = (uint64_t)gridDim.x * 32 * ITEMS * STRIPS;
    T sum = carry ? *carry : identity();
    uint32_t *const word = (uint32_t *)&sum;

    if (blockIdx.x > 0 || threadIdx.x > 0)
        return;
    for (uint64_t begin = 0; begin < n; begin += chunk) {
        const uint64_t k = begin / chunk * gpus + gpu;
        uint64_t *const mine = boards[gpu] + k * (WORDS + 1);
        uint64_t *const next =
            boards[(gpu + 1) % gpus] + (k + 1) * (WORDS + 1);
        if (k > 0) {
            while (*(volatile uint64_t *)&mine[WORDS] != launch)
                ;
            FENCE();
            for (int w = 0; w < WORDS; w++)
                word[w] = (uint32_t)mine[w];
        }
        for (uint64_t i = begin; i < n && i < begin + chunk; i++) {
            const T after = op(sum, in[i]);
            out[i] = EXCLUSIVE ? sum : after;
            sum = after;
        }
        if ((k + 1) * chunk < all) {
            for (int w = 0; w < WORDS; w++)
                next[w] = word[w];
            FENCE();
            *(volatile uint64_t *)&next[WORDS] = launch;
        }
    }
}
