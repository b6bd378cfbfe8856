/* drawn_shape.h - for plan.c: generated lengths of segments (mk_flags,
 * segmented_scan_csr).
 */
#ifndef DRAWN_SHAPE_H
#define DRAWN_SHAPE_H

#include "../../contract/algorithm.h"

#include <string.h>

/* Generates a shape of n elements: a segment at each head of the pattern, with
 * up to two empty segments before it (up to 30 in the pattern `empty`), and two
 * more at the end; at most n + 2 in total. `shape` may be NULL; returns the
 * number of segments. */
static inline size_t draw_shape(size_t n, const struct drawing *drawing,
                                uint32_t *shape)
{
    const uint64_t kinds = drawing->pattern == PATTERN_EMPTY ? 31 : 3;
    size_t segments = 0, empty = n;

    for (size_t i = 0; i < n; i++)
        empty -= i == 0 || drawing->flag(drawing, i);
    for (size_t i = 0, length; i < n; i += length) {
        for (uint64_t k = drawing->number(drawing, i) % kinds;
             k > 0 && empty > 0; k--, empty--, segments++)
            if (shape)
                shape[segments] = 0;
        length = 1;
        while (i + length < n && !drawing->flag(drawing, i + length))
            length++;
        if (shape)
            shape[segments] = (uint32_t)length;
        segments++;
    }
    if (shape)
        memset(shape + segments, 0, 2 * sizeof *shape);
    return segments + 2;
}

#endif
