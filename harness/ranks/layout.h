/* layout.h - which of n elements a rank has.
 *
 *     slices, 10 elements on 3 ranks       | 0 1 2 3 | 4 5 6 | 7 8 9 |
 *
 *     chunks of 2, dealt in turn           | 0 1 | 2 3 | 4 5 |  generation 0
 *                                          | 6 7 | 8 9 |     |  generation 1
 *
 * A rank keeps its pieces one after the other: with chunks, rank 0 has
 * 0 1 6 7. A rank has one slice, or a chunk of each generation; either can be
 * empty.
 */
#ifndef LAYOUT_H
#define LAYOUT_H

#include <stddef.h>

struct layout {
    size_t n;
    int ranks;
    size_t chunk; /* 0: slices */
};

struct piece {
    size_t begin; /* of n */
    size_t n;
    size_t at; /* among the rank's own elements */
};

/* Pieces of every rank: 1, or the number of generations. */
size_t layout_pieces(const struct layout *layout);
/* The k-th piece of a rank. */
struct piece layout_piece(const struct layout *layout, int rank, size_t k);
/* All elements of a rank. */
size_t layout_own(const struct layout *layout, int rank);
/* The largest piece of any rank. */
size_t layout_largest(const struct layout *layout);

#endif
