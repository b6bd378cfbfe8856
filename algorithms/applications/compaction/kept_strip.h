/* kept_strip.h - a strip in shared memory: kept elements are moved to its
 * front, in place; later they are stored. Words and sums (kept_ahead.h) are
 * counts of kept elements.
 *
 * A warp reads the strip row by row into registers. A row's 32 marks are one
 * vote, so an element's place is the number kept in earlier rows plus the count
 * of set bits below its own. If the other elements are moved, too, they go to
 * the end, in reverse:
 *
 *     strip      3 1 4 1 | 5 9 2 6       two rows; odd numbers are kept
 *     vote       1 1 0 1 | 1 1 0 0
 *     packed     3 1 1 5 9 | 6 2 4       the others from the end
 *
 * Kept elements and others are two pieces, stored in rows again. These rows
 * begin where lines of 32 elements begin in memory, wherever the piece goes:
 *
 *     lines      . . . . | . . . .       four lanes per row; place 2
 *     the kept       3 1 | 1 5 9         lanes 2, 3; then 0, 1, 2
 *
 * Before an application includes this file, it defines MOVES_OTHERS, for the
 * elements that are not kept: 0 drops them; REVERSED or IN_ORDER moves them,
 * too. Afterwards it defines place_of(), the destination of elements. Included
 * after kept_ahead.h.
 */
#ifndef KEPT_STRIP_H
#define KEPT_STRIP_H

#define REVERSED 1
#define IN_ORDER 2

struct packed {
    uint64_t begin;  /* index of its first element in the input */
    uint32_t count;  /* elements */
    uint32_t kept;   /* kept ones among them */
    uint64_t before; /* kept elements before the strip */
};

/* Defined by the application: where element k of a packed strip goes. For
 * elements that are not kept, it is called only for the first one stored: the
 * rest go next to it. */
DEVICE uint64_t place_of(const struct work *work, const struct packed *packed,
                         uint32_t k);

/* ----------------------------------------------------------------- pack */

/* Packs the elements strip[from..to). Returns how many of them are kept. */
DEVICE uint32_t pack_places(T *strip, uint32_t from, uint32_t to)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    const uint32_t below = (1u << lane) - 1;
    uint32_t votes[ROWS], kept = 0;
    T x[ROWS];

    UNROLLED
    for (uint32_t row = 0; row < ROWS; row++) {
        const uint32_t at = row * WARP + lane;
        if (at >= from && at < to)
            x[row] = fetch(&strip[at]);
    }
    UNROLLED
    for (uint32_t row = 0; row < ROWS; row++) {
        const uint32_t at = row * WARP + lane;
        votes[row] =
            __ballot_sync(ALL_LANES, at >= from && at < to && keeps(x[row]));
    }
    __syncwarp(); /* [24] all have read before any writes */
    UNROLLED
    for (uint32_t row = 0; row < ROWS; row++) {
        const uint32_t at = row * WARP + lane;
        const uint32_t left = kept + (uint32_t)__popc(votes[row] & below);
        const bool is_kept = votes[row] >> lane & 1;
        if (MOVES_OTHERS ? at >= from && at < to : is_kept)
            put(&strip[is_kept ? left : to - 1 - (at - left)], x[row]);
        kept += (uint32_t)__popc(votes[row]);
    }
    bulk_fence(); /* before the next copy into this buffer */
    return kept;
}

/* A full strip is compiled separately, without bounds checks. */
DEVICE uint32_t pack_strip(const struct cut *cut, struct tile place, T *strip)
{
    const struct extent e = extent_of(cut, place, false);
    const uint32_t from = (uint32_t)(e.from - place.begin);
    const uint32_t to = (uint32_t)(e.to - place.begin);

    return to - from == STRIP ? pack_places(strip, 0, STRIP)
                              : pack_places(strip, from, to);
}

/* ---------------------------------------------------------------- count */

DEVICE uint32_t join_words(const uint32_t *words, uint32_t strips)
{
    const uint32_t lane = (uint32_t)lane_of_thread();

    return __reduce_add_sync(ALL_LANES, lane < strips ? words[lane] : 0);
}

/* In each round a lane reads the counts of AHEAD neighbouring tiles. */
DEVICE struct sums look_at_words(const struct work *work, uint32_t generation,
                                 uint32_t tiles)
{
    uint32_t all = 0, before = 0;
    struct sums sums;

    for (uint32_t begin = 0; begin < tiles; begin += ROUND) {
        const uint32_t first = begin + (uint32_t)lane_of_thread() * AHEAD;
        const int left = (int)tiles - (int)first; /* below 1: none */
        uint32_t x[AHEAD];

        wait_for_tiles(
            &work->board,
            row_of(generation, blockIdx.x % BOARD_COPIES, begin / ROUND),
            left < AHEAD ? left : AHEAD, x);
        for (int k = 0; k < AHEAD; k++)
            if (k < left) {
                all += x[k];
                before += first + (uint32_t)k < blockIdx.x ? x[k] : 0;
            }
    }
    sums.all = __reduce_add_sync(ALL_LANES, all);
    sums.before = __reduce_add_sync(ALL_LANES, before);
    return sums;
}

DEVICE uint64_t join_sums(uint64_t left, uint64_t right)
{
    return left + right;
}

DEVICE void tell_all(const struct work *work, uint64_t sum)
{
    *work->count = sum;
}

/* ---------------------------------------------------------------- store */

/* Returns a strip's first element and its number of elements. */
DEVICE struct packed packed_strip(const struct cut *cut, struct tile strip)
{
    const struct extent e = extent_of(cut, strip, false);
    struct packed packed;

    packed.begin = e.from - cut->skip;
    packed.count = (uint32_t)(e.to - e.from);
    packed.kept = 0;
    packed.before = 0;
    return packed;
}

enum { TOGETHER = 4 }; /* rows in flight together */

/* Stores `count` neighbours, in rows that begin where lines of memory do: all
 * rows but the first and the last are whole lines. In shared memory the
 * elements begin at `from` and go forwards, or backwards (step -1). */
DEVICE void store_piece(T *to, const T *from, uint32_t count, const int step)
{
    const int lane = lane_of_thread();
    const int first = (int)((uint64_t)to / sizeof(T) % WARP);
    const int rows = (first + (int)count) / WARP; /* that end with a line */
    int left = first + (int)count - lane; /* from this lane's element on */
    T *at = to + (lane - first);
    const T *own = from + step * (lane - first);

    if (lane >= first && left > 0)
        *at = fetch(own);
    ROLLED
    for (int row = 1; row + TOGETHER <= rows; row += TOGETHER) {
        T x[TOGETHER];
        at += TOGETHER * WARP;
        own += step * TOGETHER * WARP;
        left -= TOGETHER * WARP;
        UNROLLED
        for (int r = 0; r < TOGETHER; r++)
            x[r] = fetch(&own[step * (r + 1 - TOGETHER) * WARP]);
        UNROLLED
        for (int r = 0; r < TOGETHER; r++)
            at[(r + 1 - TOGETHER) * WARP] = x[r];
    }
    T x[TOGETHER];
    UNROLLED
    for (int r = 0; r < TOGETHER; r++)
        if (left > (r + 1) * WARP)
            x[r] = fetch(&own[step * (r + 1) * WARP]);
    UNROLLED
    for (int r = 0; r < TOGETHER; r++)
        if (left > (r + 1) * WARP)
            at[(r + 1) * WARP] = x[r];
}

/* Called when the strip's place is known; then releases the buffer. */
DEVICE void store_strip(const struct work *work, struct tile tile, uint32_t s,
                        uint32_t stage, struct turn slot)
{
    const uint32_t *const words = words_of_tile(work, stage);
    const T *const strip = tile_in_ring(work, stage) + s * STRIP;
    struct packed packed = packed_strip(&work->cut, strip_of(tile, s));
    const uint32_t kept = words[s], count = packed.count;

    packed.kept = kept;
    packed.before = join_words(words, s);
    barrier_wait(&work->pipes->placed[slot.stage], slot.parity);
    packed.before += work->pipes->front[slot.stage];
    store_piece(&work->out[place_of(work, &packed, 0)], strip, kept, 1);
    if (MOVES_OTHERS)
        store_piece(&work->out[place_of(work, &packed, kept)],
                    MOVES_OTHERS == IN_ORDER ? strip + count - 1 : strip + kept,
                    count - kept, MOVES_OTHERS == IN_ORDER ? -1 : 1);
    __syncwarp(); /* [25] lane 0 arrives for all */
    if (lane_of_thread() == 0)
        barrier_arrive(&work->pipes->stored[stage]);
}

#endif
