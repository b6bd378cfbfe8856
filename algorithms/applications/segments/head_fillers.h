/* head_fillers.h - places of a tile that are not elements are heads, too: those
 * before the first element, and those after the last.
 *
 *     place    0 1 2 3 4 5 6 7      two fillers, five elements, one filler
 *     bits     1 1 h h h h h 1
 *
 * Included after segments_ahead.h. Used by a marker after its lanes have
 * written a tile's bits: lane w % 32 wrote word w, or else a barrier followed.
 */
#ifndef HEAD_FILLERS_H
#define HEAD_FILLERS_H

/* The bits of places that are not elements, in this word of a tile. */
DEVICE uint32_t bits_of_fillers(const struct cut *cut, uint64_t place)
{
    const uint64_t end = cut->n + cut->skip;
    uint32_t bits = 0;

    if (place < cut->skip) /* fewer than in a word */
        bits = (1u << cut->skip) - 1;
    if (place + WARP > end)
        bits |= place < end ? ALL_LANES << (end - place) : ALL_LANES;
    return bits;
}

/* Marks places that are not elements as heads. */
DEVICE void mark_fillers(const struct cut *cut, struct tile tile,
                         uint32_t *bits)
{
    const uint32_t words = tile.strips * RUN;

    if (tile.begin >= cut->skip &&
        tile.begin + words * WARP <= cut->n + cut->skip)
        return; /* there are none */
    ROLLED
    for (uint32_t w = lane_of_thread(); w < words; w += WARP)
        bits[w] |= bits_of_fillers(cut, tile.begin + w * WARP);
}

#endif
