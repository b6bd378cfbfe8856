/* segments_launch.h - for launch.c: the one launch of segments_one_pass.h and
 * its costs. After tiles.h.
 */
#ifndef SEGMENTS_LAUNCH_H
#define SEGMENTS_LAUNCH_H

#include "../../lookback/look_back_launch.h"
#include "../../contract/tiles.h"

/* NULL, or why such tiles are rejected: besides its elements and fronts, a tile
 * needs `more` bytes, flags for its warps, a window and a ticket. */
static inline const char *segments_refuse(const struct request *request,
                                          size_t more)
{
    const struct tile tile = tile_of(request);
    const size_t flags = 2 * tile.block / WARP_LANES;
    const size_t window = 2 * (request->elem_bytes + 4) + 16;

    return tile_refuse(request, tile.block, tile.items,
                       tile_shared_bytes(request, tile.block, tile.items) +
                           flags + window + more);
}

/* Plans the launch and the buffers for looking back; the caller adds the
 * arguments, with argument_one_pass() as the last. */
static inline void plan_one_pass_launch(const struct request *request,
                                        struct plan *plan)
{
    plan_ticket_counter(plan);
    plan_packed_words(request, plan, tiles_of(request));
    plan_tiles(request, plan, "scan_in_one_pass", tiles_of(request));
}

static inline void argument_one_pass(struct plan *plan)
{
    enum { COUNTER, WORDS };

    argument_buffer(plan, COUNTER, 0);
    argument_buffer(plan, WORDS, 0);
    argument_launch(plan);
}

/* One segment costs the most: then each tile but the first looks back. `bytes`:
 * traffic besides the descriptors of tiles. */
static inline void segments_forms(const struct request *request,
                                  struct cost bytes, struct forms *forms)
{
    const struct tile full = tile_of(request);
    const size_t tiles = tiles_of(request), others = tiles - 1;
    const double total = (double)full.items - 1 + ceil_log2(full.block);
    struct tile first = full, middle = full, last = full;
    double work = 0, depth = 0;

    last.count = request->n - others * full.count;
    if (others == 0)
        first = last;
    work = tile_work(&first);
    depth = tile_deepest(&first);
    if (others > 0) {
        /* Each prefix is computed from the one before: no chain is longer. */
        middle.before = total + (double)others - 2;
        last.before = total + (double)others - 1;
        work += look_back_seen((double)others, look_back_most(request)) -
                (double)others + tile_work(&last);
        depth = larger(depth, tile_deepest(&last));
    }
    if (others > 1) {
        work += (double)(others - 1) * tile_work(&middle);
        depth = larger(depth, tile_deepest(&middle));
    }
    /* The counter: read and written. Each tile but the last publishes at least
     * one value; the number of looks has no bound here. */
    const double told = 2 * (double)others * (double)request->elem_bytes;
    const double least = 8 * (double)tiles + told;
    *forms = (struct forms){
        .work = between(0, work),
        .depth = between(0, depth),
        .bytes = between(bytes.low + least,
                         others > 0 ? INFINITY : bytes.high + least),
        .why = "no op is applied across a head: one segment costs the most; "
               "how far a tile looks back depends on timing and on heads",
    };
}

#endif
