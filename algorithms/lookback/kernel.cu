/* kernel.cu - decoupled look-back: one pass, one block per tile.
 *
 *     tile  0   1   2   3   4   5 ...   numbered by ticket
 *     flag  P   P   A   A   A   X       X: nothing is known yet
 *               '---+---+---'           A: its aggregate is known,
 *           tile 4 looks back: two         the fold of only this tile
 *           aggregates, a prefix,       P: its prefix is known, the
 *           done                           fold of all up to its end
 *
 * In a tile, with M = 3 elements for each of 4 threads:
 *
 *      1  ticket       which tile?
 *      2  load         aei   bfj   cgk   dhl       coalesced
 *      3  transpose    abc   def   ghi   jkl       each has its own
 *      4  own scan     a..c  d..f  g..i  j..l
 *      5  block scan    -    a..c  a..f  a..i      exclusive prefixes
 *      6  publish A = a..l (tile 0: P)
 *      7  look at the direct predecessor
 *      8  look at windows of WINDOW tiles, further and further back
 *      9  publish P = before a..l
 *     10  distribute   join the prefix with all elements
 *     11  transpose back, store
 *
 * The report's mistakes are corrected here: its Table 2 has no row for
 * (Anything, Prefix), see join(); in its figure 5 thread t > 0 must take
 * localPrefixes[t - 1]; in its figures 7 and 13 the prefix must be the
 * left operand of op, the accumulator the right one.
 *
 * Read next: descriptors.h (how tiles communicate), look_back.h (how a
 * block looks back), tile_in_registers.h (how a tile is loaded and stored).
 * Other kernels that look back share the first two of these.
 *
 * Cost: about 2n + 5n/M ops, and 2n traffic, like a copy, plus a few
 * status words per tile.
 * Source: Nicolaisen and Persson, Implementing Single-Pass Scan in the
 * Futhark Compiler; Merrill and Garland, NVR-2016-002.
 * Try it: in a copy of this folder, delete fence [1] in descriptors.h and
 * run `scanlab verify lookback -d simt --source mine/kernel.cu`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#ifndef BLOCK
#define BLOCK 256 /* threads: 4, 8, 16, or whole warps */
#endif
#ifndef ITEMS
#define ITEMS 16 /* elements per thread, or a rule: items.h */
#endif
#ifndef TICKETS
#define TICKETS 1 /* 0: the tile is blockIdx.x, which may hang */
#endif
#ifndef REGISTERS
#define REGISTERS 0 /* per thread, at most; 0: the compiler's choice */
#endif
#ifndef BULK
#define BULK 0 /* 1: the tile stays in shared memory, by bulk copies */
#endif
#ifndef PREFETCH
#define PREFETCH 0 /* how many tiles ahead to prefetch; 0: none */
#endif
#ifndef REUSED
#define REUSED 0 /* 1: all phases use the tile's shared memory in turn */
#endif
#ifndef MAP
#define MAP(x) (x) /* fused: applied to each element when loaded */
#endif

#include "items.h" /* M by a rule */
#if ITEMS == BY_COMPILER
#undef ITEMS
#define ITEMS COMPILER_ITEMS(WORDS_OF_T)
#elif ITEMS == BY_REPORT
#undef ITEMS
#define ITEMS REPORT_ITEMS(BLOCK, WORDS_OF_T)
#endif

#include "bulk.h"        /* bulk_prefetch() */
#include "tile_scan.h"   /* scan_block(): step 5; M, TILE, LANES */
#include "descriptors.h" /* publish(), look_at() */
#include "look_back.h"   /* look_back(): steps 7 and 8 */
#if BULK
#include "tile_in_bulk.h" /* steps 2 to 4, 10 and 11 */
#else
#include "tile_in_registers.h"
#endif

/* Step 1. Blocks may start in any order, and only some at a time: with
 * tickets, a block that waits for a lower tile waits for one that has
 * started. The counter wraps to 0 when the last block has drawn. */
DEVICE uint32_t take_ticket(uint32_t *counter, uint32_t *shared)
{
    if (!TICKETS)
        return blockIdx.x;
    if (threadIdx.x == 0) /* atomic: no two blocks get the same tile */
        *shared = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* all wait for thread 0's draw */
    return *shared;
}

/* What the threads of a block share besides the tile, in steps 1, 5, 8 and
 * 10. REUSED: all of it overlaps, and so do the tile's words. */
#if REUSED
struct shared {
    union {
        uint32_t ticket;
        T front[WARPS + 1], before;
        struct window window;
    };
    struct arrival arrival;
};
#else
struct shared {
    T front[WARPS + 1], before;
    struct window window;
    struct arrival arrival;
    uint32_t ticket;
};
#endif

/* Steps 6 to 9: what comes before the tile, for all threads to read in
 * shared->before. */
DEVICE void find_before(const struct descriptors *tiles, uint32_t tile,
                        T aggregate, struct shared *shared)
{
    const bool last = tile == gridDim.x - 1; /* no tile comes after it */
    const bool speaks = threadIdx.x == 0;    /* for the block */

    if (speaks && !last && (has_aggregate(tile) || tile == 0))
        publish(tiles, tile, tile == 0 ? P : A, aggregate); /* 6 */
    if (REUSED)
        __syncthreads(); /* all have read front[] before the window comes */
    if (tile > 0 && (LOOK == BY_BLOCK || threadIdx.x < LANES)) {
        const T before = look_back(tiles, tile, &shared->window);
        if (speaks && !last && has_prefix(tile))
            publish(tiles, tile, P, op(before, aggregate)); /* 9 */
        if (speaks)
            shared->before = before;
    }
    __syncthreads(); /* all wait for the result of the look-back */
}

/* Steps 2 to 11, for `count` elements. */
DEVICE void scan_count_at(const T *in, T *out, int count,
                          const struct descriptors *tiles, uint32_t tile,
                          uint4 *units, struct shared *shared)
{
    const int thread = (int)threadIdx.x;
    const int rest = count - thread * M;
    const int own = count == TILE || rest >= M ? M : rest; /* < 1: none */
    const int threads = (count + M - 1) / M; /* that have elements */
    struct held held;

    TRACE_PHASE(load);
    take_in(in, count, &held, units, &shared->arrival);
    TRACE_PHASE(scan);
    const T total = reduce_own(&held, own);
    T front = scan_block(total, threads, false, shared->front); /* 5 */
    TRACE_PHASE(look_back);
    find_before(tiles, tile, shared->front[(threads - 1) / LANES + 1],
                shared);
    TRACE_PHASE(store);
    if (tile > 0 && own > 0)
        front = thread > 0 ? op(shared->before, front) : shared->before;
    put_out(out, count, &held, units, own, tile > 0 || thread > 0, front);
}

/* Prefetches a tile whose block will start soon, if the tile is full. */
DEVICE void prefetch(const T *in, uint64_t begin, uint64_t n)
{
    if (PREFETCH > 0 && threadIdx.x == 0 && begin + TILE <= n &&
        TILE * sizeof(T) % BULK_UNIT == 0 &&
        (uint64_t)in % BULK_UNIT == 0)
        bulk_prefetch(in + begin, (uint32_t)(TILE * sizeof(T)));
}

/* A full tile is compiled separately, without bounds checks. */
DEVICE void scan_my_tile(const T *in, T *out, uint64_t n,
                         uint32_t *counter, const struct descriptors *tiles,
                         uint4 *units)
{
    __shared__ struct shared shared;
    struct shared *const told =
        REUSED ? (struct shared *)units : &shared;
    expect_tile(&told->arrival);
    const uint32_t tile = take_ticket(counter, &told->ticket);
    const uint64_t begin = (uint64_t)tile * TILE;
    const int count = count_from(begin, n);

    TRACE_TICKET(tile, begin, count);
    prefetch(in, begin + (uint64_t)PREFETCH * TILE, n);
    if (count == TILE)
        scan_count_at(in + begin, out + begin, TILE, tiles, tile, units,
                      told);
    else
        scan_count_at(in + begin, out + begin, count, tiles, tile, units,
                      told);
}

extern __shared__ uint4 units[]; /* of a tile */

#if PACKED
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_tiles(const T *in, T *out, uint64_t n, uint32_t *counter,
               volatile uint64_t *words, uint32_t launch)
{
    struct descriptors tiles;
    tiles.words = words;
    tiles.launch = launch;
    scan_my_tile(in, out, n, counter, &tiles, units);
}
#else
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    scan_tiles(const T *in, T *out, uint64_t n, uint32_t *counter,
               volatile uint32_t *flags, T *aggregates, T *prefixes,
               uint32_t launch)
{
    struct descriptors tiles;
    tiles.flags = flags;
    tiles.aggregates = aggregates;
    tiles.prefixes = prefixes;
    tiles.launch = launch;
    scan_my_tile(in, out, n, counter, &tiles, units);
}
#endif
