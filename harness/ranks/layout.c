/* layout.c - see layout.h. */
#include "layout.h"

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

size_t layout_pieces(const struct layout *layout)
{
    const size_t each = layout->chunk * (size_t)layout->ranks;

    return layout->chunk == 0 ? 1 : layout->n / each + (layout->n % each > 0);
}

/* Where the elements of rank `rank` begin: equal slices, the larger ones
 * first. */
static size_t slice_begin(const struct layout *layout, int rank)
{
    const size_t r = (size_t)rank, ranks = (size_t)layout->ranks;

    return layout->n / ranks * r + least(r, layout->n % ranks);
}

struct piece layout_piece(const struct layout *layout, int rank, size_t k)
{
    struct piece piece = {.at = layout->chunk * k};

    if (layout->chunk == 0) {
        piece.begin = slice_begin(layout, rank);
        piece.n = slice_begin(layout, rank + 1) - piece.begin;
        return piece;
    }
    piece.begin = least(
        (k * (size_t)layout->ranks + (size_t)rank) * layout->chunk, layout->n);
    piece.n = least(layout->chunk, layout->n - piece.begin);
    return piece;
}

size_t layout_own(const struct layout *layout, int rank)
{
    const size_t pieces = layout_pieces(layout);

    if (pieces == 0)
        return 0;
    const struct piece last = layout_piece(layout, rank, pieces - 1);
    return last.at + last.n;
}

size_t layout_largest(const struct layout *layout)
{
    return layout_pieces(layout) ? layout_piece(layout, 0, 0).n : 0;
}
