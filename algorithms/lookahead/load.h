/* load.h - look-ahead: how the loading warp brings a tile to its buffer of the
 * ring, and how the warp that scanned a strip stores it.
 *
 *     place      0 1 2 3 | 4 5 6 7 | 8 9 10 11     units of 16 bytes
 *     element    . . 0 1   2 3 4 5   6 7 8  .      skip = 2, n = 9
 *     loaded     i i s s   bulk      s s s  i      i: identity, s: one by one
 *
 * Included after cut.h. */
#ifndef LOOKAHEAD_LOAD_H
#define LOOKAHEAD_LOAD_H

/* Fills the places of the buffer that the bulk copy does not: with single
 * elements, and with identities if there is no element. */
DEVICE void load_singles(const T *in, const struct cut *cut, struct extent e,
                         struct tile tile, T *buffer)
{
    const uint64_t lane = (uint64_t)lane_of_thread();
    const uint64_t end = tile.begin + (uint64_t)tile.strips * STRIP;
    const T *const from = in - cut->skip;
    T *const at = buffer - tile.begin;

    ROLLED
    for (uint64_t k = tile.begin + lane; k < e.from; k += WARP)
        put(&at[k], identity());
    ROLLED
    for (uint64_t k = e.from + lane; k < e.bulk_from; k += WARP)
        put(&at[k], from[k]);
    ROLLED
    for (uint64_t k = e.bulk_to + lane; k < e.to; k += WARP)
        put(&at[k], from[k]);
    ROLLED
    for (uint64_t k = e.to + lane; k < end; k += WARP)
        put(&at[k], identity());
    __syncwarp(); /* lane 0 arrives for all */
}

/* Copies the rest; a phase of landed ends when all copies (if any) are done. */
DEVICE void load_in_bulk(const T *in, const struct cut *cut, struct extent e,
                         struct tile tile, T *buffer, struct barrier *landed)
{
    if (e.bulk_from < e.bulk_to)
        bulk_load(&buffer[e.bulk_from - tile.begin],
                  &in[e.bulk_from - cut->skip],
                  (uint32_t)((e.bulk_to - e.bulk_from) * sizeof(T)), landed);
    else if (lane_of_thread() == 0)
        barrier_arrive(landed);
}

/* Stores a strip, from its place in the buffer: the bulk copy is still in
 * flight when this returns. */
DEVICE void store_strip(T *out, const struct cut *cut, struct tile strip,
                        const T *buffer)
{
    const struct extent e = extent_of(cut, strip, cut->stores_in_bulk);
    const uint64_t lane = (uint64_t)lane_of_thread();
    const T *const at = buffer - strip.begin;
    T *const to = out - cut->skip;

    if (e.bulk_from < e.bulk_to)
        bulk_store(&to[e.bulk_from], &at[e.bulk_from],
                   (uint32_t)((e.bulk_to - e.bulk_from) * sizeof(T)));
    ROLLED
    for (uint64_t k = e.from + lane; k < e.bulk_from; k += WARP)
        to[k] = fetch(&at[k]);
    ROLLED
    for (uint64_t k = e.bulk_to + lane; k < e.to; k += WARP)
        to[k] = fetch(&at[k]);
}

#endif
