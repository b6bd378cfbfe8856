/* rows.h - a tile in rows: how a warp holds its numbers, folds them, and stores
 * the elements that they become in their planes.
 *
 *     row 0   | lane 0: abcd | lane 1: efgh | ...     WIDE numbers per lane
 *     row 1   | lane 0       | lane 1       | ...
 *
 *     folds   a..d | e..h | ...   a lane's own
 *     upto    a..d | a..h | ...   after a scan of the lanes, row by row
 *
 * Neighbouring lanes have neighbouring numbers, 16 bytes each, so they are
 * loaded and stored without an exchange through shared memory.
 *
 * Numbers beyond the end become identities, which are folded like the rest.
 */
#ifndef MAP_SCAN_ROWS_H
#define MAP_SCAN_ROWS_H

enum { ROW_NUMBERS = WARP * WIDE, OWN_ROWS = M / WIDE };

/* Whether numbers stay in shared memory; else they are in registers. */
#define IN_SHARED (FORM == LOOK_AHEAD)

/* A lane's part of a warp's rows. */
struct rows {
#if IN_SHARED
    const int32_t *numbers; /* the tile's, in shared memory */
#else
    __align__(16) int32_t x[OWN_ROWS][WIDE];
#endif
    T upto[OWN_ROWS]; /* for each row: the fold up to this lane */
};

/* The first of a lane's numbers in a row, counted from the tile's first. */
DEVICE int place_in_tile(int row)
{
    const int warp = (int)threadIdx.x / WARP;

    return (warp * OWN_ROWS + row) * ROW_NUMBERS + lane_of_thread() * WIDE;
}

/* What is known about a tile. Each kind is compiled separately. */
enum kind {
    WHOLE,   /* it is full, and its rows are aligned in every plane */
    SHIFTED, /* it is full, but rows are not aligned in all stored planes */
    ANY
};

/* A tile: its first number, and its length. */
struct extent {
    uint64_t begin;
    int count;
    enum kind kind;
};

DEVICE struct extent as_kind(struct extent tile, enum kind kind)
{
    tile.kind = kind;
    return tile;
}

#if !IN_SHARED

/* -------------------------------------------------------------------- load */

/* All loads are in flight before the first result is used. */
DEVICE void load_rows(const struct arrays *of, struct extent tile,
                      struct rows *mine)
{
    UNROLLED
    for (int r = 0; r < OWN_ROWS; r++) {
        const int at = place_in_tile(r);
        if (tile.kind != ANY)
            LOAD_NUMBERS(of->in + tile.begin + at, mine->x[r]);
        else
            for (int i = 0; i < WIDE; i++)
                if (at + i < tile.count)
                    mine->x[r][i] = of->in[tile.begin + at + i];
    }
}

#endif

/* Are rows of a full tile aligned in all planes that are stored? */
DEVICE bool are_rows_aligned(const struct arrays *of)
{
    return are_wide_planes(of->mapped, of->n) &&
           are_wide_planes(of->out, of->n);
}

DEVICE enum kind kind_of(const struct arrays *of, int count)
{
    if (count < TILE || (uint64_t)of->in % 16 != 0)
        return ANY;
    return are_rows_aligned(of) ? WHOLE : SHIFTED;
}

/* From here on numbers are mapped again. Otherwise the compiler would keep the
 * elements of the first mapping in registers. */
DEVICE void forget_elements(struct rows *mine)
{
#if defined __CUDA_ARCH__ && IN_SHARED
    asm volatile("" : : : "memory");
#elif defined __CUDA_ARCH__
    UNROLLED
    for (int r = 0; r < OWN_ROWS; r++)
        for (int i = 0; i < WIDE; i++)
            asm volatile("" : "+r"(mine->x[r][i]));
#else
    (void)mine;
#endif
}

/* A row of a tile: its elements, or identities past the end. */
DEVICE void take_row(struct extent tile, const struct rows *mine, int row,
                     T x[WIDE])
{
    const int at = place_in_tile(row);
#if IN_SHARED
    __align__(16) int32_t number[WIDE];
    if (tile.kind != ANY)
        LOAD_NUMBERS(mine->numbers + at, number);
    else
        for (int i = 0; i < WIDE; i++)
            if (at + i < tile.count)
                number[i] = mine->numbers[at + i];
#endif

    for (int i = 0; i < WIDE; i++) {
        if (tile.kind == ANY && at + i >= tile.count) {
            x[i] = identity();
            continue;
        }
#if IN_SHARED
        x[i] = map(number[i]);
#else
        x[i] = map(mine->x[row][i]);
#endif
    }
}

/* -------------------------------------------------------------------- fold */

/* Fills upto[]. All lanes get the fold of the warp's rows. */
DEVICE T fold_rows(struct extent tile, struct rows *mine)
{
    UNROLLED
    for (int r = 0; r < OWN_ROWS; r++) {
        T x[WIDE];
        take_row(tile, mine, r, x);
        T sum = x[0];
        for (int i = 1; i < WIDE; i++)
            sum = op(sum, x[i]);
        mine->upto[r] = sum;
    }
    for (int stride = 1; stride < WARP; stride *= 2) {
        UNROLLED
        for (int r = 0; r < OWN_ROWS; r++) {
            const T left = shuffle_up(mine->upto[r], stride);
            if (lane_of_thread() >= stride)
                mine->upto[r] = op(left, mine->upto[r]);
        }
    }
    T total = shuffle_from(mine->upto[0], WARP - 1);
    UNROLLED
    for (int r = 1; r < OWN_ROWS; r++)
        total = op(total, shuffle_from(mine->upto[r], WARP - 1));
    return total;
}

/* The prefix of the rows of warp w: the fold of `before`, which comes before
 * the tile, and upto[w - 1], the fold of the warps up to w - 1. */
DEVICE T front_of_warp(T before, const T upto[WARPS])
{
    const int warp = (int)threadIdx.x / WARP;

    return warp > 0 ? op(before, upto[warp - 1]) : before;
}

/* ------------------------------------------------------------------- store */

DEVICE void put_row(void *planes, uint64_t n, struct extent tile, int at,
                    const T x[WIDE])
{
    if (tile.kind == WHOLE)
        put_wide_in_planes(planes, n, tile.begin + at, x);
    else if (tile.kind == SHIFTED)
        put_shifted_in_planes(planes, n, tile.begin + at, x);
    else
        for (int i = 0; i < WIDE; i++)
            if (at + i < tile.count)
                put_in_planes(planes, n, tile.begin + at + i, x[i]);
}

DEVICE void put_mapped(const struct arrays *of, struct extent tile,
                       struct rows *mine)
{
    forget_elements(mine);
    UNROLLED
    for (int r = 0; r < OWN_ROWS; r++) {
        T x[WIDE];
        take_row(tile, mine, r, x);
        put_row(of->mapped, of->n, tile, place_in_tile(r), x);
    }
}

/* `front` is the prefix of the warp's rows. */
DEVICE void put_scanned(const struct arrays *of, struct extent tile,
                        struct rows *mine, T front)
{
    forget_elements(mine);
    UNROLLED
    for (int r = 0; r < OWN_ROWS; r++) {
        const T left = shuffle_up(mine->upto[r], 1);
        const T fold = shuffle_from(mine->upto[r], WARP - 1);
        T sum = lane_of_thread() > 0 ? op(front, left) : front;
        T x[WIDE];
        take_row(tile, mine, r, x);
        for (int i = 0; i < WIDE; i++) {
            const T next = op(sum, x[i]);
            x[i] = EXCLUSIVE ? sum : next;
            sum = next;
        }
        put_row(of->out, of->n, tile, place_in_tile(r), x);
        if (r + 1 < OWN_ROWS)
            front = op(front, fold);
    }
}

#endif
