/* order.c - what happened before what.
 *
 * A block's clock counts the moments that order its threads: a barrier, a
 * __syncwarp, a fence. An access carries its thread's clock. It is before
 * another one
 *
 *     of an earlier launch                        always
 *     of the same thread                          always
 *     of the same block                           if a barrier lies between
 *     of the same warp                            if a __syncwarp lies between
 *     of any thread                               if a flag carried it over
 *
 * A flag carries what its writer had done before its newest fence, and all that
 * this thread then knew of others; the reader has it after its own next fence.
 * What was carried is a graph of releases, each with the knowledge it was made
 * with, never a vector with an entry for each thread of the grid. A look-up
 * goes through it newest first: what somebody reads, he has mostly just learnt.
 *
 * A bulk copy and the end of a barrier's phase (bulk.c, phases.c) are events:
 * not before anything but what knows of them, be it of the same thread.
 *
 * Shuffles and votes order no memory; __syncthreads() orders the block's
 * memory alone, and no fence is implied for other blocks.
 */
#include "simt/run/machine.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------ knowledge */

static const struct knowledge *learn(struct simt *simt, const struct node *node,
                                     const struct knowledge *list,
                                     const struct knowledge *next)
{
    struct knowledge *k = pool_take(simt, sizeof *k);

    *k = (struct knowledge){.node = node, .list = list, .next = next};
    return k;
}

/* Of two entries of one source, the later one knows all of the other. */
static bool is_in(const struct knowledge *k, const struct knowledge *other)
{
    if (k->source)
        return k->source == other->source && k->clock <= other->clock;
    return k->node == other->node && k->list == other->list;
}

/* `or_same`: also when it is just the same. */
static bool is_in_some(const struct knowledge *k,
                       const struct knowledge *const *some, int count,
                       bool or_same)
{
    for (int i = 0; i < count; i++)
        if (is_in(k, some[i]) && (or_same || !is_in(some[i], k)))
            return true;
    return false;
}

static const struct knowledge *in_front(struct simt *simt,
                                        const struct knowledge *k,
                                        const struct knowledge *next)
{
    struct knowledge *copy = pool_take(simt, sizeof *copy);

    *copy = *k;
    copy->next = next;
    return copy;
}

enum { FAR = 32 }; /* entries of a list that are looked through */

/* What is in front of the place where two lists become one. */
struct fronts {
    const struct knowledge *a[FAR], *b[FAR], *common;
    int as, bs;
};

/* False: they are too long for this. */
static bool find_fronts(struct fronts *fronts, const struct knowledge *a,
                        const struct knowledge *b)
{
    int most = 0;

    for (; a && most < FAR; a = a->next)
        fronts->a[most++] = a;
    for (fronts->bs = 0; fronts->bs <= FAR; b = b->next) {
        for (fronts->as = 0; fronts->as < most; fronts->as++)
            if (fronts->a[fronts->as] == b)
                break;
        fronts->common = b;
        if (b ? fronts->as < most : !a)
            return true;
        if (!b || fronts->bs == FAR)
            return false;
        fronts->b[fronts->bs++] = b;
    }
    return false;
}

/* Both: what is in one and what is in the other, the newest of each source. */
static const struct knowledge *
join(struct simt *simt, const struct knowledge *a, const struct knowledge *b)
{
    struct fronts fronts;
    const struct knowledge *both;

    if (!a || !b || a == b)
        return a ? a : b;
    if (!find_fronts(&fronts, a, b))
        return learn(simt, NULL, b, a);
    both = fronts.common;
    for (int i = fronts.as - 1; i >= 0; i--)
        if (!is_in_some(fronts.a[i], fronts.b, fronts.bs, false))
            both = both == fronts.a[i]->next
                       ? fronts.a[i]
                       : in_front(simt, fronts.a[i], both);
    for (int i = fronts.bs - 1; i >= 0; i--)
        if (!is_in_some(fronts.b[i], fronts.a, fronts.as, true))
            both = both == fronts.b[i]->next
                       ? fronts.b[i]
                       : in_front(simt, fronts.b[i], both);
    return both;
}

static bool covers(const struct node *node, stamp s)
{
    const uint32_t clock = stamp_clock(s), thread = stamp_thread(s);

    if (node->block != stamp_block(s))
        return false;
    if (stamp_is_event(s))
        return node->thread == NO_THREAD && node->clock == clock;
    if (clock < node->block_base)
        return true;
    if (stamp_span(s) == SPAN_BLOCK)
        return false;
    if (thread / WARP == node->thread / WARP && clock < node->warp_base)
        return true;
    return stamp_span(s) == SPAN_THREAD && thread == node->thread &&
           clock <= node->clock;
}

static void push(struct list_queue *queue, const struct knowledge *list)
{
    if (!list)
        return;
    if (queue->count == queue->room) {
        queue->room = queue->room ? 2 * queue->room : 256;
        queue->list = realloc(queue->list, queue->room * sizeof *queue->list);
        if (!queue->list)
            abort();
    }
    queue->list[queue->count++] = list;
}

static void clear(struct list_queue *queue)
{
    queue->first = queue->count = 0;
}

/* What a release knew was there before it: it is no way to what its block has
 * done since. */
static bool is_too_old(const struct node *node, stamp s)
{
    return node->block == stamp_block(s) && node->made < stamp_clock(s);
}

/* Lists in lists first, then what each release knew: mostly not needed. The
 * newest is at the front of a list, so what was learnt together is gone through
 * before what it is made of. */
static bool is_known(struct simt *simt, stamp s)
{
    struct list_queue *const near = &simt->near, *const far = &simt->far;
    bool found = false;

    while (!found) {
        struct list_queue *const from = near->first < near->count ? near : far;
        if (from->first == from->count)
            break;
        for (const struct knowledge *k = from->list[from->first++];
             k && k->mark != simt->search; k = k->next) {
            ((struct knowledge *)k)->mark = simt->search;
            push(near, k->list);
            if (!k->node || k->node->mark == simt->search)
                continue;
            if (covers(k->node, s)) {
                found = true;
                break;
            }
            ((struct node *)k->node)->mark = simt->search;
            if (!is_too_old(k->node, s))
                push(far, k->node->knows);
        }
    }
    clear(near);
    clear(far);
    return found;
}

bool order_by_others(struct simt *simt, stamp s, const struct thread *t)
{
    const struct block *b = t->block;

    if (stamp_block(s) == b->number && !stamp_is_event(s) &&
        stamp_span(s) != SPAN_BLOCK &&
        stamp_thread(s) / WARP == t->index / WARP &&
        (stamp_clock(s) < t->warp->base || simt->options.lockstep))
        return true;
    if (!t->knows && !b->knows)
        return false;
    simt->search++;
    push(&simt->near, b->knows);
    push(&simt->near, t->knows);
    return is_known(simt, s);
}

/* ------------------------------------------------------------------ clocks */

/* The thread has come to a barrier or a fence, or a copy of it has run. */
static uint32_t tick(struct simt *simt, const struct thread *t)
{
    struct block *block = t->block;

    if (block->clock >= CLOCK_MOST)
        sync_report_endless(simt, t, block->clock - simt->floor);
    return ++block->clock;
}

void order_launch_begins(struct simt *simt)
{
    simt->floor = simt->highest + 1;
    if (simt->floor > CLOCK_MOST / 2) { /* start anew: all is the host's */
        const size_t words = simt->global_used / 4;
        for (size_t i = 0; i < words; i++) {
            struct word *w = &simt->shadow[i];
            w->read = 0;
            if (w->write != 0 && w->write != STAMP_OUTSIDE)
                w->write = STAMP_HOST;
        }
        simt->floor = 1;
    }
    simt->highest = simt->floor;
    simt->many_used = simt->many_free = 0;
    pool_forget(simt);
    memset(simt->sync, 0, (simt->sync_mask + 1) * sizeof *simt->sync);
    simt->sync_used = 0;
}

void order_block_begins(struct simt *simt, struct block *block)
{
    block->base = block->clock = simt->floor;
    block->knows = NULL;
    for (uint32_t w = 0; w * WARP < block->threads; w++)
        block->warp[w].base = simt->floor;
    for (uint32_t i = 0; i < block->threads; i++) {
        struct thread *t = &block->thread[i];
        t->clock = simt->floor;
        t->knows = NULL;
        t->pending[SCOPE_BLOCK] = t->pending[SCOPE_DEVICE] = NULL;
        t->fenced[SCOPE_BLOCK] = t->fenced[SCOPE_DEVICE] = NULL;
        t->bulk_fences = NULL;
    }
}

void order_barrier(struct simt *simt, struct block *block)
{
    const struct knowledge *all = NULL;

    block->base = tick(simt, simt->current);
    for (uint32_t i = 0; i < block->threads; i++) {
        struct thread *t = &block->thread[i];
        t->clock = block->base;
        if (block->barriers)
            all = join(simt, all, t->knows);
        else if (t->knows)
            block->knows = learn(simt, NULL, t->knows, block->knows);
        t->knows = NULL;
    }
    block->knows = join(simt, block->knows, all);
}

/* On to a clock that is later than what the thread has done; threads that do
 * the same together share it. */
static void advance(struct simt *simt, struct thread *t)
{
    if (t->clock == t->block->clock)
        tick(simt, t);
    t->clock++;
}

static struct node *node_of(struct simt *simt, const struct thread *t)
{
    const struct block *b = t->block;
    struct node *node = pool_take(simt, sizeof *node);

    *node = (struct node){.block = b->number,
                          .thread = t->index,
                          .clock = t->clock,
                          .warp_base = t->warp->base,
                          .block_base = b->base,
                          .made = b->clock,
                          .knows = t->knows};
    if (b->knows)
        node->knows = learn(simt, NULL, b->knows, t->knows);
    return node;
}

static const struct node *release(struct simt *simt, struct thread *t)
{
    const struct node *node = node_of(simt, t);

    t->clock = tick(simt, t);
    return node;
}

/* The lanes of a mask know what each of them had done. */
void order_lanes(struct simt *simt, struct block *block, struct warp *warp,
                 uint32_t mask)
{
    struct thread *first = &block->thread[(warp - block->warp) * WARP];
    const struct knowledge *all = NULL, *last = NULL;

    if (mask == warp->present) {
        warp->base = tick(simt, simt->current);
        for (uint32_t lane = 0; lane < WARP; lane++) {
            if (!(mask >> lane & 1))
                continue;
            first[lane].clock = warp->base;
            if (block->barriers) {
                if (first[lane].knows != last)
                    all = join(simt, all, first[lane].knows);
                last = first[lane].knows;
            } else if (first[lane].knows) {
                all = learn(simt, NULL, first[lane].knows, all);
            }
        }
        for (uint32_t lane = 0; all && lane < WARP; lane++)
            if (mask >> lane & 1)
                first[lane].knows = all;
        return;
    }
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (mask >> lane & 1)
            all = learn(simt, release(simt, &first[lane]), NULL, all);
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (mask >> lane & 1)
            first[lane].knows = learn(simt, NULL, all, first[lane].knows);
}

/* ------------------------------------------------------------------- flags */

static struct sync_word *sync_at(struct simt *simt, uintptr_t address,
                                 bool make)
{
    if (make && 2 * simt->sync_used > simt->sync_mask) {
        const uint32_t old = simt->sync_mask + 1;
        struct sync_word *from = simt->sync;
        simt->sync_mask = 2 * old - 1;
        simt->sync = calloc(2 * old, sizeof *simt->sync);
        if (!simt->sync)
            abort();
        simt->sync_used = 0;
        for (uint32_t i = 0; i < old; i++)
            if (from[i].address)
                *sync_at(simt, from[i].address, true) = from[i];
        free(from);
    }
    uint32_t at = (uint32_t)(address >> 2) * 0x9e3779b1u & simt->sync_mask;
    while (simt->sync[at].address && simt->sync[at].address != address)
        at = (at + 1) & simt->sync_mask;
    struct sync_word *word = &simt->sync[at];
    if (!word->address) {
        if (!make)
            return NULL;
        word->address = address;
        simt->sync_used++;
    }
    return word;
}

/* What was carried by the flag is known after the next fence. */
void order_flag_read(struct simt *simt, struct thread *t, uintptr_t address)
{
    const struct sync_word *word =
        sync_at(simt, address & ~(uintptr_t)3, false);

    if (!word)
        return;
    const enum scope scope =
        word->block == t->block->number ? SCOPE_BLOCK : SCOPE_DEVICE;
    const struct knowledge *list = word->carries[scope];
    const struct knowledge *seen = t->pending[scope];
    if (list && !(seen && seen->list == list))
        t->pending[scope] = learn(simt, NULL, list, seen);
}

/* An update (atomic read-modify-write) goes on carrying what it found. */
void order_flag_written(struct simt *simt, struct thread *t, uintptr_t address,
                        bool is_update)
{
    address &= ~(uintptr_t)3;
    struct sync_word *word =
        sync_at(simt, address, t->fenced[SCOPE_BLOCK] != NULL);

    if (!word)
        return;
    word->block = t->block->number;
    for (int scope = 0; scope < SCOPES; scope++) {
        const struct knowledge *kept = is_update ? word->carries[scope] : NULL;
        word->carries[scope] =
            t->fenced[scope] ? learn(simt, t->fenced[scope], NULL, kept) : kept;
    }
}

void order_fence(struct simt *simt, struct thread *t, enum scope scope)
{
    for (int s = 0; s <= (int)scope; s++)
        if (t->pending[s]) {
            t->knows = learn(simt, NULL, t->pending[s], t->knows);
            t->pending[s] = NULL;
        }
    const struct node *node = release(simt, t);
    t->fenced[SCOPE_BLOCK] = node;
    if (scope == SCOPE_DEVICE)
        t->fenced[SCOPE_DEVICE] = node;
}

/* ------------------------------------------------------------- bulk copies */

bool order_knows(struct simt *simt, const struct knowledge *list, stamp s)
{
    if (stamp_clock(s) < simt->floor)
        return true;
    simt->search++;
    push(&simt->near, list);
    return is_known(simt, s);
}

const struct knowledge *order_list(struct simt *simt, const struct node *node,
                                   const struct knowledge *list,
                                   const struct knowledge *next)
{
    return learn(simt, node, list, next);
}

const struct node *order_release(struct simt *simt, struct thread *t)
{
    const struct node *node = node_of(simt, t);

    advance(simt, t);
    return node;
}

const struct node *order_event(struct simt *simt, const struct thread *t,
                               uint32_t site, const struct knowledge *knows,
                               stamp *event)
{
    struct block *b = t->block;
    const uint32_t clock = tick(simt, t);
    struct node *node = pool_take(simt, sizeof *node);

    *node = (struct node){.block = b->number,
                          .thread = NO_THREAD,
                          .clock = clock,
                          .made = clock,
                          .knows = knows};
    *event = stamp_of_event(b->number, t->index, node->clock, site);
    return node;
}

void order_learn(struct simt *simt, struct thread *t, uint32_t source,
                 uint32_t clock, const struct node *node,
                 const struct knowledge *list)
{
    const struct knowledge new = {.node = node,
                                  .list = list,
                                  .source = (uint16_t)source,
                                  .clock = (uint16_t)clock};
    const struct knowledge *kept[FAR], *k = t->knows;
    int count = 0;

    for (; k && k->source != source && count < FAR; k = k->next)
        kept[count++] = k;
    if (k && k->source == source) {
        k = k->next;
        while (count > 0)
            k = in_front(simt, kept[--count], k);
    } else {
        k = t->knows;
    }
    t->knows = in_front(simt, &new, k);
}

void order_bulk_fence(struct simt *simt, struct thread *t)
{
    struct bulk_fence *fence = pool_take(simt, sizeof *fence);

    advance(simt, t);
    *fence = (struct bulk_fence){t->clock, t->bulk_fences};
    t->bulk_fences = fence;
}

/* The first fence after the write is the best known of them. */
bool order_is_fenced(struct simt *simt, const struct block *b, stamp write,
                     const struct knowledge *list)
{
    const uint32_t thread = stamp_thread(write);
    const struct bulk_fence *first = NULL;

    for (const struct bulk_fence *f = b->thread[thread].bulk_fences;
         f && f->clock > stamp_clock(write); f = f->next)
        first = f;
    return first && order_knows(simt, list,
                                stamp_of(b->number, thread, first->clock, 0,
                                         ACCESS_PLAIN, SPAN_THREAD));
}
