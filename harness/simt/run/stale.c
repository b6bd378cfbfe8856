/* stale.c - loads of flags that return a value older than the newest.
 *
 * With options.weak, volatile and atomic words behave as weak memory: a load
 * may return any value that judge/history.c allows. Most such loads could just
 * as well have run earlier, and reveal nothing new. An odd load could not: its
 * block has already read a value that was written later.
 *
 *     block 0: x = 1   y = 1      no fence
 *     block 1: reads y: 1         so x = 1 has happened
 *     block 1: reads x: 0         odd
 *
 * The choice is random. Most launches have one odd load, so that a mistake can
 * be blamed on it; other launches may have many. A thread gets an older value
 * at most a few times in a row, and then the newest: a thread that looks
 * repeatedly sees the value it waits for.
 *
 * A hook comes before its load. So the hook gives the word its old value for
 * the one load that follows; the newest value is put back when the thread next
 * calls the machine, before any other thread runs.
 */
#include "parts.h"
#include "trace_moments.h"

#include <stdio.h>
#include <string.h>

enum {
    IN_A_ROW = 3,
    MANY = 64 /* odd ones in a launch */
};

/* A separate random generator, so that the order of threads does not change. */
static bool happens(struct stale *stale, uint32_t n)
{
    uint64_t z = stale->random += 0x9e3779b97f4a7c15u;

    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (z ^ z >> 31) % n == 0;
}

void stale_begin_run(struct stale *stale)
{
    stale->last.happened = false;
}

void stale_begin(struct simt *simt)
{
    struct stale *const stale = &simt->stale;

    stale->on = simt->options.weak &&
                simt->options.schedule == SCHEDULE_RANDOM &&
                simt->options.checking && !simt->options.lockstep;
    simt->judge.order.keeps_history = stale->on;
    stale->random = ~simt->options.seed * 0x9e3779b97f4a7c15u;
    stale->left = happens(stale, 4) ? MANY : 1;
    stale->bytes = 0;
}

/* True for an element that a compare-and-swap stored. */
static bool is_swapped(const struct simt *simt, uintptr_t k)
{
    const stamp write = simt->global.shadow.word[k].write;

    return write < STAMP_PARTS && !stamp_is_before_all(write) &&
           stamp_kind(write) != ACCESS_PLAIN;
}

/* The shadow of a word that may have a history; or NULL. */
static const struct word *shadow_of_flag(const struct simt *simt,
                                         uintptr_t address)
{
    const uintptr_t place = address - simt->global.begin;

    return simt->stale.on && place < simt->global.used &&
                   (!global_is_opaque(&simt->global, address) ||
                    is_swapped(simt, place >> 2))
               ? simt->global.shadow.word + (place >> 2)
               : NULL;
}

static stamp stamp_now(const struct thread *t, uint32_t site,
                       enum access_kind kind)
{
    return stamp_of(t->block->number, t->index, t->order->clock, site,
                    kind_in_stamp(kind), SPAN_THREAD);
}

void stale_written(struct simt *simt, uintptr_t address, size_t bytes,
                   enum access_kind kind, const void *pc)
{
    const struct word *const shadow = shadow_of_flag(simt, address);
    struct thread *const t = simt->turn.current;

    if (!shadow)
        return;
    history_written(&simt->judge.order, address, (uint32_t)bytes,
                    stamp_now(t, site_of(simt, pc), kind),
                    stamp_is_first(shadow->write));
    t->block->seen = simt->judge.order.stores;
}

/* The thread reads the value with this index. */
static void take(struct thread *t, struct history *h, uint32_t at, stamp me)
{
    history_observe(h, at, me);
    if (h->past[at].number > t->block->seen)
        t->block->seen = h->past[at].number;
}

void stale_looked(struct simt *simt, uintptr_t address, size_t bytes,
                  enum access_kind kind, const void *pc)
{
    struct thread *const t = simt->turn.current;
    struct history *const h =
        shadow_of_flag(simt, address)
            ? history_of(&simt->judge.order, address, (uint32_t)bytes)
            : NULL;

    if (h)
        take(t, h, h->count - 1, stamp_now(t, site_of(simt, pc), kind));
}

/* ------------------------------------------------------------------- loads */

/* Finds where a fence would have prevented the read of too old a value. */
static void blame(struct simt *simt, struct stale_read *read)
{
    struct order *const order = &simt->judge.order;
    const struct thread *const t = simt->turn.current;
    const struct thread *writer = NULL;

    for (int s = 0; s < simt->launch.resident; s++) {
        const struct block *const b = &simt->launch.block[s];
        if (b->live && b->number == stamp_block(read->missed))
            writer = &b->thread[stamp_thread(read->missed)];
    }
    const bool fenced =
        writer ? order_block_has_fenced(&writer->block->order, read->missed,
                                        read->scope)
               : order_knows(order, order->fences[t->block->order.gpu],
                             read->missed);
    read->missing =
        order_would_know(order, read->missed, t->order) ||
                order_others_would_know(order, read->missed, t->order)
            ? FENCE_OF_READER
        : fenced ? NO_FENCE_KNOWN
                 : FENCE_OF_WRITER;
}

static void note_read(struct simt *simt, const struct history *h, uint32_t at,
                      uintptr_t address)
{
    struct stale *const stale = &simt->stale;
    const struct thread *const t = simt->turn.current;

    stale->left--;
    stale->last = (struct stale_read){
        .happened = true,
        .address = address,
        .bytes = h->bytes,
        .block = t->block->number,
        .thread = t->index,
        .site = t->site,
        .old = h->past[at].value,
        .missed = h->past[at + 1].write,
        .scope = order_scope_for(t->order, h->past[at + 1].write)};
    blame(simt, &stale->last);
}

/* Chooses the value for this load at random, from `oldest` to the newest. */
static uint32_t draw(struct simt *simt, const struct history *h,
                     uint32_t oldest, bool *is_odd)
{
    struct stale *const stale = &simt->stale;
    const uint32_t newest = h->count - 1;
    uint32_t at = oldest;

    while (at + 1 < newest && happens(stale, 2))
        at++;
    *is_odd = h->past[at + 1].number <= simt->turn.current->block->seen;
    return *is_odd && stale->left == 0 ? newest : at;
}

static uint32_t choose(struct simt *simt, const struct history *h,
                       uintptr_t address)
{
    struct thread *const t = simt->turn.current;
    const uint32_t newest = h->count - 1;
    bool is_odd;

    if (newest == 0 || t->stale == IN_A_ROW || !happens(&simt->stale, 2))
        return newest;
    const uint32_t oldest = history_oldest(&simt->judge.order, h, t->order);
    if (oldest == newest)
        return newest;
    const uint32_t at = draw(simt, h, oldest, &is_odd);
    if (at == newest || (!is_odd && !happens(&simt->stale, 8)))
        return newest;
    if (is_odd)
        note_read(simt, h, at, address);
    return at;
}

/* Notes a second read of the word at another place, so not in a waiting loop.
 */
static void note_again(struct simt *simt, const struct thread *t,
                       uintptr_t address)
{
    struct stale_read *const r = &simt->stale.last;

    if (r->happened && r->address == address && r->thread == t->index &&
        r->block == t->block->number && r->site != t->site)
        r->again = t->site;
}

bool stale_read(struct simt *simt, uintptr_t address, size_t bytes,
                enum access_kind kind, uint64_t *old)
{
    struct order *const order = &simt->judge.order;
    struct thread *const t = simt->turn.current;
    struct history *const h = shadow_of_flag(simt, address)
                                  ? history_of(order, address, (uint32_t)bytes)
                                  : NULL;

    if (!h) {
        order_flag_read(order, t->order, address, bytes);
        return false;
    }
    const uint32_t at = choose(simt, h, address);
    const struct past_value *const past = &h->past[at];
    take(t, h, at, stamp_now(t, t->site, kind));
    if (at == h->count - 1) {
        t->stale = 0;
        note_again(simt, t, address);
        order_flag_read(order, t->order, address, bytes);
        return false;
    }
    t->stale++;
    t->looked = false; /* the next look may find a different value */
    order_flag_told(order, t->order, &past->told);
    *old = past->value;
    if (simt->record.trace)
        moment_stale(simt, t, address, bytes, *old);
    return true;
}

void stale_lend(struct simt *simt, uintptr_t address, size_t bytes,
                enum access_kind kind)
{
    struct stale *const stale = &simt->stale;
    uint64_t old;

    if (!stale_read(simt, address, bytes, kind, &old))
        return;
    stale->address = address;
    stale->bytes = (uint32_t)bytes;
    memcpy(&stale->newest, (const void *)address, bytes);
    memcpy((void *)address, &old, bytes);
    simt->launch.goes_quickly = false;
}

void stale_ends(struct simt *simt)
{
    struct stale *const stale = &simt->stale;

    memcpy((void *)stale->address, &stale->newest, stale->bytes);
    stale->bytes = 0;
    simt->launch.goes_quickly = launch_may_go_quickly(simt);
}

/* ------------------------------------------------------------------- words */

void stale_tell(struct simt *simt)
{
    const struct stale_read *const r = &simt->stale.last;
    const char *const fence =
        r->scope == SCOPE_SYSTEM ? "__threadfence_system" : "__threadfence";
    char old[32];

    if (!r->happened)
        return;
    snprintf(old, sizeof old, r->bytes == 4 ? "0x%08llx" : "0x%016llx",
             (unsigned long long)r->old);
    finding_say(
        simt,
        "  In this run %P (%T) read an older value of %M, %s, not the one "
        "that\n  %P (%T) wrote there: the memory model of PTX allows this, "
        "since nothing\n  orders that load after that store.\n",
        r->site, r->block, r->thread, &simt->launch.block[0].code, r->address,
        (size_t)r->bytes, old, stamp_site(r->missed), stamp_block(r->missed),
        stamp_thread(r->missed));
    if (r->again) {
        finding_say(simt,
                    "  At %P the same thread read it again and got a newer "
                    "value: keep the value read first.\n",
                    r->again);
        finding_call(simt, r->again);
    } else if (r->missing == FENCE_OF_READER)
        finding_say(simt,
                    "  If it must see that store: add %s() before "
                    "%P, after the flag of the store is read.\n",
                    fence, r->site);
    else if (r->missing == FENCE_OF_WRITER)
        finding_say(simt,
                    "  If it must see that store: add %s() after "
                    "%P, before its flag is written.\n",
                    fence, stamp_site(r->missed));
}
