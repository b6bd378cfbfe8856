/* readers.c - who has read a word, when that is more than one stamp can say.
 *
 * A list is a hash table. Where only barriers order the threads of a block, an
 * entry is a block's; else it is of those lanes of a warp that read the word in
 * the same line, at the same moment:
 *
 *     block 3, warp 0   clock 7   kernel.cu:12   lanes 11111111...
 *     block 3, warp 1   clock 7   kernel.cu:12   lanes 11110000...
 *     block 3, warp 1   clock 9   kernel.cu:14   lanes 00001000...
 *
 * or an event's (bulk.c), which stands under the lane that asked for the copy
 * and has nothing to do with what that lane itself has read.
 */
#include "simt/run/machine.h"

#include <stdlib.h>
#include <string.h>

/* What a list's entries are told by: the block, and its warp if they are kept
 * apart. */
static uint32_t key_of(const struct simt *simt, stamp s)
{
    return (uint32_t)(s >> 39) | (simt->apart ? 0 : WARP - 1);
}

static uint32_t place_of(const struct readers *readers, uint32_t key)
{
    return key * 0x9e3779b1u >> 7 & (readers->room - 1);
}

/* Twice the room, for the entries that still hold a lane. */
static void grow(const struct simt *simt, struct readers *readers)
{
    const struct readers old = *readers;

    readers->room = old.room ? 2 * old.room : 4;
    readers->used = 0;
    readers->reader = calloc(readers->room, sizeof *readers->reader);
    if (!readers->reader)
        abort();
    for (uint32_t i = 0; i < old.room; i++) {
        const struct reader *r = &old.reader[i];
        if (!r->lanes)
            continue;
        uint32_t at = place_of(readers, key_of(simt, r->stamp));
        while (readers->reader[at].stamp)
            at = (at + 1) & (readers->room - 1);
        readers->reader[at] = *r;
        readers->used++;
    }
    free(old.reader);
}

static struct reader *next_reader(const struct readers *readers,
                                  struct reader *r)
{
    return r + 1 < readers->reader + readers->room ? r + 1 : readers->reader;
}

static void add_block(struct readers *readers, struct reader *r, stamp s)
{
    while (r->stamp && stamp_block(r->stamp) != stamp_block(s))
        r = next_reader(readers, r);
    readers->used += !r->stamp;
    r->stamp = r->stamp ? (s & ~(stamp)3) | SPAN_BLOCK : s;
    r->lanes = 1;
}

/* Beside the lanes of its warp that read at this moment, in this line. What the
 * lane read before says no more, unless it was plain and this is not. */
static void add_lane(const struct simt *simt, struct readers *readers,
                     struct reader *r, stamp s)
{
    const uint32_t lane = (uint32_t)1 << stamp_thread(s) % WARP;
    const uint32_t key = key_of(simt, s);
    struct reader *same = NULL, *empty = NULL;

    for (; r->stamp; r = next_reader(readers, r)) {
        if (key_of(simt, r->stamp) != key)
            continue;
        if (r->stamp << 30 == s << 30)
            same = r;
        else if (!stamp_is_event(s) && !stamp_is_event(r->stamp) &&
                 (stamp_kind(s) == ACCESS_PLAIN ||
                  stamp_kind(s) == stamp_kind(r->stamp)))
            r->lanes &= ~lane;
        if (!r->lanes)
            empty = r;
    }
    if (!same) {
        same = empty ? empty : r;
        readers->used += !same->stamp;
        *same = (struct reader){.stamp = s};
    }
    same->lanes |= lane;
}

void readers_add(struct simt *simt, uint32_t list, stamp s)
{
    struct readers *readers = &simt->many[list];

    if (4 * readers->used >= 3 * readers->room)
        grow(simt, readers);
    struct reader *r = &readers->reader[place_of(readers, key_of(simt, s))];
    if (simt->apart)
        add_lane(simt, readers, r, s);
    else
        add_block(readers, r, s);
}

uint32_t readers_new(struct simt *simt)
{
    enum { KEPT = 64 }; /* room that is cheap to clear */
    uint32_t list;

    if (simt->many_used == simt->many_room) {
        const uint32_t room = simt->many_room ? 2 * simt->many_room : 64;
        struct readers *many = realloc(simt->many, room * sizeof *many);
        if (!many)
            abort();
        memset(many + simt->many_room, 0,
               (room - simt->many_room) * sizeof *many);
        simt->many = many;
        simt->many_room = room;
    }
    if (simt->many_free) {
        list = simt->many_free - 1;
        simt->many_free = simt->many[list].next_free;
    } else {
        list = simt->many_used++;
    }
    struct readers *readers = &simt->many[list];
    if (readers->room > KEPT) {
        free(readers->reader);
        readers->reader = NULL;
        readers->room = 0;
    }
    if (readers->room)
        memset(readers->reader, 0, readers->room * sizeof *readers->reader);
    readers->used = 0;
    return list;
}

void readers_forget(struct simt *simt, uint32_t list)
{
    simt->many[list].next_free = simt->many_free;
    simt->many_free = list + 1;
}
