/* flags_in_one_pass.h - mk_flags: tiles of the shape look back, and each writes
 * all its own flags.
 *
 *     tile         0             1         2
 *     shape        0 3 1 0     | 4 2 0 0 | 9 0 0 0
 *     publishes    P 4           A 6       A 9
 *                                P 10      P 19
 *     begins at    0             4         10
 *     flags        1 0 0 1     | 1 0 0 0 1 0 | 1 0 0 0 0 0 0 0 0
 *     in memory    shared        shared    wide: CAP is 8 here
 *
 * A tile's flags are adjacent in the output. Up to CAP flags are made in shared
 * memory: the block clears bytes, marks heads, and stores 16 bytes with each
 * access. So a flag is written once, and neighbouring threads write
 * neighbouring bytes.
 *
 * A tile with more flags is wide. One segment can contain all the flags, and
 * one block should not clear them all: so a wide tile lists the pages that
 * begin in it, and leaves the rest to two more launches. clear_wide has a block
 * for each page; mark_wide then marks the heads of wide tiles in the cleared
 * pages.
 *
 * Look-back is that of algorithms/lookback, with sums (tagged_words.h).
 */
#ifndef FLAGS_IN_ONE_PASS_H
#define FLAGS_IN_ONE_PASS_H

#include "bulk.h" /* bulk_prefetch() */
#include "tagged_words.h"

#ifndef PREFETCH
#define PREFETCH 0
#endif
#ifndef PAUSE
#define PAUSE 0
#endif
#ifndef CAPS
#define CAPS 4
#endif

enum {
    QUAD = ITEMS % 4 == 0   ? 4
           : ITEMS % 2 == 0 ? 2
                            : 1, /* lengths */
    QUADS = ITEMS / QUAD,        /* per thread */
    UNIT = 16,                   /* bytes stored in one access */
    CAP = CAPS * TILE,           /* flags that a block makes in shared memory */
    PAGE = 4 * CAP,              /* flags that one block of clear_wide clears */
    TILES_MARKED = 4             /* tiles that a block of mark_wide checks */
};

/* What the threads of a block share. */
struct shared {
    uint32_t ticket, of_warp[WARPS];
    uint32_t before; /* flags of all earlier tiles */
    uint4 flags[CAP / UNIT + 2];
};

/* ----------------------------------------------------------------- lengths */

/* A tile is QUADS rows of BLOCK quads: neighbouring lanes load neighbouring
 * quads. Past the end, all lengths are 0. */
DEVICE void load_quads(const uint32_t *shape, uint32_t count,
                       uint32_t quad[QUADS][QUAD])
{
    const bool at_once =
        QUAD == 4 && count == TILE && (uint64_t)shape % sizeof(uint4) == 0;

    UNROLLED
    for (int row = 0; row < QUADS; row++) {
        const uint32_t at = (uint32_t)threadIdx.x / WARP * STRETCH +
                            QUAD * (row * WARP + lane_of_thread());
        if (at_once) {
            *(uint4 *)quad[row] = *(const uint4 *)(shape + at);
        } else {
            for (int k = 0; k < QUAD; k++)
                quad[row][k] = at + k < count ? shape[at + k] : 0;
        }
    }
}

/* The sum of the warp's lengths. */
DEVICE uint32_t add_quads(const uint32_t quad[QUADS][QUAD])
{
    uint32_t own = 0;

    UNROLLED
    for (int row = 0; row < QUADS; row++)
        for (int k = 0; k < QUAD; k++)
            own += quad[row][k];
#if defined __CUDA_ARCH__ && __CUDA_ARCH__ < 800
    return __shfl_sync(ALL_LANES, add_lanes_below(own), WARP - 1);
#else
    return __reduce_add_sync(ALL_LANES, own);
#endif
}

/* For each row, sums the warp's lengths before the thread's quad. The sums of a
 * narrow tile fit in 16 bits, so two rows are scanned together. */
DEVICE void scan_rows(const uint32_t quad[QUADS][QUAD], bool is_narrow,
                      uint32_t before[QUADS])
{
    const int shift = is_narrow ? 16 : 0, rows = is_narrow ? 2 : 1;
    uint32_t sum = 0;

    UNROLLED
    for (int row = 0; row < QUADS; row += rows) {
        uint32_t own[2] = {0, 0};
        for (int k = 0; k < QUAD; k++) {
            own[0] += quad[row][k];
            if (is_narrow && row + 1 < QUADS)
                own[1] += quad[row + 1][k];
        }
        const uint32_t upto = add_lanes_below(own[1] << shift | own[0]);
        const uint32_t all = __shfl_sync(ALL_LANES, upto, WARP - 1);
        const uint32_t low = is_narrow ? 0xffff : ALL_LANES;
        before[row] = sum + (upto & low) - own[0];
        sum += all & low;
        if (is_narrow && row + 1 < QUADS) {
            before[row + 1] = sum + (upto >> 16) - own[1];
            sum += all >> 16;
        }
    }
}

/* Called by all threads: returns the tile's sum; *left becomes the sum of
 * earlier warps. */
DEVICE uint32_t add_warps(uint32_t sum, uint32_t of_warp[WARPS], uint32_t *left)
{
    const int warp = (int)threadIdx.x / WARP;
    uint32_t all = 0;

    if (lane_of_thread() == 0)
        of_warp[warp] = sum;
    __syncthreads(); /* [3] all warps have summed */
    *left = 0;
    for (int w = 0; w < WARPS; w++) {
        *left += w < warp ? of_warp[w] : 0;
        all += of_warp[w];
    }
    return all;
}

/* --------------------------------------------------------------- look back */

/* Called by a warp, whose lane k looks at the k-th tile before `end`: counts
 * the flags before tile `end`. It waits for the tiles up to the nearest P. */
DEVICE uint64_t look_back(const struct status *status, uint64_t end)
{
    const uint64_t lane = (uint64_t)lane_of_thread();
    uint64_t before = 0;

    for (;; end -= WARP) {
        uint32_t missing, found;
        uint64_t word;
        int last;
        for (;;) {
            word = status_word(status, STATE_P, 0); /* before all tiles */
            if (lane < end) {
                word = status->words[end - 1 - lane];
                TRACE_LOOK(end - 1 - lane, state_of(status, word));
            }
            missing = __ballot_sync(ALL_LANES, state_of(status, word) == 0);
            found = __ballot_sync(ALL_LANES, state_of(status, word) == STATE_P);
            last = found ? __ffs((int)found) - 1 : WARP - 1;
            if (!(missing & ALL_LANES >> (WARP - 1 - last)))
                break;
            if (PAUSE > 0)
                __nanosleep(PAUSE);
        }
        const uint64_t own = (int)lane <= last ? count_of(word) : 0;
        before += __shfl_sync(ALL_LANES, add_lanes_below(own), WARP - 1);
        if (found)
            return before;
    }
}

/* Called by one lane. */
DEVICE void publish(const struct status *status, uint64_t tile, uint32_t state,
                    uint64_t count)
{
    status->words[tile] = status_word(status, state, count);
    TRACE_PUBLISH_COUNT(tile, state, count);
}

/* Called by a warp: publishes the tile's number of flags, and finds the number
 * before it. */
DEVICE uint64_t join_tiles(const struct status *status, uint64_t tile,
                           uint64_t count)
{
    const bool speaks = lane_of_thread() == 0;
    uint64_t before = 0;

    if (speaks && tile > 0)
        publish(status, tile, STATE_A, count);
    if (tile > 0)
        before = look_back(status, tile);
    if (speaks)
        publish(status, tile, STATE_P, before + count);
    return before;
}

/* ------------------------------------------------------------------- flags */

/* `flag` is where the warp's first segment begins. */
DEVICE void mark_heads(uint8_t *flag, const uint32_t quad[QUADS][QUAD],
                       const uint32_t before[QUADS])
{
    UNROLLED
    for (int row = 0; row < QUADS; row++) {
        uint32_t at = before[row];
        for (int k = 0; k < QUAD; k++) {
            if (quad[row][k] > 0)
                flag[at] = 1;
            at += quad[row][k];
        }
    }
}

/* Called by all threads: writes `count` flags, either those made in shared
 * memory, at the same place within a unit as in global memory, or zeros. */
DEVICE void store_flags(uint8_t *flags, uint32_t count, const uint4 *made)
{
    const uint32_t skip = (uint32_t)((uint64_t)flags % UNIT);
    const uint32_t end = skip + count;
    const uint4 zeros = make_uint4(0, 0, 0, 0);

    flags -= skip;
    for (uint32_t at = threadIdx.x * UNIT; at < end; at += BLOCK * UNIT)
        if (at >= skip && at + UNIT <= end)
            *(uint4 *)(flags + at) = made ? made[at / UNIT] : zeros;
    const uint32_t k = threadIdx.x % UNIT;
    const bool is_front = threadIdx.x < UNIT;
    const uint32_t at = is_front ? k : end / UNIT * UNIT + k;
    const bool is_whole = is_front && skip == 0 && end >= UNIT;
    if (threadIdx.x < 2 * UNIT && at >= skip && at < end && !is_whole &&
        (is_front || end / UNIT > 0))
        flags[at] = made ? ((const uint8_t *)made)[at] : 0;
}

/* Writes the flags of a tile that is not wide. */
DEVICE void write_narrow(uint8_t *flags, uint32_t count, uint32_t left,
                         const uint32_t quad[QUADS][QUAD],
                         const uint32_t before[QUADS], struct shared *shared)
{
    const uint32_t skip = (uint32_t)((uint64_t)flags % UNIT);

    mark_heads((uint8_t *)shared->flags + skip + left, quad, before);
    __syncthreads(); /* [5] all heads are marked */
    store_flags(flags, count, shared->flags);
}

/* For a wide tile: clears the flags up to the first page that begins in it, and
 * records the tile for each of its pages. */
DEVICE void tell_pages(uint8_t *flags, uint64_t begin, uint64_t end,
                       const struct status *pages, uint64_t tile)
{
    const uint64_t first = (begin + PAGE - 1) / PAGE;

    store_flags(flags + begin,
                (uint32_t)((first * PAGE < end ? first * PAGE : end) - begin),
                (const uint4 *)0);
    for (uint64_t page = first + threadIdx.x; page * PAGE < end; page += BLOCK)
        pages->words[page] = status_word(pages, STATE_P, tile);
}

/* ----------------------------------------------------------------- kernels */

/* Precondition: the lengths' sum is the number of flags. */
__global__ void __launch_bounds__(BLOCK)
    write_flags(const uint32_t *shape, uint8_t *flags, uint64_t segments,
                uint32_t *counter, uint64_t *words, uint64_t *page_words,
                uint32_t launch)
{
    __shared__ struct shared shared;
    struct status status, pages;
    __align__(16) uint32_t quad[QUADS][QUAD];
    uint32_t before[QUADS], left;

    next_launch_may_begin();
    status.words = words;
    pages.words = page_words;
    status.launch = pages.launch = launch;
    if (threadIdx.x == 0)
        shared.ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* [1] all wait for thread 0's draw */
    const uint64_t tile = shared.ticket;
    const uint32_t count = count_from(tile * TILE, segments);
    if (PREFETCH > 0 && threadIdx.x == 0 &&
        (tile + PREFETCH + 1) * TILE <= segments && (uint64_t)shape % UNIT == 0)
        bulk_prefetch(shape + (tile + PREFETCH) * TILE, 4 * TILE);
    TRACE_TICKET(tile, tile * TILE, count);
    TRACE_PHASE(load);
    load_quads(shape + tile * TILE, count, quad);
    TRACE_PHASE(reduce);
    const uint32_t all = add_warps(add_quads(quad), shared.of_warp, &left);
    TRACE_PHASE(look_back);
    if (threadIdx.x < WARP) {
        const uint64_t found = join_tiles(&status, tile, all);
        if (threadIdx.x == 0)
            shared.before = (uint32_t)found;
    }
    for (uint32_t unit = threadIdx.x; unit * UNIT < all + UNIT && all <= CAP;
         unit += BLOCK)
        shared.flags[unit] = make_uint4(0, 0, 0, 0);
    if (all <= CAP)
        scan_rows(quad, true, before);
    __syncthreads(); /* [4] the flags' place is known; they are cleared */
    TRACE_PHASE(scatter);
    const uint64_t begin = shared.before;
    if (all <= CAP)
        write_narrow(flags + begin, all, left, quad, before, &shared);
    else
        tell_pages(flags, begin, begin + all, &pages, tile);
}

/* Where the flags of a tile begin: the previous launch has made each word a P.
 */
DEVICE uint64_t begin_of(const uint64_t *words, uint64_t tile)
{
    return tile > 0 ? count_of(words[tile - 1]) : 0;
}

/* Launched with a block per page: clears a wide tile's flags in that page. */
__global__ void __launch_bounds__(BLOCK)
    clear_wide(uint8_t *flags, const uint64_t *words, uint64_t *page_words,
               uint32_t launch)
{
    const uint64_t begin = (uint64_t)blockIdx.x * PAGE;
    struct status pages;

    pages.words = page_words;
    pages.launch = launch;
    next_launch_may_begin();
    wait_for_launch_before(); /* [7] for the recorded pages */
    const uint64_t word = pages.words[blockIdx.x];
    if (state_of(&pages, word) == 0)
        return; /* no barrier follows */
    const uint64_t end = begin_of(words, count_of(word) + 1);
    TRACE_PHASE(store);
    store_flags(flags + begin,
                (uint32_t)(end - begin < PAGE ? end - begin : PAGE),
                (const uint4 *)0);
}

/* Launched with a block per TILES_MARKED tiles: marks heads of wide tiles. */
__global__ void __launch_bounds__(BLOCK)
    mark_wide(const uint32_t *shape, uint8_t *flags, const uint64_t *words,
              uint64_t segments)
{
    __shared__ uint32_t of_warp[WARPS];
    const uint64_t tiles = (segments + TILE - 1) / TILE;
    __align__(16) uint32_t quad[QUADS][QUAD];
    uint32_t before[QUADS], left;

    wait_for_launch_before(); /* [8] until the pages are cleared */
    for (uint64_t k = 0; k < TILES_MARKED; k++) {
        const uint64_t tile = (uint64_t)blockIdx.x * TILES_MARKED + k;
        if (tile >= tiles)
            break;
        const uint64_t begin = begin_of(words, tile);
        if (begin_of(words, tile + 1) - begin <= CAP)
            continue;
        load_quads(shape + tile * TILE, count_from(tile * TILE, segments),
                   quad);
        add_warps(add_quads(quad), of_warp, &left);
        scan_rows(quad, false, before);
        mark_heads(flags + begin + left, quad, before);
        __syncthreads(); /* [6] all have read before the next tile is summed */
    }
}

#endif
