/* single_sweep.h - radix sort, form `single_sweep`: the digits of all passes
 * are counted at once; then each pass is one launch, in which tiles look back.
 *
 *     in             3 1 2 1 | 1 3 2 0 | 0 3 1 1      tiles; BITS = 2
 *     count_all      2 5 2 3                          digits 0, 1, 2 and 3
 *     begins         0 2 7 9                          the exclusive scan
 *     sort_tiles     tile 0   P 0  4  8 10            begins and its own
 *                    tile 1   A 1  1  1  1            its own
 *                             P 1  5  9 11            after looking back
 *
 * For each digit a tile announces first how often it has it (A), and then where
 * its last one ends in `out` (P). A thread looks back for its own digits, tile
 * by tile, until it meets a P. State and count are one word, so that no fence
 * is needed:
 *
 *     | state: 2 bits | count: 30 |     of 64 bits: 62, for n >= 2^30
 *
 * Words are clear when a pass begins: two arrays take turns, and a pass clears
 * the other one for the pass after it. The first array is cleared by count_all.
 *
 * Cost: n, and 2n for each pass; of a pass 4 words for each digit of a tile.
 */
#ifndef RADIX_SORT_SINGLE_SWEEP_H
#define RADIX_SORT_SINGLE_SWEEP_H

enum { STATE_A = 1, STATE_P = 2 };

/* ---------------------------------------------------------------- all digits
 */

#ifndef COPIES
#define COPIES 1
#endif

DEVICE void count_element(T x, uint32_t *table)
{
    const uint64_t sorted = sorted_key(x);

    UNROLLED
    for (int pass = 0; pass < PASSES; pass++)
        atomicAdd(&table[(pass * RADIX + digit_at(sorted, pass * BITS)) *
                             COPIES +
                         threadIdx.x % COPIES],
                  1u);
}

/* Histograms start at 0. A block goes from tile to tile; `bytes` of status
 * words are cleared. */
__global__ void __launch_bounds__(BLOCK)
    count_all(const T *in, uint64_t *histograms, uint64_t n, uint32_t *status,
              uint64_t words)
{
    uint32_t *const table = (uint32_t *)units;
    const uint64_t thread = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
    const uint64_t threads = (uint64_t)gridDim.x * BLOCK;

    TRACE_PHASE(count);
    for (int k = (int)threadIdx.x; k < PASSES * RADIX * COPIES; k += BLOCK)
        table[k] = 0;
    __syncthreads(); /* [12] all are cleared before any is counted */
    for (uint64_t first = (uint64_t)blockIdx.x * TILE; first < n;
         first += (uint64_t)gridDim.x * TILE) {
        const int64_t rest = (int64_t)(n - first) - threadIdx.x;
        const T *const from = in + first + threadIdx.x;
        if (rest > (ITEMS - 1) * BLOCK) {
            T x[ITEMS];
            UNROLLED
            for (int row = 0; row < ITEMS; row++)
                x[row] = from[row * BLOCK];
            UNROLLED
            for (int row = 0; row < ITEMS; row++)
                count_element(x[row], table);
        } else {
            for (int row = 0; row < ITEMS; row++)
                if (row * BLOCK < rest)
                    count_element(from[row * BLOCK], table);
        }
    }
    for (uint64_t k = thread; k < words; k += threads)
        status[k] = 0;
    __syncthreads(); /* [13] the block has counted */
    for (int k = (int)threadIdx.x; k < PASSES * RADIX; k += BLOCK) {
        uint64_t sum = 0;
        for (int copy = 0; copy < COPIES; copy++)
            sum += table[k * COPIES + (copy + threadIdx.x) % COPIES];
        atomicAdd((unsigned long long *)&histograms[k], sum);
    }
}

/* -------------------------------------------------------------------- words */

template <typename Word> DEVICE Word status_word(uint32_t state, uint64_t count)
{
    return (Word)state << (8 * sizeof(Word) - 2) | (Word)count;
}

/* 0: the tile has not said anything yet. */
template <typename Word> DEVICE uint32_t state_of(Word word)
{
    return (uint32_t)(word >> (8 * sizeof(Word) - 2));
}

template <typename Word> DEVICE uint64_t count_of(Word word)
{
    return word & ~status_word<Word>(3, 0);
}

#ifndef PATHS
#define PATHS 2
#endif
#ifndef WINDOW
#define WINDOW 1
#endif
#ifndef LOOK
#define LOOK 0 /* 0: after staging; 1: once before, too; 2: before */
#endif

/* Of a thread's digit: how many are in the tiles from `tile` on up to its own,
 * and then in all before. */
template <typename Word> struct way_back {
    Word before;
    uint32_t tile;
    bool found;
};

/* Takes in the next WINDOW tiles, up to one that has not said anything. Tile 0
 * publishes a P. */
template <typename Word>
DEVICE void look(const volatile Word *status, int digit,
                 struct way_back<Word> *way)
{
    const uint32_t end = way->tile;
    Word word[WINDOW];
    bool goes_on = true;

    UNROLLED
    for (int k = 0; k < WINDOW; k++)
        word[k] = k < (int)end
                      ? status[(uint64_t)(end - 1 - k) * RADIX + digit]
                      : 0;
    UNROLLED
    for (int k = 0; k < WINDOW; k++) {
        goes_on = goes_on && state_of(word[k]) != 0;
        if (goes_on) {
            way->before += (Word)count_of(word[k]);
            way->tile--;
            way->found = state_of(word[k]) == STATE_P;
            goes_on = !way->found;
        }
    }
}

/* ------------------------------------------------------------------- passes */

/* Each thread's digits: as soon as they are counted. */
template <typename Word>
DEVICE void publish_totals(volatile Word *status, Word *next, uint32_t tile,
                           const struct own *own)
{
    UNROLLED
    for (int k = 0; k < OWN; k++) {
        const int digit = own_digit(k);
        const uint64_t at = (uint64_t)tile * RADIX + digit;
        if (digit < RADIX) {
            if (tile > 0) {
                status[at] = status_word<Word>(STATE_A, own->total[k]);
                if (digit == 0) /* of the others, a trace has nothing */
                    TRACE_PUBLISH_COUNT(tile, TRACE_A, own->total[k]);
            }
            next[at] = 0;
        }
    }
}

template <typename Word>
DEVICE void publish_ends(volatile Word *status, uint32_t tile, int digit,
                         Word end)
{
    status[(uint64_t)tile * RADIX + digit] = status_word<Word>(STATE_P, end);
}

/* Tile 0: where each digit begins in `out`. */
template <typename Word>
DEVICE void begin_digits(const uint64_t *histogram, volatile Word *status,
                         const struct own *own, struct way_back<Word> *way,
                         struct room<Word> *shared)
{
    uint64_t all[OWN], smaller[OWN];

    UNROLLED
    for (int k = 0; k < OWN; k++)
        all[k] = own_digit(k) < RADIX ? histogram[own_digit(k)] : 0;
    __syncthreads();
    add_smaller(all, smaller, shared->of_group);
    UNROLLED
    for (int k = 0; k < OWN; k++)
        if (own_digit(k) < RADIX) {
            way[k].before = (Word)smaller[k];
            way[k].found = true;
            publish_ends<Word>(status, 0, own_digit(k),
                               (Word)smaller[k] + own->total[k]);
        }
}

/* until: false: one look */
template <typename Word>
DEVICE void join_tiles(volatile Word *status, uint32_t tile, bool until,
                       const struct own *own, struct way_back<Word> *way)
{
    UNROLLED
    for (int k = 0; k < OWN; k++) {
        const int digit = own_digit(k);
        if (digit < RADIX && !way[k].found) {
            do
                look(status, digit, &way[k]);
            while (until && !way[k].found);
            if (way[k].found)
                publish_ends<Word>(status, tile, digit,
                                   way[k].before + own->total[k]);
        }
    }
}

template <bool FULL, typename Word>
DEVICE void sort_tile(const T *in, T *out, uint32_t tile, uint32_t count,
                      uint32_t shift, const uint64_t *histogram,
                      volatile Word *status, Word *next,
                      struct room<Word> *shared)
{
    const int rest = (int)count - first_of_thread();
    struct held held;
    struct own own;
    struct way_back<Word> way[OWN];

    UNROLLED
    for (int k = 0; k < OWN; k++) {
        way[k].before = 0;
        way[k].tile = tile;
        way[k].found = false;
    }
    load_tile<FULL>(in, rest, &held);
    count_warp<FULL>(rest, shift, &held, shared->of_warp[warp_of_thread()],
                     MASKS_OF_WARP(shared));
    __syncthreads(); /* [4] all warps have counted */
    add_warps(shared, &own);
    publish_totals(status, next, tile, &own);
    add_smaller(own.total, own.start, shared->of_group);
    if (tile == 0)
        begin_digits(histogram, status, &own, way, shared);
    if (LOOK >= 1)
        join_tiles(status, tile, LOOK == 2, &own, way);
    start_warps(&own, shared);
    stage_tile<FULL>(rest, shift, &held, shared);
    TRACE_PHASE(look_back);
    if (LOOK < 2)
        join_tiles(status, tile, true, &own, way);
    UNROLLED
    for (int k = 0; k < OWN; k++)
        if (own_digit(k) < RADIX)
            shared->place[own_digit(k)] = way[k].before - own.start[k];
    TRACE_PHASE(scatter);
    write_tile<FULL>(out, count, shift, shared);
}

template <typename Word>
DEVICE void sort_next_tile(const T *in, T *out, uint64_t n, uint32_t shift,
                           const uint64_t *histogram, uint32_t *counter,
                           volatile Word *status, Word *next)
{
    struct room<Word> *const shared = (struct room<Word> *)units;

    if (threadIdx.x == 0) /* atomic: no two blocks get the same tile */
        shared->ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* [14] tiles in the order in which blocks start */
    const uint32_t tile = shared->ticket;
    const uint64_t first = (uint64_t)tile * TILE;
    const uint32_t count = n - first < TILE ? (uint32_t)(n - first) : TILE;

    TRACE_TICKET(tile, first, count);
    TRACE_PHASE(count);
    if (PATHS == 2 && count == TILE)
        sort_tile<true>(in + first, out, tile, count, shift, histogram, status,
                        next, shared);
    else
        sort_tile<false>(in + first, out, tile, count, shift, histogram, status,
                         next, shared);
}

#if WORDS == 32
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    sort_tiles(const T *in, T *out, uint64_t n, uint32_t shift,
               const uint64_t *histogram, uint32_t *counter, uint32_t *status,
               uint32_t *next)
{
    sort_next_tile<uint32_t>(in, out, n, shift, histogram, counter, status, next);
}
#endif

__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    sort_tiles_wide(const T *in, T *out, uint64_t n, uint32_t shift,
                    const uint64_t *histogram, uint32_t *counter,
                    uint64_t *status, uint64_t *next)
{
    sort_next_tile<uint64_t>(in, out, n, shift, histogram, counter, status, next);
}

#endif
