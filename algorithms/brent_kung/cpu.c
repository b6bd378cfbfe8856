/* cpu.c - Brent-Kung scan of one section: up a tree of folds, then down it.
 *
 *     input     a  b   c   d     e   f    g    h
 *     up 1      a  ab  c   cd    e   ef   g    gh       pairs,
 *     up 2      a  ab  c   abcd  e   ef   g    efgh     pairs of pairs, ...
 *     top       .  .   .   abcd  .   .    .    a..h     a plain scan
 *     down 2    .  .   .   .     .   a..f .    .        the folds in between
 *     down 1    a  ab  abc .     a..e .   a..g .
 *
 * FACTOR: children of a tree node (2 above). SEQUENTIAL: the tree ends when
 * this many folds are left, and one loop scans them: the Euro-Par paper's tree
 * depth, counted from the other end. Groups of FACTOR are scanned on the way
 * up, so that one op per cell is left for the way down.
 *
 * Cost of a section of B = 2^k, FACTOR 2, SEQUENTIAL 1: 2(B-1) - log2(B) ops
 * in 2*log2(B) - 1 steps; the longest chain is one shorter, since no cell takes
 * part in both the last step up and the first step down. sections.h joins
 * sections, and chunks.h joins chunks of sections.
 * Try it: `scanlab measure brent_kung --factor 4 --sequential 8`.
 * Source: Brent and Kung, IEEE Trans. Computers C-31 (1982); parameters from
 * Pizzuti, Steuwer, Dubach, Euro-Par 2022.
 */
#include "cpu.h"
#include "span.h"
#include "chunks.h"
#include "sections.h"
#include "tree.h"

/* Cell k of a tree over rows: the last lane stands for the row. */
INLINE void join(vec row[], int left, int right)
{
    row[right] = tree_last_of(row[right], vec_op(row[left], row[right]));
}

/* How many rows a cell stands for at the top: FACTOR to the power of the tree's
 * levels. Written out, since loops over registers need constants. */
#define LEVEL(size) (ROWS / (size) > SEQUENTIAL ? FACTOR * (size) : (size))
enum {
    LEVEL1 = LEVEL(1),
    LEVEL2 = LEVEL(LEVEL1),
    LEVEL3 = LEVEL(LEVEL2),
    LEVEL4 = LEVEL(LEVEL3),
    LEVEL5 = LEVEL(LEVEL4),
    LEVEL6 = LEVEL(LEVEL5),
    LEVEL7 = LEVEL(LEVEL6),
    LEVEL8 = LEVEL(LEVEL7),
    LEVEL9 = LEVEL(LEVEL8),
    TOP = LEVEL(LEVEL9)
};

/* The tree over rows. Cell c of a level ends at row (c + 1) * size - 1. */
INLINE void scan_rows(vec row[], int rows)
{
    int top = TOP;

    if (rows < ROWS) /* the short last section */
        for (top = 1; rows / top > SEQUENTIAL;)
            top *= FACTOR;
    UNROLL for (int size = 1; size < top; size *= FACTOR)
        UNROLL for (int c = 1; c < rows / size; c++)
            if (c % FACTOR != 0) /* the first of a group stays */
                join(row, c * size - 1, (c + 1) * size - 1);
    UNROLL for (int c = 1; c < rows / top; c++)
        join(row, c * top - 1, (c + 1) * top - 1);
    UNROLL for (int size = top / FACTOR; size > 0; size /= FACTOR)
        UNROLL for (int c = FACTOR; c < rows / size; c++)
            if (c % FACTOR != FACTOR - 1) /* the last of a group is final */
                join(row, c / FACTOR * FACTOR * size - 1, (c + 1) * size - 1);
}

INLINE void scan_section(vec row[], int rows)
{
    UNROLL for (int stride = 1; stride < W; stride *= 2) /* up, within */
        UNROLL for (int k = 0; k < rows; k++)
            row[k] = tree_up(row[k], stride);
    scan_rows(row, rows);
    UNROLL for (int stride = W / 2; stride > 0; stride /= 2) /* down, within */
        UNROLL for (int k = rows - 1; k >= 0; k--)
            row[k] =
                tree_down(k ? row[k - 1] : vec_all(identity()), row[k], stride);
}

void native_scan(const struct native_call *call)
{
    scan_in_chunks(call);
}
