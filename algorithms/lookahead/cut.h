/* cut.h - look-ahead: how n is cut into generations, tiles and strips.
 *
 * A generation is one tile for each block. A tile is made of strips, a strip
 * of runs of RUN elements, one for each lane:
 *
 *     tile    | strip 0              | strip 1              | ...
 *     strip   | run of lane 0 | run of lane 1 | ... | run of lane 31 |
 *
 * In a scan RUN is odd, so that the lanes' runs begin in different banks.
 * If lanes read side by side instead, as in filter, RUN can be any number: such
 * an includer defines ITEMS and STRIPS.
 *
 * Places are counted from the last multiple of 16 bytes before the input, so
 * that tiles begin where bulk copies can: element i is at place i + skip. The
 * strips of the last, shorter generation are spread over all blocks.
 */
#ifndef LOOKAHEAD_CUT_H
#define LOOKAHEAD_CUT_H

#include "bulk.h"
#include "lookahead/shape.h"
#include "lookahead/turn.h"

#ifndef ITEMS
#define ITEMS 0 /* elements per lane's run; 0: by element size */
#endif
#ifndef STRIPS
#define STRIPS 0 /* strips per tile; 0: chosen by element size */
#endif

enum {
    RUN = ITEMS ? ITEMS : USUAL_RUN(sizeof(T)),
    TILE_STRIPS = STRIPS ? STRIPS : USUAL_STRIPS(sizeof(T)), /* at most 32 */
    STRIP = RUN * WARP,
    TILE = STRIP * TILE_STRIPS,
    /* After this many places, an address is a multiple of BULK_UNIT again. */
    UNIT = sizeof(T) % 16 == 0  ? 1
           : sizeof(T) % 8 == 0 ? 2
                                : 4
};

struct cut {
    uint64_t n, skip;
    uint32_t full;      /* generations of whole tiles */
    uint32_t rest;      /* strips of the last, shorter generation */
    uint32_t rest_each; /* these strips, per tile */
    bool loads_in_bulk, stores_in_bulk;
};

struct tile {
    uint64_t begin;  /* its first place */
    uint32_t strips; /* 0: none in this generation */
};

DEVICE uint32_t past_unit(const void *p)
{
    return (uint32_t)((uint64_t)p % BULK_UNIT);
}

DEVICE struct cut cut_up(const T *in, const T *out, uint64_t n)
{
    struct cut cut;
    const uint32_t whole = gridDim.x * TILE_STRIPS;

    cut.n = n;
    cut.skip = 0;
    while (cut.skip < UNIT &&
           (past_unit(in) + BULK_UNIT * UNIT - cut.skip * sizeof(T)) %
               BULK_UNIT)
        cut.skip++;
    cut.loads_in_bulk = cut.skip < UNIT;
    cut.stores_in_bulk = cut.loads_in_bulk && past_unit(in) == past_unit(out);
    if (!cut.loads_in_bulk)
        cut.skip = 0;

    const uint32_t strips = (uint32_t)((n + cut.skip + STRIP - 1) / STRIP);
    cut.full = strips / whole;
    cut.rest = strips % whole;
    cut.rest_each = (cut.rest + gridDim.x - 1) / gridDim.x;
    return cut;
}

DEVICE uint32_t generations_of(const struct cut *cut)
{
    return cut->full + (cut->rest > 0);
}

DEVICE struct tile tile_of(const struct cut *cut, uint32_t generation,
                           uint32_t block)
{
    const uint32_t before = generation * gridDim.x * TILE_STRIPS;
    struct tile tile;

    tile.strips = TILE_STRIPS;
    tile.begin = (uint64_t)(before + block * TILE_STRIPS) * STRIP;
    if (generation == cut->full) {
        const uint32_t first = block * cut->rest_each;
        const uint32_t left = first < cut->rest ? cut->rest - first : 0;
        tile.strips = left < cut->rest_each ? left : cut->rest_each;
        tile.begin = (uint64_t)(before + first) * STRIP;
    }
    return tile;
}

/* One strip of a tile, as a separate tile. */
DEVICE struct tile strip_of(struct tile tile, uint32_t s)
{
    tile.begin += (uint64_t)s * STRIP;
    tile.strips = 1;
    return tile;
}

/* Strips that warps take in turn, whichever tile they are in: strip s of the
 * block's tile of a generation, and the buffer that the tile is in. */
struct strip_turn {
    uint32_t generation, s;
    struct turn turn;
};

/* The me-th strip. The ring has more buffers than there are tiles before it. */
DEVICE struct strip_turn first_strip(uint32_t me)
{
    struct strip_turn at;

    at.generation = me / TILE_STRIPS;
    at.s = me % TILE_STRIPS;
    at.turn = first_turn(at.generation);
    return at;
}

DEVICE struct strip_turn next_strip(struct strip_turn at, uint32_t warps,
                                    uint32_t stages)
{
    const uint32_t next = at.s + warps, steps = next / TILE_STRIPS;

    at.generation += steps;
    at.s = next % TILE_STRIPS;
    at.turn = next_turn(at.turn, steps, stages);
    return at;
}

/* The number of tiles in a generation. */
DEVICE uint32_t tiles_of(const struct cut *cut, uint32_t generation)
{
    return generation < cut->full
               ? gridDim.x
               : (cut->rest + cut->rest_each - 1) / cut->rest_each;
}

/* Which of a tile's places are elements, and which of these a bulk copy can
 * move. The others share their 16 bytes with places that are not elements. */
struct extent {
    uint64_t from, to;
    uint64_t bulk_from, bulk_to;
};

DEVICE struct extent extent_of(const struct cut *cut, struct tile tile,
                               bool in_bulk)
{
    const uint64_t end = tile.begin + (uint64_t)tile.strips * STRIP;
    const uint64_t last = cut->n + cut->skip;
    struct extent e;

    e.from = tile.begin < cut->skip ? cut->skip : tile.begin;
    e.to = end < last ? end : last;
    e.bulk_from = (e.from + UNIT - 1) / UNIT * UNIT;
    e.bulk_to = e.to / UNIT * UNIT;
    if (!in_bulk || e.bulk_from >= e.bulk_to)
        e.bulk_from = e.bulk_to = e.to;
    return e;
}

#endif
