/* history.c - which older values may a load return?
 *
 * Stores take effect in the order in which they run: that is the order of the
 * values of each word (PTX: coherence). A load may return a value unless the
 * thread is ordered after a newer value of the same word: after the store of
 * the newer value, or after a load that returned that value. An example,
 * without any fence:
 *
 *     block 0: x = 1   y = 1                the values of x: 0, 1
 *     block 1: reads y: 1                   nothing orders block 1 after x = 1
 *     block 1: reads x: 1, or 0
 *
 * With a fence in each block, the release that y carries includes x = 1 for
 * block 1, so 0 is too old. And once a thread has read 1 it never reads 0
 * again: it is ordered after its own load.
 *
 * order_sees() decides what is ordered: it treats more accesses as ordered than
 * the rules for races do, so no load returns a value that PTX forbids.
 * Moreover, every read-modify-write reads the newest value, and no store is
 * seen early, so some weak outcomes that PTX allows never happen here.
 */
#include "history.h"

#include <string.h>

/* The history of exactly this word. Histories that overlap it end here: then
 * *clash is true. */
static struct history *find(struct order *order, uintptr_t address,
                            uint32_t bytes, bool *clash)
{
    struct history *own = NULL;

    *clash = false;
    for (uintptr_t at = address & ~(uintptr_t)7; at < address + bytes;
         at += 4) {
        const struct sync_word *const word = order_flag_at(order, at, false);
        struct history *const h = word ? word->history : NULL;
        if (!h || at + h->bytes <= address)
            continue;
        if (at == address && h->bytes == bytes) {
            own = h;
            continue;
        }
        h->is_dead = *clash = true;
    }
    return own;
}

struct history *history_of(struct order *order, uintptr_t address,
                           uint32_t bytes)
{
    bool clash;
    struct history *const h = find(order, address, bytes, &clash);

    if (h && clash)
        h->is_dead = true;
    return h && !h->is_dead ? h : NULL;
}

static struct past_value *append(struct history *h)
{
    if (h->count == HISTORY) {
        memmove(h->past, h->past + 1, (HISTORY - 1) * sizeof *h->past);
        h->count--;
    }
    struct past_value *const past = &h->past[h->count++];
    *past = (struct past_value){.number = 0};
    return past;
}

void history_written(struct order *order, uintptr_t address, uint32_t bytes,
                     stamp me, bool first)
{
    bool clash;
    struct history *h = find(order, address, bytes, &clash);

    if (clash || (bytes != 4 && bytes != 8)) {
        if (h)
            h->is_dead = true;
        return;
    }
    struct sync_word *const word = order_flag_at(order, address, true);
    if (word && !h) {
        h = word->history = known_alloc(&order->known, sizeof *h);
        if (h)
            *h = (struct history){.bytes = bytes};
    }
    if (!word || !h)
        return; /* memory is out: see order_trouble() */
    if (h->count == 0 && !first)
        append(h)->write = STAMP_HOST;
    if (h->count > 0) {
        struct past_value *const newest = &h->past[h->count - 1];
        newest->value = 0;
        memcpy(&newest->value, (const void *)address, bytes);
        newest->told = word->told;
    }
    struct past_value *const past = append(h);
    past->number = ++order->stores;
    past->write = me;
}

static bool is_known(struct order *order, const struct past_value *past,
                     const struct order_thread *t)
{
    if (past->is_known || order_sees(order, past->write, t))
        return true;
    for (uint32_t i = 0; i < past->observers; i++)
        if (order_sees(order, past->observer[i], t))
            return true;
    return false;
}

uint32_t history_oldest(struct order *order, const struct history *h,
                        const struct order_thread *t)
{
    uint32_t i = h->count - 1;

    while (i > 0 && !is_known(order, &h->past[i], t))
        i--;
    return i;
}

void history_observe(struct history *h, uint32_t index, stamp me)
{
    struct past_value *const past = &h->past[index];

    for (uint32_t i = 0; i < past->observers; i++)
        if (stamp_block(past->observer[i]) == stamp_block(me) &&
            stamp_thread(past->observer[i]) == stamp_thread(me))
            return; /* its first load is before this one */
    if (past->observers == OBSERVERS)
        past->is_known = true;
    else
        past->observer[past->observers++] = me;
}
