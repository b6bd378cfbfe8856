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

DEVICE void count_element(T x, uint32_t (*of_block)[RADIX])
{
    const uint64_t sorted = sorted_key(x);

    for (int pass = 0; pass < PASSES; pass++)
        atomicAdd(&of_block[pass][digit_at(sorted, pass * BITS)], 1);
}

/* Histograms start at 0. A block goes from tile to tile; `bytes` of status
 * words are cleared. */
__global__ void __launch_bounds__(BLOCK)
    count_all(const T *in, uint64_t *histograms, uint64_t n, uint32_t *status,
              uint64_t words)
{
    __shared__ uint32_t of_block[PASSES][RADIX];
    const uint64_t thread = (uint64_t)blockIdx.x * BLOCK + threadIdx.x;
    const uint64_t threads = (uint64_t)gridDim.x * BLOCK;

    TRACE_PHASE(count);
    for (int k = (int)threadIdx.x; k < PASSES * RADIX; k += BLOCK)
        of_block[0][k] = 0;
    __syncthreads(); /* [12] all are cleared before any is counted */
    for (uint64_t first = (uint64_t)blockIdx.x * TILE + threadIdx.x; first < n;
         first += (uint64_t)gridDim.x * TILE)
        UNROLLED
    for (int row = 0; row < ITEMS; row++)
        if (first + row * BLOCK < n)
            count_element(in[first + row * BLOCK], of_block);
    for (uint64_t k = thread; k < words; k += threads)
        status[k] = 0;
    __syncthreads(); /* [13] the block has counted */
    for (int k = (int)threadIdx.x; k < PASSES * RADIX; k += BLOCK)
        atomicAdd((unsigned long long *)&histograms[k], of_block[0][k]);
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

/* By a thread, for one digit: where the last one before the tile ends. Tile 0
 * publishes a P. */
template <typename Word>
DEVICE uint64_t look_back(const volatile Word *status, uint32_t tile, int digit)
{
    uint64_t before = 0;
    Word word;

    do {
        tile--;
        do
            word = status[(uint64_t)tile * RADIX + digit];
        while (state_of(word) == 0);
        before += count_of(word);
    } while (state_of(word) != STATE_P);
    return before;
}

/* ------------------------------------------------------------------- passes */

/* Each thread's digits: as soon as they are counted. */
template <typename Word>
DEVICE void publish_totals(volatile Word *status, Word *next, uint32_t tile,
                           const struct shared *shared)
{
    for (int digit = (int)threadIdx.x; digit < RADIX; digit += BLOCK) {
        const uint64_t at = (uint64_t)tile * RADIX + digit;
        if (tile > 0) {
            status[at] = status_word<Word>(STATE_A, shared->total[digit]);
            if (digit == 0) /* of the others, a trace has nothing */
                TRACE_PUBLISH_COUNT(tile, TRACE_A, shared->total[digit]);
        }
        next[at] = 0;
    }
}

template <typename Word>
DEVICE void join_tiles(volatile Word *status, uint32_t tile,
                       struct shared *shared)
{
    for (int digit = (int)threadIdx.x; digit < RADIX; digit += BLOCK) {
        const uint64_t before =
            tile > 0 ? look_back(status, tile, digit) : shared->place[digit];
        status[(uint64_t)tile * RADIX + digit] =
            status_word<Word>(STATE_P, before + shared->total[digit]);
        set_place(shared, digit, before);
    }
}

template <typename Word>
DEVICE void sort_tile(const T *in, T *out, uint64_t n, uint32_t shift,
                      const uint64_t *histogram, uint32_t *counter,
                      volatile Word *status, Word *next)
{
    __shared__ struct shared shared;
    struct held held;

    if (threadIdx.x == 0) /* atomic: no two blocks get the same tile */
        shared.ticket = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* [14] tiles in the order in which blocks start */
    const uint32_t tile = shared.ticket;
    const uint64_t first = (uint64_t)tile * TILE;
    const uint32_t count = n - first < TILE ? (uint32_t)(n - first) : TILE;

    TRACE_TICKET(tile, first, count);
    TRACE_PHASE(count);
    rank_tile(in + first, count, shift, &held, &shared);
    publish_totals(status, next, tile, &shared);
    start_digits(tile == 0 ? histogram : (const uint64_t *)0, &shared);
    stage_tile(count, shift, &held, &shared);
    TRACE_PHASE(look_back);
    join_tiles(status, tile, &shared);
    TRACE_PHASE(scatter);
    write_tile(out, count, shift, &shared);
}

#if WORDS == 32
__global__ void __launch_bounds__(BLOCK)
    sort_tiles(const T *in, T *out, uint64_t n, uint32_t shift,
               const uint64_t *histogram, uint32_t *counter, uint32_t *status,
               uint32_t *next)
{
    sort_tile<uint32_t>(in, out, n, shift, histogram, counter, status, next);
}
#endif

__global__ void __launch_bounds__(BLOCK)
    sort_tiles_wide(const T *in, T *out, uint64_t n, uint32_t shift,
                    const uint64_t *histogram, uint32_t *counter,
                    uint64_t *status, uint64_t *next)
{
    sort_tile<uint64_t>(in, out, n, shift, histogram, counter, status, next);
}

#endif
