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
 * Shuffles and votes order no memory; __syncthreads() orders the block's
 * memory alone, and no fence is implied for other blocks.
 */
#include "machine.h"

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

static bool covers(const struct node *node, stamp s)
{
    const uint32_t clock = stamp_clock(s), thread = stamp_thread(s);

    if (node->block != stamp_block(s))
        return false;
    if (clock < node->block_base)
        return true;
    if (stamp_span(s) == SPAN_BLOCK)
        return false;
    if (thread / WARP == node->thread / WARP && clock < node->warp_base)
        return true;
    return stamp_span(s) == SPAN_THREAD && thread == node->thread &&
           clock <= node->clock;
}

static void push(struct list_stack *stack, const struct knowledge *list)
{
    if (!list)
        return;
    if (stack->count == stack->room) {
        stack->room = stack->room ? 2 * stack->room : 256;
        stack->list = realloc(stack->list, stack->room * sizeof *stack->list);
        if (!stack->list)
            abort();
    }
    stack->list[stack->count++] = list;
}

/* Lists in lists first, then what each release knew: mostly not needed. */
static bool is_known(struct simt *simt, stamp s)
{
    struct list_stack *const near = &simt->near, *const far = &simt->far;

    far->count = 0;
    for (;;) {
        if (near->count == 0 && far->count == 0)
            return false;
        struct list_stack *const from = near->count ? near : far;
        for (const struct knowledge *k = from->list[--from->count];
             k && k->mark != simt->search; k = k->next) {
            ((struct knowledge *)k)->mark = simt->search;
            push(near, k->list);
            if (!k->node || k->node->mark == simt->search)
                continue;
            if (covers(k->node, s)) {
                near->count = 0;
                return true;
            }
            ((struct node *)k->node)->mark = simt->search;
            push(far, k->node->knows);
        }
    }
}

bool order_by_others(struct simt *simt, stamp s, const struct thread *t)
{
    const struct block *b = t->block;

    if (stamp_block(s) == b->number && stamp_span(s) != SPAN_BLOCK &&
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

/* The running thread has come to a barrier or a fence. */
static uint32_t tick(struct simt *simt, struct block *block)
{
    if (block->clock >= CLOCK_MOST)
        sync_report_endless(simt, block->clock - simt->floor);
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
    }
}

void order_barrier(struct simt *simt, struct block *block)
{
    block->base = tick(simt, block);
    for (uint32_t i = 0; i < block->threads; i++) {
        struct thread *t = &block->thread[i];
        t->clock = block->base;
        if (t->knows)
            block->knows = learn(simt, NULL, t->knows, block->knows);
        t->knows = NULL;
    }
}

static const struct node *release(struct simt *simt, struct thread *t)
{
    struct block *b = t->block;
    struct node *node = pool_take(simt, sizeof *node);

    *node = (struct node){.block = b->number,
                          .thread = t->index,
                          .clock = t->clock,
                          .warp_base = t->warp->base,
                          .block_base = b->base,
                          .knows = t->knows};
    if (b->knows)
        node->knows = learn(simt, NULL, b->knows, t->knows);
    t->clock = tick(simt, b);
    return node;
}

/* The lanes of a mask know what each of them had done. */
void order_lanes(struct simt *simt, struct block *block, struct warp *warp,
                 uint32_t mask)
{
    struct thread *first = &block->thread[(warp - block->warp) * WARP];
    const struct knowledge *all = NULL;

    if (mask == warp->present) {
        warp->base = tick(simt, block);
        for (uint32_t lane = 0; lane < WARP; lane++) {
            if (!(mask >> lane & 1))
                continue;
            first[lane].clock = warp->base;
            if (first[lane].knows)
                all = learn(simt, NULL, first[lane].knows, all);
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
