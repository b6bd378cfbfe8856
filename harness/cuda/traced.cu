/* traced.cu - a kernel whose blocks record what they do. Compiled by
 * ../devices/wrapped_kernel.c around a kernel.cu:
 *
 *     -DWRAPPED_SOURCE="\"/path/of/kernel.cu\""   whose kernels are no more than
 *                                                 device functions here, and
 *     -DWRAPPED_KERNEL=scan_tiles                 the one that is traced,
 *     -DWRAPPED_COUNT=8                           which has so many parameters,
 *     -DWRAPPED_THREADS=256                       in blocks of so many threads,
 *     -DWRAPPED_BLOCKS=4                          so many on a multiprocessor
 *
 * Each block has its own stretch of records. The next record's place is counted
 * in shared memory, so that no block waits for another:
 *
 *     block 0   | head | ticket | load | scan | A of tile 0 | ... |
 *     block 1   | head | ticket | load | ...
 *
 * The head is written at the end. It states when the block began and ended, on
 * which multiprocessor, and how many records it had to write.
 */
#include "record_format.h"

#undef __global__
#define __global__ __device__ __forceinline__
#undef __launch_bounds__
#define __launch_bounds__(...)

/* ------------------------------------------------------------ to write down */

struct gpu_trace {
    struct scan_record *told; /* of the block; the first is its head */
    unsigned room, used;
    unsigned long long began;
    /* The newest look of the first warp, while nothing else came: the same
     * again is counted there. */
    unsigned look; /* its place, or 0 */
    unsigned thread, tile, low, high, times;
    unsigned long long at;
};

static __shared__ struct gpu_trace gpu_trace;

/* The same for all multiprocessors. Volatile, and as if it touched memory: it
 * is read after the loads and stores before it. */
__device__ __forceinline__ unsigned long long gpu_trace_now(void)
{
    unsigned long long ns;

    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(ns) : : "memory");
    return ns;
}

/* Two stores, and no wait for their end. */
__device__ __forceinline__ void gpu_trace_put(unsigned place,
                                              const struct scan_record *told)
{
    const uint4 *const from = (const uint4 *)told;
    uint4 *const to = (uint4 *)(gpu_trace.told + place);

    to[0] = from[0];
    to[1] = from[1];
}

/* Returns the place of the record; one that does not fit is counted only. */
__device__ __forceinline__ unsigned
gpu_trace_note(unsigned kind, unsigned state, unsigned tile,
               unsigned long long data, unsigned long long more,
               unsigned long long at)
{
    const unsigned place = atomicAdd(&gpu_trace.used, 1) + 1;
    __align__(16) struct scan_record told;

    told.at = at;
    told.tag = kind | state << 8 | threadIdx.x << 16;
    told.tile = tile;
    told.data[0] = data;
    told.data[1] = more;
    if (place < gpu_trace.room)
        gpu_trace_put(place, &told);
    if (threadIdx.x < 32)
        gpu_trace.look = 0;
    return place;
}

__device__ __forceinline__ void
gpu_trace_ticket(unsigned tile, unsigned long long begin, unsigned count)
{
    gpu_trace_note(TOLD_TICKET, 0, tile, begin, count, gpu_trace_now());
}

__device__ __forceinline__ void gpu_trace_phase(unsigned phase)
{
    gpu_trace_note(TOLD_PHASE, phase, 0, 0, 0, gpu_trace_now());
}

__device__ __forceinline__ void gpu_trace_publish(unsigned tile, unsigned state,
                                                  const void *value,
                                                  unsigned long long bytes)
{
    const unsigned long long at = gpu_trace_now();
    unsigned long long word[2] = {0, 0};

    memcpy(word, value, bytes < sizeof word ? bytes : sizeof word);
    gpu_trace_note(TOLD_PUBLISH, state, tile, word[0], word[1], at);
}

__device__ __forceinline__ void
gpu_trace_publish_count(unsigned tile, unsigned state, unsigned long long count)
{
    gpu_trace_note(TOLD_COUNT, state, tile, count, 0, gpu_trace_now());
}

/* Once more the same, or a look of its own. */
__device__ __forceinline__ void gpu_trace_seen(unsigned tile, unsigned low,
                                               unsigned high)
{
    struct gpu_trace *const t = &gpu_trace;
    const unsigned long long at = gpu_trace_now();
    const bool first_warp = threadIdx.x < 32;

    if (first_warp && t->look && t->tile == tile && t->low == low &&
        t->high == high && t->thread == threadIdx.x) {
        t->times++;
        if (t->look < t->room)
            t->told[t->look].data[1] = t->times | (at - t->at) << 32;
        return;
    }
    const unsigned place =
        gpu_trace_note(TOLD_LOOK, 0, tile,
                       low | (unsigned long long)high << 32, 1, at);
    if (!first_warp)
        return;
    t->look = place;
    t->thread = threadIdx.x;
    t->tile = tile;
    t->low = low;
    t->high = high;
    t->times = 1;
    t->at = at;
}

/* Lanes that come here together are one look, if each looks at the tile before
 * that of the lane below. */
__device__ __forceinline__ void gpu_trace_look(unsigned tile, unsigned state)
{
    const unsigned lanes = __activemask();
    const unsigned lane = threadIdx.x % 32, leader = __ffs((int)lanes) - 1;
    const unsigned nearest = __shfl_sync(lanes, tile, leader);

    if (!__all_sync(lanes, tile + (lane - leader) == nearest)) {
        gpu_trace_seen(tile, (state == 1) | ~1u, (state == 2) | ~1u);
        return;
    }
    const unsigned absent = ~(lanes >> leader);
    const unsigned low = __ballot_sync(lanes, state == 1) >> leader | absent;
    const unsigned high = __ballot_sync(lanes, state == 2) >> leader | absent;
    if (lane == leader)
        gpu_trace_seen(nearest, low, high);
}

/* ------------------------------------------------------------------- blocks */

/* By one thread. */
__device__ __forceinline__ void gpu_trace_begins(struct scan_record *told,
                                                 unsigned room)
{
    const unsigned long long block =
        blockIdx.x +
        (unsigned long long)gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);

    gpu_trace.told = told + block * room;
    gpu_trace.room = room;
    gpu_trace.used = 0;
    gpu_trace.look = 0;
    gpu_trace.began = gpu_trace_now();
}

__device__ __forceinline__ void gpu_trace_ends(void)
{
    __align__(16) struct scan_record head;

    asm volatile("mov.u32 %0, %%smid;" : "=r"(head.tag));
    head.at = gpu_trace.began;
    head.tile = gpu_trace.used;
    head.data[0] = gpu_trace_now();
    head.data[1] = 0;
    gpu_trace_put(0, &head);
}

#include WRAPPED_SOURCE
#include "wrapped.h"

extern "C" __attribute__((global)) void
    __attribute__((launch_bounds(WRAPPED_THREADS, WRAPPED_BLOCKS)))
    traced(WRAPPED_PARAMETERS struct scan_record *told, unsigned room)
{
    if (threadIdx.x == 0)
        gpu_trace_begins(told, room);
    __syncthreads(); /* all wait for where to write */
    WRAPPED_CALL;
    __syncthreads(); /* the end is that of the last of them */
    if (threadIdx.x == 0)
        gpu_trace_ends();
}
