/* readers.c - lists the readers of a word if a single stamp cannot represent
 * them.
 *
 * A list is a hash table. If only barriers order the threads of a block, an
 * entry represents a block. Otherwise it represents those lanes of a warp that
 * read the word on the same line, at the same clock:
 *
 *     block 3, warp 0   clock 7   kernel.cu:12   lanes 11111111...
 *     block 3, warp 1   clock 7   kernel.cu:12   lanes 11110000...
 *     block 3, warp 1   clock 9   kernel.cu:14   lanes 00001000...
 *
 * or it is an event (copies.c). An event has the number of the lane that issued
 * the copy, but does not represent that lane's own reads.
 */
#include "readers.h"

#include <stdlib.h>
#include <string.h>

/* The hash key of an entry: the block, and also the warp if entries distinguish
 * lanes. */
static uint32_t key_of(const struct readers *readers, stamp s)
{
    return (uint32_t)(s >> WARP_SHIFT) | (readers->apart ? 0 : WARP - 1);
}

static uint32_t place_of(const struct readers *readers, uint32_t key)
{
    return key * 0x9e3779b1u >> 7 & (readers->room - 1);
}

/* Doubles the room; takes over those entries that still have a lane. */
static bool grow(struct readers *readers)
{
    const struct readers old = *readers;
    const uint32_t room = old.room ? 2 * old.room : 4;
    struct reader *const grown = calloc(room, sizeof *grown);

    if (!grown)
        return false;
    *readers = (struct readers){.room = room,
                                .apart = old.apart,
                                .has_plain = old.has_plain,
                                .reader = grown};
    for (uint32_t i = 0; i < old.room; i++) {
        const struct reader *r = &old.reader[i];
        if (!r->lanes)
            continue;
        uint32_t at = place_of(readers, key_of(readers, r->stamp));
        while (readers->reader[at].stamp)
            at = (at + 1) & (readers->room - 1);
        readers->reader[at] = *r;
        readers->used++;
    }
    free(old.reader);
    return true;
}

static struct reader *next_reader(const struct readers *readers,
                                  struct reader *r)
{
    return r + 1 < readers->reader + readers->room ? r + 1 : readers->reader;
}

/* Plain reads by a block, and its reads of flags of each scope, have an entry
 * each: they race with different writes. */
static void add_block(struct readers *readers, struct reader *r, stamp s,
                      bool wrote, bool gpus)
{
    while (r->stamp &&
           (stamp_block(r->stamp) != stamp_block(s) || r->wrote != wrote ||
            stamp_weakness(r->stamp, gpus) != stamp_weakness(s, gpus)))
        r = next_reader(readers, r);
    readers->used += !r->stamp;
    r->stamp = r->stamp ? (s & ~(stamp)3) | SPAN_BLOCK : s;
    r->lanes = 1;
    r->wrote = wrote;
}

/* Adds the lane to those of its warp that read at this clock, on this line. An
 * earlier read by the lane is dropped, unless it was plain and this one is not.
 */
static void add_lane(struct readers *readers, struct reader *r, stamp s,
                     bool wrote)
{
    const uint32_t lane = (uint32_t)1 << stamp_thread(s) % WARP;
    const uint32_t key = key_of(readers, s);
    struct reader *same = NULL, *empty = NULL;

    for (; r->stamp; r = next_reader(readers, r)) {
        if (key_of(readers, r->stamp) != key || (r->wrote != wrote && r->lanes))
            continue;
        if (r->wrote == wrote && stamp_same_access(r->stamp, s))
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
        *same = (struct reader){.stamp = s, .wrote = wrote};
    }
    same->lanes |= lane;
}

bool readers_add(struct reader_lists *lists, uint32_t list, stamp s, bool wrote)
{
    struct readers *readers = &lists->list[list];

    if (4 * readers->used >= 3 * readers->room && !grow(readers))
        return false;
    struct reader *r = &readers->reader[place_of(readers, key_of(readers, s))];
    readers->has_plain |= stamp_weakness(s, lists->gpus) > 0;
    if (readers->apart)
        add_lane(readers, r, s, wrote);
    else
        add_block(readers, r, s, wrote, lists->gpus);
    return true;
}

static bool make_room(struct reader_lists *lists)
{
    const uint32_t room = lists->room ? 2 * lists->room : 64;
    struct readers *const grown =
        realloc(lists->list, room * sizeof *lists->list);

    if (!grown)
        return false;
    memset(grown + lists->room, 0, (room - lists->room) * sizeof *grown);
    lists->list = grown;
    lists->room = room;
    return true;
}

bool readers_new(struct reader_lists *lists, uint32_t *list, bool apart)
{
    enum { KEPT = 64 }; /* room worth keeping: it is cheap to clear */

    if (lists->used == lists->room && !make_room(lists))
        return false;
    if (lists->free) {
        *list = lists->free - 1;
        lists->free = lists->list[*list].next_free;
    } else {
        *list = lists->used++;
    }
    struct readers *readers = &lists->list[*list];
    if (readers->room > KEPT) {
        free(readers->reader);
        readers->reader = NULL;
        readers->room = 0;
    }
    if (readers->room)
        memset(readers->reader, 0, readers->room * sizeof *readers->reader);
    readers->used = 0;
    readers->apart = apart || lists->apart;
    readers->has_plain = false;
    return true;
}

bool readers_copy(struct reader_lists *lists, uint32_t list, uint32_t *copy)
{
    if (!readers_new(lists, copy, false))
        return false;
    const struct readers *const from = &lists->list[list];
    struct readers *const to = &lists->list[*copy];
    const size_t bytes = from->room * sizeof *from->reader;
    struct reader *const reader = realloc(to->reader, bytes);

    if (!reader)
        return false;
    memcpy(reader, from->reader, bytes);
    to->reader = reader;
    to->apart = from->apart;
    to->has_plain = from->has_plain;
    to->used = from->used;
    to->room = from->room;
    return true;
}

void readers_forget(struct reader_lists *lists, uint32_t list)
{
    lists->list[list].next_free = lists->free;
    lists->free = list + 1;
}

void readers_forget_all(struct reader_lists *lists)
{
    lists->used = lists->free = 0;
}

void readers_close(struct reader_lists *lists)
{
    for (uint32_t i = 0; i < lists->room; i++)
        free(lists->list[i].reader);
    free(lists->list);
}
