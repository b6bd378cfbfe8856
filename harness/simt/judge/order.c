/* order.c - decides which accesses happened before which.
 *
 * A block's clock counts the steps that order its threads: a barrier, a
 * __syncwarp, a fence. An access has the clock of its thread. An earlier access
 * is before a later one of
 *
 *     another launch         always
 *     the same thread        always
 *     the same block         if there is a barrier between them, and the
 *                            earlier thread took part in it
 *     the same warp          if there is a __syncwarp between them
 *     any thread             if a flag has released it to that thread
 *
 * A flag carries everything that its writer had done, and knew of other
 * threads, at its newest fence. The reader of the flag knows all this once it
 * has called its own next fence. This knowledge is a graph of releases
 * (knowledge.h).
 *
 * An example: thread A of block 0 hands x to thread B of block 1. All clocks
 * begin at 1.
 *
 *     A: x = 5             the write of x has the stamp (block 0, A, clock 1)
 *     A: __threadfence()   makes release R: all that A did up to clock 1.
 *                          A's clock is 2 now
 *     A: *flag = 1         (volatile) the flag carries R
 *     A: y = 6             stamp (block 0, A, clock 2)
 *
 *     B: while (!*flag);   B has seen R, which is pending
 *     B: __threadfence()   B knows R. B's clock is 2 now
 *     B: reads x           x was written at (block 0, A, clock 1). That is
 *                          neither B itself nor of B's block, but R covers A up
 *                          to clock 1: the write is before the read
 *     B: reads y           y was written at clock 2. R does not cover that, and
 *                          B knows nothing else: a race
 *
 * Without A's fence the flag carries nothing; without B's fence R stays
 * pending. In both cases B races on x, too. Within a block it is simpler:
 * __syncthreads() sets the block's `base` to the next clock, say 3. Every
 * access of the block with a clock below 3 is before everything that its
 * threads do from then on.
 *
 * A fence.sc need not be called by the thread that reads or writes the flag:
 * CUDA defines __threadfence() as one. Let thread W write x, thread F write the
 * flag, thread R read the flag, and thread S read x:
 *
 *     W: x = 5             F:                   R:               S:
 *     W: fence 1              __syncthreads()   R: reads flag       __sync-
 *        __syncthreads()   F: flag = 1             __syncthreads()  threads()
 *                                                                S: fence 2
 *                                                                S: reads x
 *
 * All device-scope fence.sc are in a single order. If fence 2 were first, it
 * would synchronise with fence 1; then R's read would be before F's write in
 * causality order, and could not read from it. So fence 1 is first, and orders
 * accesses to x. W and F, or R and S, may be the same thread. This holds for
 * device-scope fences, and when a block or a whole warp meets; there is no such
 * order of fence.acq_rel. Source: PTX ISA, memory consistency model,
 * "Fence-SC", "Causality".
 *
 * In a launch over several GPUs, device scope is that of one GPU, and only
 * system scope includes them all. Each scope has its own lists: what a flag
 * carries, what threads have seen, and what they share when they meet. A fence
 * releases to, and acquires from, the lists of its own scope and of all smaller
 * ones. So a flag read on another GPU tells only of fences of system scope, and
 * only to a thread that then calls such a fence itself.
 *
 * A bulk copy and the end of a barrier's phase are events. An event is before
 * an access only if the thread of the access knows of the event. This holds
 * even for the thread that issued the copy.
 *
 * Shuffles and votes do not order memory. __syncthreads() orders only accesses
 * of the block: it is not a fence for other blocks.
 */
#include "order.h"

#include <stdlib.h>
#include <string.h>

/* True for an access that a thread of this warp made before the last meeting of
 * the lanes that have not returned, unless the thread had returned by then
 * without meeting them. One stamp can stand for the reads of a whole warp,
 * including such a thread's: if threads are distinguished, the caller checks
 * each of them. */
static bool is_before_meeting(const struct order *order,
                              const struct order_block *b, uint32_t warp,
                              stamp s)
{
    const uint32_t thread = stamp_thread(s), left = b->left[warp];

    if (stamp_clock(s) >= b->warp_base[warp])
        return false;
    if (!left)
        return true;
    if (stamp_span(s) == SPAN_THREAD)
        return !(left >> thread % WARP & 1) ||
               stamp_clock(s) < b->thread[thread].clock;
    return !order->apart;
}

/* The same for a block and its barriers. */
static bool is_before_barrier(const struct order *order,
                              const struct order_block *b, stamp s)
{
    if (stamp_clock(s) >= b->base)
        return false;
    if (!b->met)
        return true;
    return stamp_span(s) == SPAN_THREAD
               ? stamp_clock(s) < b->met[stamp_thread(s)]
               : !order->apart;
}

bool order_by_others(struct order *order, stamp s, const struct order_thread *t)
{
    const struct order_block *b = t->block;

    if (stamp_block(s) == b->number && !stamp_is_event(s) &&
        is_before_barrier(order, b, s))
        return true;
    if (stamp_block(s) == b->number && !stamp_is_event(s) &&
        stamp_span(s) != SPAN_BLOCK &&
        stamp_thread(s) / WARP == t->index / WARP &&
        (is_before_meeting(order, b, t->index / WARP, s) || order->lockstep))
        return true;
    if (!t->knows && !b->knows)
        return false;
    return known_tells(&order->known, b->knows, t->knows, s);
}

/* ------------------------------------------------------------------ clocks */

/* The block's next clock, for a barrier, a fence or an event. */
static uint32_t tick(struct order *order, struct order_block *block)
{
    if (block->clock >= MAX_CLOCK) {
        order->worn = true;
        return block->clock;
    }
    block->earlier = order->fences[block->gpu];
    return ++block->clock;
}

bool order_open(struct order *order)
{
    order_spans_gpus(order, 1, 0);
    order->sync_mask = 1023;
    order->sync = calloc(order->sync_mask + 1, sizeof *order->sync);
    return order->sync != NULL;
}

void order_close(struct order *order)
{
    known_close(&order->known);
    free(order->sync);
}

void order_spans_gpus(struct order *order, int gpus, uint32_t blocks)
{
    order->gpus = gpus;
    order->top = gpus > 1 ? SCOPE_SYSTEM : SCOPE_DEVICE;
    order->gpu_blocks = gpus > 1 ? blocks : UINT32_MAX;
}

bool order_launch_begins(struct order *order)
{
    bool anew = false;

    order->floor = order->highest + 1;
    if (order->floor > MAX_CLOCK / 2) {
        order->floor = 1;
        anew = true;
    }
    order->highest = order->floor;
    order->worn = false;
    known_forget(&order->known);
    memset(order->sync, 0, (order->sync_mask + 1) * sizeof *order->sync);
    order->sync_used = 0;
    order->has_bytes = false;
    order->stores = 0;
    memset(order->fences, 0, sizeof order->fences);
    return anew;
}

void order_block_begins(const struct order *order, struct order_block *block)
{
    block->gpu = block->number / order->gpu_blocks;
    block->gpu_blocks = order->gpu_blocks;
    block->gpu_first = block->gpu * block->gpu_blocks;
    block->base = block->whole = block->clock = order->floor;
    block->met = NULL;
    block->knows = NULL;
    block->joins = false;
    block->fences = block->earlier = NULL;
    for (uint32_t w = 0; w * WARP < block->threads; w++) {
        block->warp_base[w] = order->floor;
        block->left[w] = 0;
    }
    for (int s = SCOPE_DEVICE; s <= (int)order->top; s++) {
        block->sc[s] = (struct sc_lists){0};
        for (uint32_t w = 0; w * WARP < block->threads; w++)
            block->sc_warp[s][w] = (struct sc_lists){0};
    }
    for (uint32_t i = 0; i < block->threads; i++)
        block->thread[i] = (struct order_thread){
            .block = block, .index = i, .clock = order->floor};
    for (uint32_t i = 0; order->top == SCOPE_SYSTEM && i < block->threads; i++)
        block->of_system[i] = (struct order_scope){0};
}

void order_block_ends(struct order *order, const struct order_block *block)
{
    if (block->clock > order->highest)
        order->highest = block->clock;
}

void order_thread_returns(struct order_block *block, uint32_t thread)
{
    block->left[thread / WARP] |= (uint32_t)1 << thread % WARP;
    block->thread[thread].clock = block->warp_base[thread / WARP];
}

/* Adds what the thread shares with the threads that it meets. Its fences before
 * `since` are already in a list. */
static void add_sc(struct order *order, struct sc_lists *sc,
                   const struct order_scope *t, uint32_t since)
{
    const struct node *const fence = t->fenced;
    const struct knowledge *const seen = t->pending;

    if (fence && fence->sc && fence->made >= since)
        sc->fences = known_add(&order->known, fence, NULL, sc->fences);
    if (seen && !(sc->seen && sc->seen->list == seen))
        sc->seen = known_add(&order->known, NULL, seen, sc->seen);
}

/* Lanes that have returned shared this with their warp: the others pass it on.
 */
static void pass_on_sc(struct order *order, struct sc_lists *to,
                       const struct sc_lists *from)
{
    if (from->fences)
        to->fences = known_add(&order->known, NULL, from->fences, to->fences);
    if (from->seen)
        to->seen = known_add(&order->known, NULL, from->seen, to->seen);
}

static bool has_returned(const struct order_block *block, uint32_t thread)
{
    return block->left[thread / WARP] >> thread % WARP & 1;
}

static bool all_have_returned(const struct order_block *block, uint32_t warp)
{
    const uint32_t lanes = block->threads - warp * WARP;

    return block->left[warp] ==
           (lanes < WARP ? ((uint32_t)1 << lanes) - 1 : UINT32_MAX);
}

/* The block meets without threads that have returned since its last barrier,
 * which was at `since`. It knows their accesses before that barrier; and those
 * before their warp last met, which a remaining lane passes on. */
static void meet_without(struct order *order, struct order_block *block,
                         uint32_t since)
{
    uint32_t *const met =
        known_alloc(&order->known, block->threads * sizeof *met);

    order->leaves = true;
    for (uint32_t i = 0; met && i < block->threads; i++) {
        const uint32_t lanes =
            all_have_returned(block, i / WARP) ? 0 : block->thread[i].clock;
        met[i] = !has_returned(block, i)                     ? UINT32_MAX
                 : block->met && block->met[i] != UINT32_MAX ? block->met[i]
                 : lanes > since                             ? lanes
                                                             : since;
    }
    block->met = met;
}

void order_barrier(struct order *order, struct order_block *block)
{
    const struct knowledge *all = NULL;
    const uint32_t since = block->base;
    bool returned = false, lately = false;

    block->base = tick(order, block);
    for (uint32_t w = 0; w * WARP < block->threads; w++) {
        const bool passes = block->left[w] && !all_have_returned(block, w);
        for (int s = SCOPE_DEVICE; s <= (int)order->top; s++) {
            if (passes)
                pass_on_sc(order, &block->sc[s], &block->sc_warp[s][w]);
            block->sc_warp[s][w] = (struct sc_lists){0};
        }
    }
    for (uint32_t i = 0; i < block->threads; i++) {
        struct order_thread *t = &block->thread[i];
        if (has_returned(block, i)) {
            returned = true;
            lately |= !block->met || block->met[i] == UINT32_MAX;
            continue;
        }
        for (int s = SCOPE_DEVICE; s <= (int)order->top; s++)
            add_sc(order, &block->sc[s], order_of(t, s), since);
        t->clock = block->base;
        if (block->joins)
            all = known_join(&order->known, all, t->knows);
        else if (t->knows)
            block->knows =
                known_add(&order->known, NULL, t->knows, block->knows);
        t->knows = NULL;
    }
    if (!returned)
        block->whole = block->base;
    else if (lately)
        meet_without(order, block, since);
    block->knows = known_join(&order->known, block->knows, all);
}

/* Moves the thread on to a clock later than everything it has done. Threads
 * that do the same thing together share a clock. */
static void advance(struct order *order, struct order_thread *t)
{
    if (t->clock == t->block->clock)
        tick(order, t->block);
    t->clock++;
}

/* For each lane that has returned, the clock up to which it had met the others
 * of its warp; NULL: none has returned. */
static const uint32_t *
returned_lanes(struct order *order, const struct order_block *b, uint32_t warp)
{
    uint32_t *clock;

    if (!b->left[warp] ||
        !(clock = known_alloc(&order->known, WARP * sizeof *clock)))
        return NULL;
    for (uint32_t lane = 0; lane < WARP; lane++)
        clock[lane] = b->left[warp] >> lane & 1
                          ? b->thread[warp * WARP + lane].clock
                          : UINT32_MAX;
    return clock;
}

static struct node *node_of(struct order *order, const struct order_thread *t)
{
    const struct order_block *b = t->block;
    struct node *node = known_alloc(&order->known, sizeof *node);

    if (!node)
        return NULL;
    *node = (struct node){.block = b->number,
                          .thread = t->index,
                          .clock = t->clock,
                          .warp_base = b->warp_base[t->index / WARP],
                          .block_base = b->base,
                          .met = b->met,
                          .made = b->clock,
                          .left = returned_lanes(order, b, t->index / WARP),
                          .knows = t->knows};
    if (b->knows)
        node->knows = known_add(&order->known, NULL, b->knows, t->knows);
    return node;
}

static struct node *release(struct order *order, struct order_thread *t)
{
    struct node *node = node_of(order, t);

    t->clock = tick(order, t->block);
    return node;
}

/* All lanes of a warp that have not returned meet: the warp gets a new base,
 * like a block at a barrier. */
static void meet_whole(struct order *order, struct order_block *block,
                       uint32_t warp, uint32_t mask)
{
    struct order_thread *const first = &block->thread[warp * WARP];
    const struct knowledge *all = NULL, *last = NULL;
    const uint32_t since = block->warp_base[warp] > block->base
                               ? block->warp_base[warp]
                               : block->base;
    const uint32_t base = tick(order, block);

    block->warp_base[warp] = base;
    order->leaves |= block->left[warp] != 0;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        if (!(mask >> lane & 1))
            continue;
        for (int s = SCOPE_DEVICE; s <= (int)order->top; s++)
            add_sc(order, &block->sc_warp[s][warp], order_of(&first[lane], s),
                   since);
        first[lane].clock = base;
        if (block->joins) {
            if (first[lane].knows != last)
                all = known_join(&order->known, all, first[lane].knows);
            last = first[lane].knows;
        } else if (first[lane].knows) {
            all = known_add(&order->known, NULL, first[lane].knows, all);
        }
    }
    for (uint32_t lane = 0; all && lane < WARP; lane++)
        if (mask >> lane & 1)
            first[lane].knows = all;
}

/* The lanes of the mask learn each other's accesses. */
void order_lanes(struct order *order, struct order_block *block, uint32_t warp,
                 uint32_t mask, bool whole)
{
    struct order_thread *const first = &block->thread[warp * WARP];
    const struct knowledge *all = NULL;

    if (whole) {
        meet_whole(order, block, warp, mask);
        return;
    }
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (mask >> lane & 1)
            all = known_add(&order->known, release(order, &first[lane]), NULL,
                            all);
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (mask >> lane & 1)
            first[lane].knows =
                known_add(&order->known, NULL, all, first[lane].knows);
}

/* ------------------------------------------------------------------- flags */

static struct sync_word *find_sync(const struct order *order, uintptr_t address)
{
    uint32_t at = (uint32_t)(address >> 2) * 0x9e3779b1u & order->sync_mask;

    while (order->sync[at].address && order->sync[at].address != address)
        at = (at + 1) & order->sync_mask;
    return &order->sync[at];
}

static bool grow_sync(struct order *order)
{
    const struct order old = *order;
    struct sync_word *const sync =
        calloc(2 * ((size_t)old.sync_mask + 1), sizeof *sync);

    if (!sync) {
        order->known.failed = true;
        return false;
    }
    order->sync = sync;
    order->sync_mask = 2 * old.sync_mask + 1;
    for (uint32_t i = 0; i <= old.sync_mask; i++)
        if (old.sync[i].address)
            *find_sync(order, old.sync[i].address) = old.sync[i];
    free(old.sync);
    return true;
}

struct sync_word *order_flag_at(struct order *order, uintptr_t address,
                                bool make)
{
    if (make && 2 * order->sync_used > order->sync_mask && !grow_sync(order))
        return NULL;
    struct sync_word *const word = find_sync(order, address);
    if (word->address)
        return word;
    if (!make)
        return NULL;
    word->address = address;
    order->sync_used++;
    return word;
}

/* True when the flag's releases of this scope are for the threads of a block
 * that includes this one, or of a GPU that does. */
static bool is_for(const struct flag_told *told, const struct order_block *b,
                   int scope)
{
    return scope == SCOPE_BLOCK    ? told->owner == b->number
           : scope == SCOPE_DEVICE ? order_on_gpu_of(b, told->owner)
                                   : true;
}

/* The thread will know what the flag carries after its next fence: releases of
 * its own block after any fence, of others after a fence of the device or, if
 * they are of another GPU, of the system. */
void order_flag_told(struct order *order, struct order_thread *t,
                     const struct flag_told *told)
{
    for (int scope = SCOPE_BLOCK; scope <= (int)order->top; scope++) {
        const struct knowledge *const list = told->carries[scope];
        struct order_scope *const own = order_at(t, scope);
        const struct knowledge *const seen = own->pending;
        if (list && is_for(told, t->block, scope) &&
            !(seen && seen->list == list))
            own->pending = known_add(&order->known, NULL, list, seen);
    }
}

/* A byte may have been written together with its word, or separately. */
void order_flag_read(struct order *order, struct order_thread *t,
                     uintptr_t address, size_t bytes)
{
    const struct sync_word *const word =
        order_flag_at(order, address & ~(uintptr_t)3, false);

    if (word)
        order_flag_told(order, t, &word->told);
    for (size_t i = 0; i < bytes && order->has_bytes; i++) {
        const struct sync_word *const byte =
            order_flag_at(order, (address + i) | FLAG_BYTE, false);
        if (byte)
            order_flag_told(order, t, &byte->told);
    }
}

/* Adds the fences of threads that t has met, unless its own came later: that
 * one includes them all. */
static const struct knowledge *add_fences(struct order *order,
                                          const struct order_thread *t,
                                          int scope, const struct knowledge *to)
{
    const struct order_block *const b = t->block;
    const struct knowledge *const of_block = b->sc[scope].fences;
    const struct knowledge *const of_warp =
        b->sc_warp[scope][t->index / WARP].fences;
    const struct node *const own = order_of(t, scope)->fenced;

    if (of_block && !(own && own->block_base == b->base))
        to = known_add(&order->known, NULL, of_block, to);
    if (of_warp && !(own && own->warp_base == b->warp_base[t->index / WARP]))
        to = known_add(&order->known, NULL, of_warp, to);
    return to;
}

static bool has_met_fences(const struct order_thread *t)
{
    return t->block->sc[SCOPE_DEVICE].fences ||
           t->block->sc_warp[SCOPE_DEVICE][t->index / WARP].fences;
}

/* An update (an atomic read-modify-write) adds to what the flag carries; a
 * plain write replaces it. But a thread's own release of that flag continues in
 * its later writes to it (PTX: release patterns). A release of block scope is
 * only for that block, whichever thread updates the flag next; if a second
 * block releases to the same flag in this way, the first one's is forgotten. The
 * same holds for GPUs and their device scope. */
static void write_flag(struct order *order, const struct order_thread *t,
                       uintptr_t address, bool is_update)
{
    const bool releases = t->of[SCOPE_BLOCK].fenced || has_met_fences(t);
    struct sync_word *const word = order_flag_at(order, address, releases);

    if (!word)
        return;
    const struct knowledge **const carries = word->told.carries;
    const bool goes_on = is_update || (word->told.writer == t->index + 1 &&
                                       word->told.block == t->block->number);
    for (int scope = 0; scope <= (int)order->top; scope++) {
        const struct node *const fenced = order_of(t, scope)->fenced;
        const bool keeps =
            goes_on && (is_for(&word->told, t->block, scope) || !releases);
        const struct knowledge *kept = keeps ? carries[scope] : NULL;
        carries[scope] =
            fenced ? known_add(&order->known, fenced, NULL, kept) : kept;
        if (has_met_fences(t)) /* of a block: all its fences of the device */
            carries[scope] = add_fences(
                order, t, scope == SCOPE_BLOCK ? SCOPE_DEVICE : scope,
                carries[scope]);
    }
    word->told.block = t->block->number;
    word->told.writer = is_update ? 0 : t->index + 1;
    if (!goes_on || releases)
        word->told.owner = t->block->number;
}

/* A flag is overwritten as a part of a wider one: what it carried is gone. */
static void tells_nothing(struct order *order, const struct order_thread *t,
                          uintptr_t address)
{
    struct sync_word *const flag = order_flag_at(order, address, false);

    if (flag)
        flag->told = (struct flag_told){.block = t->block->number,
                                        .owner = t->block->number};
}

/* A byte of a flag is overwritten: its other bytes carry what the word carried.
 * Their entries are empty: the first byte written after the word comes here. */
static void leave_to_bytes(struct order *order, uintptr_t address)
{
    struct sync_word *word = order_flag_at(order, address, false);
    const struct flag_told told =
        word ? word->told : (struct flag_told){.block = 0};

    if (!told.carries[SCOPE_BLOCK] && !told.carries[SCOPE_DEVICE] &&
        !told.carries[SCOPE_SYSTEM])
        return;
    for (size_t i = 0; i < 4; i++) {
        struct sync_word *const byte =
            order_flag_at(order, (address + i) | FLAG_BYTE, true);
        if (byte)
            byte->told = told;
    }
    word = order_flag_at(order, address, false); /* bytes may have moved it */
    if (word)
        word->told =
            (struct flag_told){.block = told.block, .owner = told.owner};
}

void order_flag_written(struct order *order, const struct order_thread *t,
                        uintptr_t address, size_t bytes, bool is_update)
{
    if (bytes >= 4) {
        write_flag(order, t, address & ~(uintptr_t)3, is_update);
    } else {
        order->has_bytes = true;
        if (!is_update)
            leave_to_bytes(order, address & ~(uintptr_t)3);
        for (size_t i = 0; i < bytes; i++)
            write_flag(order, t, (address + i) | FLAG_BYTE, is_update);
    }
    for (size_t i = 4; i < bytes; i += 4)
        if (!is_update)
            tells_nothing(order, t, (address & ~(uintptr_t)3) + i);
    for (size_t i = 0; i < bytes && bytes >= 4 && order->has_bytes; i++)
        if (!is_update)
            tells_nothing(order, t, (address + i) | FLAG_BYTE);
}

/* The thread learns what the flags that it has read carry: all of it with a
 * fence.sc; else only the releases of the threads that wrote the flags, which
 * are entries with a node. */
static void learn_pending(struct order *order, struct order_thread *t,
                          const struct knowledge *pending, bool sc)
{
    if (sc) {
        t->knows = known_add(&order->known, NULL, pending, t->knows);
        return;
    }
    for (const struct knowledge *flag = pending; flag; flag = flag->next)
        for (const struct knowledge *k = flag->list; k; k = k->next)
            if (k->node)
                t->knows = known_add(&order->known, k->node, NULL, t->knows);
}

/* It also learns what the flags read by threads that it has met carry. */
static void learn_seen(struct order *order, struct order_thread *t,
                       enum scope scope)
{
    const struct order_block *const b = t->block;

    for (int s = SCOPE_DEVICE; s <= (int)scope; s++) {
        const struct knowledge *const of_block = b->sc[s].seen;
        const struct knowledge *const of_warp =
            b->sc_warp[s][t->index / WARP].seen;
        if (of_block)
            t->knows = known_add(&order->known, NULL, of_block, t->knows);
        if (of_warp)
            t->knows = known_add(&order->known, NULL, of_warp, t->knows);
    }
}

/* Later fence.sc come after this one: those of all GPUs, of its GPU, or of its
 * block. All threads of a block know here what any of them may know. */
static void add_to_order(struct order *order, struct order_block *b,
                         const struct node *fence, enum scope scope)
{
    const struct knowledge **const own = &order->fences[b->gpu];

    b->fences = known_add(&order->known, fence, NULL, b->fences);
    if (scope >= SCOPE_DEVICE)
        *own = known_add(&order->known, fence, NULL, *own);
    for (int g = 0; g < order->gpus && scope == SCOPE_SYSTEM; g++)
        if (g != (int)b->gpu)
            order->fences[g] =
                known_add(&order->known, NULL, *own, order->fences[g]);
    b->earlier = *own;
}

void order_fence(struct order *order, struct order_thread *t, enum scope scope,
                 bool sc)
{
    for (int s = 0; s <= (int)scope; s++) {
        struct order_scope *const own = order_at(t, s);
        if (own->pending)
            learn_pending(order, t, own->pending, sc);
        own->pending = NULL;
    }
    if (sc)
        learn_seen(order, t, scope);
    struct node *const node = release(order, t);
    if (node)
        node->sc = sc;
    for (int s = 0; s <= (int)scope; s++)
        order_at(t, s)->fenced = node;
    if (sc && order->keeps_history)
        add_to_order(order, t->block, node, scope);
}

bool order_sees(struct order *order, stamp s, const struct order_thread *t)
{
    const struct order_block *const b = t->block;

    return order_before(order, s, t) ||
           ((b->earlier || b->fences) &&
            known_tells(&order->known, b->earlier, b->fences, s));
}

bool order_would_know(struct order *order, stamp s,
                      const struct order_thread *t)
{
    return known_tells(&order->known,
                       order_of(t, order_scope_for(t, s))->pending, NULL, s);
}

bool order_others_would_know(struct order *order, stamp s,
                             const struct order_thread *t)
{
    const struct order_block *const b = t->block;
    const enum scope scope = order_scope_for(t, s);

    return known_tells(&order->known, b->sc[scope].seen,
                       b->sc_warp[scope][t->index / WARP].seen, s);
}

bool order_has_fenced(const struct order_thread *t, stamp s)
{
    const struct node *const fence = t->of[SCOPE_DEVICE].fenced;

    return fence && fence->clock >= stamp_clock(s);
}

bool order_block_has_fenced(const struct order_block *block, stamp s,
                            enum scope scope)
{
    for (uint32_t i = 0; i < block->threads; i++) {
        const struct node *const fence =
            order_of(&block->thread[i], scope)->fenced;
        if (fence && fence->made >= stamp_clock(s))
            return true;
    }
    return false;
}

/* ------------------------------------------------------------- bulk copies */

bool order_knows(struct order *order, const struct knowledge *list, stamp s)
{
    if (stamp_clock(s) < order->floor)
        return true;
    return known_tells(&order->known, list, NULL, s);
}

const struct node *order_release(struct order *order, struct order_thread *t)
{
    const struct node *node = node_of(order, t);

    advance(order, t);
    return node;
}

const struct node *order_event(struct order *order,
                               const struct order_thread *t, uint32_t site,
                               const struct knowledge *knows, stamp *event)
{
    struct order_block *b = t->block;
    const uint32_t clock = tick(order, b);
    struct node *node = known_alloc(&order->known, sizeof *node);

    *event = stamp_of_event(b->number, t->index, clock, site);
    if (!node)
        return NULL;
    *node = (struct node){.block = b->number,
                          .thread = NO_THREAD,
                          .clock = clock,
                          .made = clock,
                          .knows = knows};
    return node;
}

void order_learn(struct order *order, struct order_thread *t, uint32_t source,
                 uint32_t clock, const struct node *node,
                 const struct knowledge *list)
{
    const struct knowledge new = {.node = node,
                                  .list = list,
                                  .source = (uint16_t)source,
                                  .clock = (uint16_t)clock};
    const struct knowledge *kept[KNOWN_FAR], *k = t->knows;
    int count = 0;

    t->block->earlier = order->fences[t->block->gpu];
    for (; k && k->source != source && count < KNOWN_FAR; k = k->next)
        kept[count++] = k;
    if (k && k->source == source) {
        k = k->next;
        while (count > 0)
            k = known_copy(&order->known, kept[--count], k);
    } else {
        k = t->knows;
    }
    t->knows = known_copy(&order->known, &new, k);
}

void order_bulk_fence(struct order *order, struct order_thread *t)
{
    struct bulk_fence *fence = known_alloc(&order->known, sizeof *fence);

    advance(order, t);
    if (!fence)
        return;
    *fence = (struct bulk_fence){t->clock, t->bulk_fences};
    t->bulk_fences = fence;
}

/* Looks for the first fence after the write: it is known if any of them is. */
bool order_is_fenced(struct order *order, const struct order_block *b,
                     stamp write, const struct knowledge *list)
{
    const uint32_t thread = stamp_thread(write);
    const struct bulk_fence *first = NULL;

    for (const struct bulk_fence *f = b->thread[thread].bulk_fences;
         f && f->clock > stamp_clock(write); f = f->next)
        first = f;
    return first && order_knows(order, list,
                                stamp_of(b->number, thread, first->clock, 0,
                                         ACCESS_PLAIN, SPAN_THREAD));
}
