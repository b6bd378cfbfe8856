/* kernel.cu - run-length encoding, in three forms.
 *
 *     in           7 7 7 1 1 1 5 5 5 5 5 5
 *     head         1 0 0 1 0 0 1 0 0 0 0 0    the key differs from the left
 *     values       7     1     5              a run's first element
 *     lengths      3     3     6              from head to head
 *
 * A head ends the run before it: so a tile's first head needs the last head of
 * earlier tiles, and the end of the input ends the last run. A stretch is
 * described by the number of its heads and the place of the last one.
 *
 * three_kernels counts heads, scans counts, and writes (runs_in_launches.h).
 * one_pass: tiles look back for both numbers (runs_one_pass.h). look_ahead:
 * persistent blocks read both numbers of every tile (runs_ahead.h).
 *
 * Cost: no op; n and a few more elements read, a value and a length written for
 * each run. Try it: `scanlab run rle -d simt -n 40 --key by_hash`.
 * Source: Blelloch 1990; Merrill and Garland, NVR-2016-002.
 */
#include "gpu.h"
#include "key.h"

#define THREE_KERNELS 0
#define ONE_PASS      1
#define LOOK_AHEAD    2
#ifndef FORM
#define FORM ONE_PASS
#endif

#if FORM == LOOK_AHEAD
#include "applications/rle/runs_ahead.h"

__global__ void __launch_bounds__(THREADS, 1)
    encode_ahead(const T *in, T *values, uint32_t *lengths, uint64_t n,
                 uint64_t *board, uint32_t stages, uint32_t launch,
                 uint64_t *runs)
{
    extern __shared__ uint4 ring[];
    __shared__ struct pipes pipes;
    struct work work;

    work.board.words = board;
    work.board.launch = launch;
    work.stages = stages;
    work.ring = (T *)ring;
    work.pipes = &pipes;
    work.lengths = lengths;
    begin_work(&work, in, values, n, runs);
    take_roles(&work);
}
#else
#include "applications/rle/runs_tile.h"
#if FORM == THREE_KERNELS
#include "applications/rle/runs_in_launches.h"
#else
#include "applications/rle/runs_one_pass.h"
#endif
#endif
