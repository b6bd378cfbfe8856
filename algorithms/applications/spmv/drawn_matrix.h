/* drawn_matrix.h - for plan.c: the rows and columns of a generated matrix.
 *
 *     stencil     a grid of k * k points; each has a row, with itself and up
 *                 to four neighbours in it: 5k^2 - 4k nonzeros
 *     power_law   one row in l has at least l nonzeros, and the probability of
 *                 column c falls as 1/c, in shuffled order: a network's graph
 *     others      rows by flags, some of them empty; columns at random
 */
#ifndef DRAWN_MATRIX_H
#define DRAWN_MATRIX_H

#include "../../contract/algorithm.h"

/* ---------------------------------------------------------------- stencil */

/* The smallest grid with at least n nonzeros; if it has more, its last rows are
 * cut off. */
static inline size_t grid_side(size_t n)
{
    size_t k = 1;

    while (5 * k * k - 4 * k < n)
        k++;
    return k;
}

/* Fills in row r's columns, in ascending order; returns their number. */
static inline int stencil_row(size_t k, size_t r, uint32_t column[5])
{
    int count = 0;

    if (r >= k)
        column[count++] = (uint32_t)(r - k);
    if (r % k > 0)
        column[count++] = (uint32_t)(r - 1);
    column[count++] = (uint32_t)r;
    if (r % k + 1 < k)
        column[count++] = (uint32_t)(r + 1);
    if (r + k < k * k)
        column[count++] = (uint32_t)(r + k);
    return count;
}

static inline void draw_stencil(size_t n, size_t rows, uint32_t *offsets,
                                uint32_t *columns)
{
    const size_t k = grid_side(n);
    size_t at = 0;

    for (size_t r = 0; r < rows; r++) {
        uint32_t column[5];
        const int count = stencil_row(k, r, column);
        offsets[r] = (uint32_t)at;
        for (int i = 0; i < count && at < n; i++)
            columns[at++] = column[i];
    }
    offsets[rows] = (uint32_t)n;
}

/* -------------------------------------------------------------- power law */

/* Returns at least l with probability 1/l. */
static inline size_t power_law_length(const struct drawing *drawing, size_t r)
{
    return ((size_t)1 << 32) / ((drawing->number(drawing, r) >> 32) + 1);
}

static inline size_t power_law_rows(size_t n, const struct drawing *drawing)
{
    size_t rows = 0;

    for (size_t at = 0; at < n; rows++)
        at += power_law_length(drawing, rows);
    return rows;
}

/* One of the first 2^bits - 1 ranks, with each number of bits equally likely;
 * then mapped to another column, since popular columns are not neighbours. */
static inline uint32_t power_law_column(uint64_t drawn, size_t columns)
{
    int most = 0;

    while ((columns >> most) > 1)
        most++;
    const int bits = (int)(drawn % (uint64_t)(most + 1));
    const uint64_t rank =
        ((uint64_t)1 << bits) + (drawn >> 8) % ((uint64_t)1 << bits) - 1;
    return (uint32_t)(rank * 0x9e3779b1u % columns);
}

static inline void draw_power_law(size_t n, size_t rows, size_t count,
                                  const struct drawing *drawing,
                                  uint32_t *offsets, uint32_t *columns)
{
    size_t at = 0;

    for (size_t r = 0; r < rows; r++) {
        offsets[r] = (uint32_t)at;
        at += power_law_length(drawing, r);
    }
    offsets[rows] = (uint32_t)n;
    for (size_t k = 0; k < n; k++)
        columns[k] =
            power_law_column(drawing->number(drawing, rows + k), count);
}

/* --------------------------------------------------------------- by flags */

/* How many of the n - at remaining nonzeros are in row r. Every third row is
 * empty; the others end at the first, second, fourth or eighth flag, most of
 * them early. Without a flag all nonzeros are in one row. */
static inline size_t flagged_length(const struct drawing *drawing, size_t r,
                                    size_t at, size_t n)
{
    const uint64_t drawn = drawing->number(drawing, r);
    uint64_t flags = 8 / (drawn / 3 % 8 + 1);
    size_t length = 0;

    if (drawn % 3 == 0)
        return 0;
    while (at + length < n && flags > 0) {
        length++;
        flags -= at + length < n && drawing->flag(drawing, at + length);
    }
    return length;
}

static inline void draw_flagged(size_t n, size_t rows, size_t count,
                                const struct drawing *drawing,
                                uint32_t *offsets, uint32_t *columns)
{
    size_t at = 0;

    for (size_t r = 0; r < rows; r++) {
        offsets[r] = (uint32_t)at;
        at += r + 1 < rows ? flagged_length(drawing, r, at, n) : n - at;
    }
    offsets[rows] = (uint32_t)at;
    for (size_t k = 0; k < n; k++)
        columns[k] = (uint32_t)(drawing->number(drawing, rows + k) % count);
}

/* -------------------------------------------------------------------- all */

/* With flags the number of rows depends only on n: rows for which no nonzero is
 * left are empty. */
static inline size_t drawn_rows(size_t n, const struct drawing *drawing)
{
    switch (drawing->pattern) {
    case PATTERN_STENCIL: return grid_side(n) * grid_side(n);
    case PATTERN_POWER_LAW: return power_law_rows(n, drawing);
    default: return n / 2 + 2;
    }
}

static inline size_t drawn_columns(size_t n, const struct drawing *drawing)
{
    switch (drawing->pattern) {
    case PATTERN_STENCIL: return drawn_rows(n, drawing);
    case PATTERN_POWER_LAW: return drawn_rows(n, drawing) + 1;
    default: return n / 3 + 1;
    }
}

static inline void draw_matrix(size_t n, size_t rows, size_t columns,
                               const struct drawing *drawing, uint32_t *offsets,
                               uint32_t *column)
{
    if (drawing->pattern == PATTERN_STENCIL)
        draw_stencil(n, rows, offsets, column);
    else if (drawing->pattern == PATTERN_POWER_LAW)
        draw_power_law(n, rows, columns, drawing, offsets, column);
    else
        draw_flagged(n, rows, columns, drawing, offsets, column);
}

#endif
