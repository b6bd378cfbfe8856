/* cpu.c - Blelloch's scan of one section: up-sweep, down-sweep.
 *
 *     input     a   b    c    d
 *     up 1      a   ab   c    cd        right children take in the left ones
 *     up 2      a   ab   c    abcd      the root holds the total: saved
 *     clear     a   ab   c    1         the root becomes the identity
 *     down 2    a   1    c    ab        left child: the parent; right child:
 *     down 1    1   a    ab   abc       op(parent, old left child)
 *
 * Exclusive by nature. The inclusive scan is the same, one place to the left,
 * with the total at the end: it needs no op, and no subtraction, which would
 * work only for +. The operands for the right child must be in the order shown.
 * If they are swapped, sums of integers are still right, but affine maps are
 * not.
 *
 * Cost of a section of B = 2^k: 2(B-1) ops, of which B-1 in the up-sweep, in a
 * chain of 2k - 1. A short section is padded with identities to a power of two.
 * Try it: swap the operands in exchange() and run
 * `scanlab verify blelloch --source cpu.c`.
 * Source: Blelloch, Scans as Primitive Parallel Operations, IEEE Trans.
 * Computers 38 (1989). The Euro-Par 2022 paper calls this Brent-Kung.
 */
#include "cpu.h"
#include "span.h"
#include "chunks.h"
#include "sections.h"
#include "tree.h"

/* One step down between rows: the last lanes are the tree's cells. */
INLINE void exchange(vec *left, vec *right)
{
    const vec old = *left, parent = *right;

    *left = tree_last_of(old, parent);
    *right = tree_last_of(parent, vec_op(parent, old));
}

INLINE void scan_section(vec row[], int rows)
{
    const vec nothing = vec_all(identity());
    int padded = rows;

    if (rows < ROWS) /* a full section needs none, and no loop to find out */
        for (padded = 1; padded < rows;)
            padded *= 2;
    for (int k = rows; k < padded; k++)
        row[k] = nothing;

    UNROLL for (int stride = 1; stride < W; stride *= 2) /* up, within */
        UNROLL for (int k = 0; k < padded; k++)
            row[k] = tree_up(row[k], stride);
    UNROLL for (int far = 1; far < padded; far *= 2) /* up, between registers */
        UNROLL for (int k = 2 * far - 1; k < padded; k += 2 * far)
            row[k] = tree_last_of(row[k], vec_op(row[k - far], row[k]));

    const vec total = row[padded - 1];
    row[padded - 1] = tree_last_of(total, nothing);

    UNROLL for (int far = padded / 2; far > 0; far /= 2) /* down, between */
        UNROLL for (int k = 2 * far - 1; k < padded; k += 2 * far)
            exchange(&row[k - far], &row[k]);
    UNROLL for (int stride = W / 2; stride > 0; stride /= 2) /* down, within */
        UNROLL for (int k = 0; k < padded; k++)
            row[k] = tree_exchange(row[k], stride);

    /* One place to the left: inclusive. */
    UNROLL for (int k = 0; k < rows; k++) {
        const vec next = k + 1 < padded ? row[k + 1] : vec_spread(total);
        row[k] = vec_next(row[k], next);
    }
}

void native_scan(const struct native_call *call)
{
    scan_in_chunks(call);
}
