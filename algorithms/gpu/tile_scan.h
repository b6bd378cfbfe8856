/* tile_scan.h - how a block scans a tile: the steps that kernels share.
 *
 * A tile is BLOCK * M elements, M for each thread. Kernels that include
 * this (the three-phase scans, lookback, most applications) differ in what
 * they do with the tiles' totals. An example with sums, M = 2, and warps of
 * 4 threads:
 *
 *     the tile       3 1 7 0 4 1 6 3     |  2 5 1 1 0 8 4 2
 *     1  load        3,4 1,1 7,6 0,3     |  2,0 5,8 1,4 1,2
 *     2  exchange    3,1 7,0 4,1 6,3     |  2,5 1,1 0,8 4,2
 *     3  own scan    3,4 7,7 4,5 6,9     |  2,7 1,2 0,8 4,6
 *     4  warp scan    4  11  16  25      |   7   9  17  23
 *        left         -   4  11  16      |   -   7   9  17
 *     5  block scan  of the warps' totals:  25, 48
 *        front        -   4  11  16      |  25  32  34  42
 *     6  distribute  3,4 11,11 15,16 22,25 | 27,32 33,34 34,42 46,48
 *     7  exchange, store: steps 2 and 1 in reverse
 *
 *     1  coalesced: neighbouring lanes read neighbouring addresses
 *     2  through shared memory; now each thread has its own elements
 *     3  each thread scans them, one after the other
 *     4  each warp scans its threads' totals: log2(32) steps. `left` is
 *        the total of the lanes to the left
 *     5  warp 0 scans the warps' totals. `front` is the total of all
 *        that comes before a thread
 *     6  each of the thread's own elements takes in front, on the left
 *
 * If something comes before the tile itself, step 5 combines it with the
 * warps' totals, and so it reaches all elements.
 *
 * A warp's stretch is its 32 * M elements. The warp loads them, exchanges them
 * and stores them by itself, in units: of 16 bytes, if a thread's elements take
 * a multiple of 16 bytes, else of 8 or 4. With M = 8 elements of 4 bytes, a
 * thread has 2 units:
 *
 *     unit of the stretch    0 1 2 3 ... 31 | 32 33 34 ... 63
 *     loaded by lane         0 1 2 3 ... 31 |  0  1  2 ... 31   step 1
 *     belongs to lane        0 0 1 1 ... 15 | 16 16 17 ... 31   step 2
 *
 * So one access moves four 4-byte elements. Shared memory then serves
 * 8 lanes at a time, if their units are in different banks: at different
 * places modulo 8. Lanes that are 2, 4 or 8 units apart would use the
 * same banks; therefore there is a gap after every 8 units.
 *
 * A tile that is not full, or an array that is not aligned to units, is
 * loaded and stored one element at a time.
 *
 * Cost: about 2 + 5/M ops for each element: one in its thread's scan, 5/M
 * in the warps' scans, and one to distribute. The exact form: tiles.h.
 * Source: Merrill and Garland, NVR-2016-002, section 4; the Futhark
 * report, section 3, for coalescing through shared memory.
 * Try it: next to a copy of three_kernel/kernel.cu, in a copy of this file,
 * leave the gaps out (`return unit;` in place()) and see the conflicts:
 * `scanlab measure three_kernel -d simt -n 2^13 --source kernel.cu`.
 *
 * A kernel declares, in shared memory, `extern __shared__ uint4 units[]`, where
 * launch.c reserves room for the tile, and `T front[WARPS + 1]`. Before it
 * includes this file it may define
 *
 *     OWN_SCAN_WARP    it has its own scan_warp() (hierarchical)
 *     TILE_PHASE(x)    as nothing, if a trace shows barriers, not phases
 */
#ifndef TILE_SCAN_H
#define TILE_SCAN_H

#include "gpu.h"

#ifndef BLOCK
#define BLOCK 256 /* threads: whole warps, or 4, 8 or 16 */
#endif
#ifndef ITEMS
#define ITEMS 16 /* elements per thread */
#endif
#ifndef REGISTERS
#define REGISTERS 0 /* maximum per thread; 0: the compiler decides */
#endif

enum {
    M = ITEMS,
    TILE = M * BLOCK,
    LANES = BLOCK < WARP ? BLOCK : WARP, /* lanes per warp here */
    WARPS = BLOCK / LANES,
    OWN_BYTES = M * sizeof(T), /* of a thread's own elements */
    UNIT = OWN_BYTES % 16 == 0  ? 16
           : OWN_BYTES % 8 == 0 ? 8
                                : 4, /* bytes */
    UNITS = OWN_BYTES / UNIT,        /* per thread */
    HAS_GAPS = UNIT == 16 && UNITS % 2 == 0,
    /* On a multiprocessor with 64 Ki registers. */
    MIN_BLOCKS = REGISTERS ? 65536 / REGISTERS / BLOCK : 1,
    STRETCH = LANES * UNITS + (HAS_GAPS ? LANES * UNITS / 8 : 0)
};

#ifndef TILE_PHASE
#define TILE_PHASE(name) TRACE_PHASE(name)
#endif

/* The mask of a warp's lanes: a block of 4, 8 or 16 has no whole warp. */
#define OUR_LANES (ALL_LANES >> (WARP - LANES))

/* The bytes that are moved in one access. */
struct __align__(UNIT) unit
{
    uint32_t word[UNIT / 4];
};

/* A thread's own elements, in registers. */
union own {
    T x[M];
    struct unit unit[UNITS];
};

/* ----------------------------------------------------------- places */

/* Where the warp's stretch begins, counted in elements of the tile. */
DEVICE int stretch_of_thread(void)
{
    return (int)threadIdx.x / LANES * LANES * M;
}

/* ... and in shared memory. */
DEVICE struct unit *stretch_in(uint4 *units)
{
    return (struct unit *)units + (int)threadIdx.x / LANES * STRETCH;
}

/* Place of a unit of the stretch, or of one of its words, with the gaps. */
DEVICE int place(int unit)
{
    return HAS_GAPS ? unit + unit / 8 : unit;
}

DEVICE uint32_t *word_at(struct unit *stretch, int word)
{
    return &stretch[place(word / (UNIT / 4))].word[word % (UNIT / 4)];
}

DEVICE bool is_aligned(const T *p)
{
    return (uint64_t)p % UNIT == 0;
}

/* -------------------------------------------------- 1, 2: load, exchange */

/* All loads are in flight before the first result is used. */
DEVICE void load_units(const T *in, struct unit *stretch)
{
    const int lane = lane_of_thread();
    struct unit mine[UNITS];

    for (int j = 0; j < UNITS; j++)
        mine[j] = ((const struct unit *)in)[j * LANES + lane];
    for (int j = 0; j < UNITS; j++)
        stretch[place(j * LANES + lane)] = mine[j];
}

/* The first `count` elements; after them a filler, which no op uses. */
DEVICE void load_elements(const T *in, int count, struct unit *stretch)
{
    const int lane = lane_of_thread();
    T mine[M];

    for (int i = 0; i < M; i++) {
        const int at = i * LANES + lane;
        mine[i] = at < count ? in[at] : identity();
    }
    for (int i = 0; i < M; i++)
        for (int k = 0; k < WORDS_OF_T; k++)
            *word_at(stretch, (i * LANES + lane) * WORDS_OF_T + k) =
                word_of(&mine[i], k);
}

/* Loads the tile's `count` elements: each thread gets its own. */
DEVICE void load_tile(const T *in, int count, union own *mine, uint4 *units)
{
    struct unit *const stretch = stretch_in(units);
    const int first = stretch_of_thread(), lane = lane_of_thread();

    if (count == TILE && is_aligned(in))
        load_units(in + first, stretch);
    else
        load_elements(in + first, count - first, stretch);
    __syncwarp(OUR_LANES); /* all lanes have written before any reads */
    for (int j = 0; j < UNITS; j++)
        mine->unit[j] = stretch[place(lane * UNITS + j)];
}

/* --------------------------------------------------------- 3: own scan */

/* Scans the first `own` elements in place. Returns their total. */
DEVICE T scan_own(T mine[M], int own)
{
    T total = mine[0];

    for (int i = 1; i < M; i++)
        if (i < own)
            mine[i] = total = op(total, mine[i]);
    return total;
}

/* -------------------------------------------------- 4, 5: warp and block */

/* *x becomes the total of the lanes up to this one; returns that of the lanes
 * to the left (in lane 0: nothing useful). The lanes with elements, the first
 * ones, take part: */
#ifndef OWN_SCAN_WARP
DEVICE void scan_lanes(T *x, bool part)
{
    for (int stride = 1; stride < LANES; stride *= 2) {
        const T left = shuffle_up_in(OUR_LANES, *x, stride);
        if (part && lane_of_thread() >= stride)
            *x = op(left, *x);
    }
}

DEVICE T scan_warp(T *x, bool part)
{
    scan_lanes(x, part);
    return shuffle_up_in(OUR_LANES, *x, 1);
}
#else
DEVICE void scan_lanes(T *x, bool part)
{
    scan_warp(x, part);
}
#endif

/* Takes the total of each of the first `threads` threads; returns the
 * total of all that comes before this thread (in thread 0: nothing
 * useful, unless front[0] comes before the tile). front[w] becomes the
 * prefix of warp w; front[WARPS], if all threads take part, the total
 * of all. Precondition: thread 0 has written front[0], if has_before. */
DEVICE T scan_block(T mine, int threads, bool has_before, T front[WARPS + 1])
{
    const int thread = (int)threadIdx.x, lane = lane_of_thread();
    const int warp = thread / LANES;
    const T left = scan_warp(&mine, thread < threads);

    if (thread < threads && (lane == LANES - 1 || thread == threads - 1))
        front[warp + 1] = mine;
    __syncthreads(); /* warp 0 waits for the totals of all warps */
    if (warp == 0) {
        const bool part = lane * LANES < threads;
        T sum = part ? front[lane + 1] : identity();
        scan_lanes(&sum, part);
        if (part)
            front[lane + 1] = has_before ? op(front[0], sum) : sum;
    }
    __syncthreads(); /* all warps wait for warp 0 */
    if (thread >= threads || (warp == 0 && !has_before))
        return left;
    return lane == 0 ? front[warp] : op(front[warp], left);
}

/* -------------------------------------------------------- 6: distribute */

/* Joins `front`, if there is one, with each of the thread's own elements.
 * Exclusive: each element becomes its exclusive prefix. */
DEVICE void distribute(T mine[M], int own, bool has_front, T front,
                       bool exclusive)
{
    if (exclusive) {
        for (int i = M - 1; i > 0; i--)
            if (i < own)
                mine[i] = mine[i - 1];
        mine[0] = identity();
    }
    if (!has_front)
        return;
    if (exclusive)
        mine[0] = front;
    for (int i = exclusive; i < M; i++)
        if (i < own)
            mine[i] = op(front, mine[i]);
}

/* For tiles that are scanned already: joins `before` with each of the
 * thread's own elements. In an exclusive scan, the tile's first element
 * was the identity: that becomes `before`, without an op. */
DEVICE void put_before(T mine[M], int count, bool exclusive, T before)
{
    const int rest = count - (int)threadIdx.x * M;

    for (int i = 0; i < M; i++)
        if (exclusive && i == 0 && threadIdx.x == 0)
            mine[0] = before;
        else if (i < rest)
            mine[i] = op(before, mine[i]);
}

/* ------------------------------------------------- 7: exchange, store */

DEVICE void store_units(T *out, struct unit *stretch)
{
    const int lane = lane_of_thread();

    for (int j = 0; j < UNITS; j++) {
        const struct unit mine = stretch[place(j * LANES + lane)];
        struct unit *const to = (struct unit *)out + j * LANES + lane;
        if (UNIT == 16)
            store_16_bytes(to, mine.word);
        else
            *to = mine;
    }
}

DEVICE void store_elements(T *out, int count, struct unit *stretch)
{
    const int lane = lane_of_thread();

    for (int i = 0; i < M; i++) {
        const int at = i * LANES + lane;
        union words_of_T mine;
        for (int k = 0; k < WORDS_OF_T; k++)
            mine.word[k] = *word_at(stretch, at * WORDS_OF_T + k);
        if (at < count)
            out[at] = mine.whole;
    }
}

/* In the stretch, a lane writes only places that no other lane has read in
 * load_tile(). */
DEVICE void store_tile(T *out, int count, const union own *mine, uint4 *units)
{
    struct unit *const stretch = stretch_in(units);
    const int first = stretch_of_thread(), lane = lane_of_thread();

    for (int j = 0; j < UNITS; j++)
        stretch[place(lane * UNITS + j)] = mine->unit[j];
    __syncwarp(OUR_LANES); /* all lanes have written before any reads */
    if (count == TILE && is_aligned(out))
        store_units(out + first, stretch);
    else
        store_elements(out + first, count - first, stretch);
}

/* ------------------------------------------------------- all the steps */

/* Number of elements of the tile that begins at `begin`. */
DEVICE int count_from(uint64_t begin, uint64_t end)
{
    return end - begin < TILE ? (int)(end - begin) : TILE;
}

/* Scans a tile of `count` elements; front[] as in scan_block(). If a block
 * scans several tiles, a barrier separates them. A warp stores exactly where it
 * has loaded, so in may be out. */
DEVICE void scan_count(const T *in, T *out, int count, bool has_before,
                       bool exclusive, uint4 *units, T front[WARPS + 1])
{
    const int thread = (int)threadIdx.x;
    const int rest = count - thread * M;
    const int own = rest < M ? rest : M;     /* below 1: none */
    const int threads = (count + M - 1) / M; /* that have elements */
    union own mine;

    TILE_PHASE(load);
    load_tile(in, count, &mine, units);
    TILE_PHASE(scan);
    const T total = scan_own(mine.x, own);
    const T before = scan_block(total, threads, has_before, front);
    TILE_PHASE(store);
    distribute(mine.x, own, has_before || thread > 0, before, exclusive);
    store_tile(out, count, &mine, units);
}

/* The same. A full tile is compiled separately, without bounds
 * checks. */
DEVICE void scan_tile(const T *in, T *out, int count, bool has_before,
                      bool exclusive, uint4 *units, T front[WARPS + 1])
{
    if (count == TILE)
        scan_count(in, out, TILE, has_before, exclusive, units, front);
    else
        scan_count(in, out, count, has_before, exclusive, units, front);
}

/* One block scans n elements, tile by tile, with a running carry. Thread 0
 * gets the total of the full tiles. */
DEVICE T scan_tiles_in_turn(const T *in, T *out, uint64_t n, bool exclusive,
                            uint4 *units, T front[WARPS + 1])
{
    T total = identity(); /* until the first tile is scanned */

    for (uint64_t begin = 0; begin < n; begin += TILE) {
        scan_tile(in + begin, out + begin, count_from(begin, n), begin > 0,
                  exclusive, units, front);
        const bool takes = threadIdx.x == 0 && n - begin >= TILE;
        if (takes)
            total = front[WARPS];
        __syncthreads(); /* [1] all are done with the shared memory */
        if (takes)
            front[0] = total;
    }
    return total;
}

#endif
