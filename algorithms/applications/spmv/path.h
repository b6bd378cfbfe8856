/* path.h - nonzeros and ends of rows, merged into one path: for cpu.c and
 * for kernels.
 *
 *     offsets    0 2 2 5 6            rows of 2, 0, 3 and 1 nonzeros
 *     path       0 1 | | 2 3 4 | 5 |  a nonzero k, or | the end of a row
 *     index      0 1 2 3 4 5 6 7 8 9
 *
 * Row r ends at index offsets[r + 1] + r: the nonzeros up to there plus the
 * rows before it. So equal parts of the path mean equal work, whether rows are
 * long, short or empty; and a binary search finds where a part begins.
 * Source: Merrill and Garland, Merge-Based Parallel Sparse Matrix-Vector
 * Multiplication, SC 2016.
 */
#ifndef PATH_H
#define PATH_H

/* The place of an index of the path. */
struct corner {
    uint64_t row;     /* the number of rows that end before it */
    uint64_t nonzero; /* the number of nonzeros before it */
};

/* index <= nonzeros + rows. */
DEVICE struct corner corner_at(const uint32_t *offsets, uint64_t rows,
                               uint64_t index)
{
    struct corner corner;
    uint64_t low = 0, high = index < rows ? index : rows;

    while (low < high) {
        const uint64_t middle = low + (high - low) / 2;
        if (offsets[middle + 1] + middle < index)
            low = middle + 1;
        else
            high = middle;
    }
    corner.row = low;
    corner.nonzero = index - low;
    return corner;
}

/* Does a row begin before that corner and end after it? */
DEVICE bool cuts_row(const uint32_t *offsets, uint64_t rows,
                     struct corner corner)
{
    return corner.row < rows && offsets[corner.row] < corner.nonzero;
}

#endif
