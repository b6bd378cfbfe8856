/* single_sweep.h - radix sort, form `single_sweep`: the digits of all passes
 * are counted together; then each pass is one launch, in which tiles look back.
 *
 *     in             3 1 2 1 | 1 3 2 0 | 0 3 1 1      tiles; BITS = 2
 *     count_all      2 5 2 3                          digits 0, 1, 2 and 3
 *     begins         0 2 7 9                          the exclusive scan
 *     sort_tiles     tile 0   P 0  4  8 10            begins and its own
 *                    tile 1   A 1  1  1  1            its own
 *                             P 1  5  9 11            after looking back
 *
 * For each digit a tile first publishes how many elements have it (A), and then
 * the place in `out` after the last of them (P). A thread looks back for its
 * own digits, several tiles at a time, until it finds a P. State and count are
 * one word, so that no fence is needed:
 *
 *     | state: 2 bits | count: 30 |     count: 62 of 64 bits for n >= 2^30
 *
 * Words are clear when a pass begins: two arrays take turns, and a pass clears
 * the array of the next pass. count_all clears the first array.
 *
 * Cost: n read once; each pass moves 2n, and 4 words for each digit of a tile.
 */
#ifndef RADIX_SORT_SINGLE_SWEEP_H
#define RADIX_SORT_SINGLE_SWEEP_H

enum { STATE_A = 1, STATE_P = 2 };

/* -------------------------------------------------------------- all digits */

/* A block counts in COPIES tables, as many as fit; neighbouring lanes take them
 * in turn, so that few lanes use the same bank of shared memory. launch.c has
 * the same formula. */
enum {
    TABLE = PASSES * RADIX,
    FITTING = COUNT_ROOM / (int)sizeof(uint32_t) / TABLE,
    COPIES = FITTING >= 32   ? 32
             : FITTING >= 16 ? 16
             : FITTING >= 8  ? 8
             : FITTING >= 4  ? 4
             : FITTING >= 2  ? 2
                             : 1,
    COUNT_BYTES = 64, /* per thread, loaded together */
    COUNT_ITEMS = COUNT_BYTES > sizeof(T) ? COUNT_BYTES / sizeof(T) : 1,
    COUNT_TILE = COUNT_BLOCK * COUNT_ITEMS
};

DEVICE void count_element(T x, uint32_t *table)
{
    const uint64_t sorted = sorted_key(x);

    UNROLLED
    for (int pass = 0; pass < PASSES; pass++) {
        const uint32_t digit = digit_at(sorted, (uint32_t)(pass * BITS));
        uint32_t *const cell =
            &table[(pass * RADIX + digit) * COPIES + threadIdx.x % COPIES];
        atomicAdd(cell, 1u); /* atomic: other warps use this table, too */
    }
}

/* Counts this thread's elements of a tile: in[0], in[COUNT_BLOCK], ... below
 * `rest`. All are loaded before any is counted. */
DEVICE void count_mine(const T *in, int rest, uint32_t *table)
{
    T x[COUNT_ITEMS];

    UNROLLED
    for (int row = 0; row < COUNT_ITEMS; row++)
        if (row * COUNT_BLOCK < rest)
            x[row] = in[row * COUNT_BLOCK];
    UNROLLED
    for (int row = 0; row < COUNT_ITEMS; row++)
        if (row * COUNT_BLOCK < rest)
            count_element(x[row], table);
}

/* Histograms start at 0. A block counts one tile after another; `words` status
 * words of 4 bytes each are cleared. */
__global__ void __launch_bounds__(COUNT_BLOCK)
    count_all(const T *in, uint64_t *histograms, uint64_t n, uint32_t *status,
              uint64_t words)
{
    uint32_t *const table = (uint32_t *)units;
    const uint64_t thread = (uint64_t)blockIdx.x * COUNT_BLOCK + threadIdx.x;
    const uint64_t threads = (uint64_t)gridDim.x * COUNT_BLOCK;

    TRACE_PHASE(count);
    for (int k = (int)threadIdx.x; k < TABLE * COPIES; k += COUNT_BLOCK)
        table[k] = 0;
    __syncthreads(); /* [12] all are cleared before any is counted */
    for (uint64_t first = (uint64_t)blockIdx.x * COUNT_TILE; first < n;
         first += (uint64_t)gridDim.x * COUNT_TILE) {
        const uint64_t rest = n - first < COUNT_TILE ? n - first : COUNT_TILE;
        count_mine(in + first + threadIdx.x, (int)rest - (int)threadIdx.x,
                   table);
    }
    for (uint64_t k = thread; k < words; k += threads)
        status[k] = 0;
    __syncthreads(); /* [13] the block has counted */
    for (int k = (int)threadIdx.x; k < TABLE; k += COUNT_BLOCK) {
        uint64_t sum = 0;
        for (int copy = 0; copy < COPIES; copy++) /* each lane its own bank */
            sum += table[k * COPIES + (copy + (int)threadIdx.x) % COPIES];
        atomicAdd((unsigned long long *)&histograms[k], sum);
    }
}

/* -------------------------------------------------------------------- words */

template <typename Word> DEVICE Word status_word(uint32_t state, uint64_t count)
{
    return (Word)state << (8 * sizeof(Word) - 2) | (Word)count;
}

/* 0: the tile has not published anything yet. */
template <typename Word> DEVICE uint32_t state_of(Word word)
{
    return (uint32_t)(word >> (8 * sizeof(Word) - 2));
}

template <typename Word> DEVICE Word count_of(Word word)
{
    return word & ~status_word<Word>(3, 0);
}

/* The state of a pass. */
template <typename Word> struct sweep {
    const T *in;
    T *out;
    uint64_t n;
    uint32_t shift;
    const uint64_t *histogram;
    uint32_t *counter;
    volatile Word *status;
    Word *next;
};

template <typename Word>
DEVICE void publish(const struct sweep<Word> *sweep, uint32_t tile, int digit,
                    uint32_t state, Word count)
{
    sweep->status[(uint64_t)tile * RADIX + digit] =
        status_word<Word>(state, count);
}

/* ---------------------------------------------------------------- look back */

/* Called by a thread, for one digit: returns the place after the last element
 * with this digit in earlier tiles. Looks at WINDOW tiles together; takes in
 * those before the first that has not published. Tile 0 publishes a P. */
template <typename Word>
DEVICE Word look_back(const volatile Word *status, uint32_t tile, int digit)
{
    Word before = 0, word[WINDOW];
    bool found = false;

    while (!found) {
        const uint32_t end = tile;
        UNROLLED
        for (int k = 0; k < WINDOW; k++)
            word[k] = k < (int)end
                          ? status[(uint64_t)(end - 1 - k) * RADIX + digit]
                          : 0;
        bool goes_on = true;
        UNROLLED
        for (int k = 0; k < WINDOW; k++) {
            goes_on = goes_on && state_of(word[k]) != 0;
            if (goes_on) {
                before += count_of(word[k]);
                tile--;
                found = state_of(word[k]) == STATE_P;
                goes_on = !found;
            }
        }
    }
    return before;
}

/* ------------------------------------------------------------------- passes */

/* Publishes the counts of each thread's digits as early as possible. */
template <typename Word>
DEVICE void publish_totals(const struct sweep<Word> *sweep, uint32_t tile,
                           const struct own *own)
{
    UNROLLED
    for (int k = 0; k < OWN; k++)
        if (own_digit(k) < RADIX) {
            if (tile > 0) {
                publish<Word>(sweep, tile, own_digit(k), STATE_A,
                              own->total[k]);
                if (own_digit(k) == 0) /* a trace shows only digit 0 */
                    TRACE_PUBLISH_COUNT(tile, TRACE_A, own->total[k]);
            }
            sweep->next[(uint64_t)tile * RADIX + own_digit(k)] = 0;
        }
}

/* Called by tile 0: sets before[] to where a thread's digits begin in `out`. */
template <typename Word>
DEVICE void begin_digits(const struct sweep<Word> *sweep, const struct own *own,
                         uint64_t *before, struct room<Word> *shared)
{
    uint64_t all[OWN];

    UNROLLED
    for (int k = 0; k < OWN; k++)
        all[k] = own_digit(k) < RADIX ? sweep->histogram[own_digit(k)] : 0;
    add_smaller(all, before, shared->of_groups);
    UNROLLED
    for (int k = 0; k < OWN; k++)
        if (own_digit(k) < RADIX)
            publish<Word>(sweep, 0, own_digit(k), STATE_P,
                          (Word)(before[k] + own->total[k]));
}

template <typename Word>
DEVICE void join_tiles(const struct sweep<Word> *sweep, uint32_t tile,
                       const struct own *own, uint64_t *before)
{
    UNROLLED
    for (int k = 0; k < OWN; k++)
        if (own_digit(k) < RADIX) {
            before[k] = look_back(sweep->status, tile, own_digit(k));
            publish<Word>(sweep, tile, own_digit(k), STATE_P,
                          (Word)(before[k] + own->total[k]));
        }
}

template <typename Word> DEVICE void sort_tile(const struct sweep<Word> *sweep)
{
    struct room<Word> *const shared = (struct room<Word> *)units;
    uint64_t before[OWN];
    struct held held;
    struct own own;

    next_launch_may_begin();
    wait_for_launch_before(); /* until all elements and words are written */
    if (threadIdx.x == 0)     /* atomic: no two blocks get the same tile */
        shared->ticket = atomicInc(sweep->counter, gridDim.x - 1);
    __syncthreads(); /* [14] tiles in the order in which blocks start */
    const uint32_t tile = shared->ticket;
    const uint64_t first = (uint64_t)tile * TILE;
    const uint32_t count =
        sweep->n - first < TILE ? (uint32_t)(sweep->n - first) : TILE;

    TRACE_TICKET(tile, first, count);
    TRACE_PHASE(count);
    count_tile(sweep->in + first, count, sweep->shift, &held, &own, shared);
    publish_totals(sweep, tile, &own);
    add_smaller(own.total, own.start, shared->of_group);
    if (tile == 0)
        begin_digits(sweep, &own, before, shared);
    start_warps(&own, shared);
    stage_tile(count, sweep->shift, &held, shared);
    TRACE_PHASE(look_back);
    if (tile > 0)
        join_tiles(sweep, tile, &own, before);
    UNROLLED
    for (int k = 0; k < OWN; k++)
        if (own_digit(k) < RADIX)
            shared->place[own_digit(k)] = (Word)before[k] - own.start[k];
    TRACE_PHASE(scatter);
    write_tile(sweep->out, count, sweep->shift, shared);
}

#if WORDS == 32
__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    sort_tiles(const T *in, T *out, uint64_t n, uint32_t shift,
               const uint64_t *histogram, uint32_t *counter, uint32_t *status,
               uint32_t *next)
{
    const struct sweep<uint32_t> sweep = {
        in, out, n, shift, histogram, counter, status, next
    };

    sort_tile(&sweep);
}
#endif

__global__ void __launch_bounds__(BLOCK, MIN_BLOCKS)
    sort_tiles_wide(const T *in, T *out, uint64_t n, uint32_t shift,
                    const uint64_t *histogram, uint32_t *counter,
                    uint64_t *status, uint64_t *next)
{
    const struct sweep<uint64_t> sweep = {
        in, out, n, shift, histogram, counter, status, next
    };

    sort_tile(&sweep);
}

#endif
