/* arena_gpu.h - what the arenas on a GPU share: waking it, and who is to blame.
 */
#ifndef ARENA_GPU_H
#define ARENA_GPU_H

#include "arena.h"
#include "cuda/driver.h"

/* An idle GPU has low clocks: it copies these bytes until they are up. */
enum status arena_gpu_wake(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                           struct problem *why);

/* A problem that is the contestant's own makes it wrong; one that has spoilt
 * the context (that of this number), or for which the GPU is too small, ends
 * the field. */
enum status arena_gpu_blame(unsigned context, struct contestant *c,
                            enum status status, const struct problem *why);

#endif
