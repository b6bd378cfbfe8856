/* bulk_calls.c - the functions of algorithms/gpu/bulk.h: a warp issues a bulk
 * copy, or waits for its stores.
 */
#include "bulk_calls.h"
#include "bulk_copies.h"
#include "parts.h"
#include "phases.h"
#include "simt/device/calls.h"
#include "sync.h"

#define PC __builtin_return_address(0)

/* ------------------------------------------------------- is it allowed? */

enum { UNIT = 16, SECTOR = 32 };

static bool in_global(const struct simt *simt, uintptr_t address)
{
    return address - simt->global.begin < simt->global.bytes;
}

/* The end of the shared variable at this address, or of the one before it.
 */
static uintptr_t end_of_variable(const struct simt *simt, const struct block *b,
                                 uintptr_t address)
{
    const struct source_symbol *found = NULL;

    for (size_t i = 0; i < simt->code.owns; i++) {
        const struct source_symbol *s = simt->code.own[i];
        if (s->offset <= address - b->code.shared &&
            (!found || s->offset > found->offset))
            found = s;
    }
    return found
               ? b->code.shared + found->offset + code_bytes(&simt->code, found)
               : UINTPTR_MAX;
}

static void report_too_long(struct simt *simt, const struct thread *t,
                            const struct bulk_call *call, uintptr_t begin,
                            uintptr_t beyond)
{
    finding(simt,
            "out of bounds: %P (%T) copies %u bytes %s %M, where only %zu are "
            "left",
            t->site, t->block->number, t->index, call->bytes,
            begin == call->to ? "to" : "from", &t->block->code, begin,
            (size_t)4, beyond > begin ? (size_t)(beyond - begin) : 0);
}

/* Checks one side of a copy, before the copy begins. */
static void check_side(struct simt *simt, const struct thread *t,
                       const struct bulk_call *call, uintptr_t begin,
                       bool shared)
{
    const struct block *b = t->block;
    const char *word = begin == call->to ? "to" : "from";

    if (shared ? !is_in_shared(b, begin) : !in_global(simt, begin))
        finding(simt, "bulk copy: %P (%T) copies %s %M, which is not %s memory",
                t->site, b->number, t->index, word, &b->code, begin, (size_t)4,
                shared ? "shared" : "global");
    if (begin % UNIT)
        finding(simt,
                "misaligned: %P (%T) copies %s %M, whose address is not a "
                "multiple of %d",
                t->site, b->number, t->index, word, &b->code, begin, (size_t)4,
                UNIT);
    const uintptr_t end = begin + call->bytes;
    const uintptr_t most = shared ? b->code.shared + b->code.shared_bytes
                                  : simt->global.begin + simt->global.used;
    if (end > most)
        report_too_long(simt, t, call, begin, begin < most ? most : begin);
    if (!simt->options.checking)
        return;
    if (shared && end > end_of_variable(simt, b, begin))
        report_too_long(simt, t, call, begin, end_of_variable(simt, b, begin));
    const struct shadow shadow = bulk_shadow(simt, b, begin);
    for (size_t k = 0; k < call->bytes / 4; k++)
        if (shadow.word[k].write >= STAMP_BARRIER)
            report_too_long(simt, t, call, begin, begin + 4 * k);
    if (!shared && simt->launch.overlaps &&
        (!t->waited || simt->launch.unsettled)) {
        const struct access told = {.address = begin,
                                    .bytes = 4,
                                    .write = begin == call->to,
                                    .site = t->site};
        overlap_touched(simt, &told, shadow, 0, call->bytes);
    }
}

static void check_bytes(struct simt *simt, const struct thread *t,
                        const struct bulk_call *call)
{
    if (call->bytes % UNIT || call->bytes == 0)
        finding(simt,
                "bulk copy: %P (%T) copies %u bytes, which is not a multiple "
                "of %d",
                t->site, t->block->number, t->index, call->bytes, UNIT);
}

/* ----------------------------------------------------------------- issuing */

/* A copy counts as one request. */
static void count_copy(struct simt *simt, const struct bulk_call *call,
                       bool write)
{
    const uintptr_t begin = write ? call->to : call->from;
    const struct request_count count = {
        .requests = 1,
        .accesses = 1,
        .bytes = call->bytes,
        .sectors = (begin + call->bytes - 1) / SECTOR - begin / SECTOR + 1};

    struct block *const b = simt->turn.current->block;

    *(write ? &simt->counts.write_bytes : &simt->counts.read_bytes) +=
        call->bytes;
    *(write ? &b->writes : &b->reads) += call->bytes;
    if (simt->options.counting)
        request_count_add(
            &simt->counts.requests
                 .of[REQUEST_GLOBAL][write ? REQUEST_STORE : REQUEST_LOAD],
            &count);
}

static void note_path(struct simt *simt, const struct thread *t,
                      const struct bulk_call *call, bool store)
{
    const uintptr_t shared = store ? call->from : call->to;
    const uintptr_t global = store ? call->to : call->from;

    accesses_go_on(&simt->accesses, t->site);
    accesses_go_on(&simt->accesses, shared - t->block->code.shared);
    accesses_go_on(&simt->accesses, global - simt->global.begin);
    accesses_go_on(&simt->accesses, call->bytes);
}

/* The copy knows what its thread knows now: *knows gets it, as a release. */
static void judge_new(struct simt *simt, struct copy *copy, bool store,
                      const struct node **knows)
{
    struct order *const order = &simt->judge.order;
    struct thread *const t = copy->thread;
    const struct copy *last = t->warp->last_store;

    *knows = order_release(order, t->order);
    copy->knows = order_list(order, *knows, NULL, NULL);
    copy->node = order_event(
        order, t->order, copy->site,
        store && last ? order_list(order, last->node, NULL, copy->knows)
                      : copy->knows,
        &copy->reads);
    copy->writes = copy->reads;
    if (store) {
        order_event(order, t->order, copy->site, NULL, &copy->writes);
        t->warp->last_store = copy;
    }
    end_if_exhausted(simt);
}

static struct copy *new_copy(struct simt *simt, struct thread *t,
                             const struct bulk_call *call, bool store,
                             const struct node **knows)
{
    struct copy *copy = known_alloc(&simt->judge.order.known, sizeof *copy);

    if (!copy)
        end_out_of_memory(simt);
    *copy = (struct copy){
        .thread = t,
        .site = t->site,
        .to = call->to,
        .from = call->from,
        .bytes = call->bytes,
        .time = timing_copy(&simt->timing, &t->block->pace, call->bytes)};
    *knows = NULL;
    if (simt->options.checking)
        judge_new(simt, copy, store, knows);
    bulk_hold(simt, copy);
    return copy;
}

static void begin(struct simt *simt, struct thread *t, bool store)
{
    const struct bulk_call *call = t->bulk;
    struct phase_barrier *barrier = NULL;
    const struct node *node;

    if (!store)
        barrier =
            phase_barrier_at(simt, t, call->barrier, t->site, "copies to");
    check_bytes(simt, t, call);
    check_side(simt, t, call, call->from, store);
    check_side(simt, t, call, call->to, !store);
    count_copy(simt, call, store);
    note_path(simt, t, call, store);
    struct copy *copy = new_copy(simt, t, call, store, &node);
    if (store) {
        copy->next = t->warp->stores;
        t->warp->stores = copy;
    } else {
        copy->barrier = barrier;
        phase_expects(barrier, copy->bytes);
        phase_arrive(simt, t, barrier, t->site, node, copy);
    }
    if (simt->options.schedule == SCHEDULE_REVERSE ||
        (schedule_is_random(simt) && schedule_happens(simt, 4)))
        bulk_run(simt, copy);
}

static void wait_for_stores(struct simt *simt, struct thread *t)
{
    struct copy **from = &t->warp->stores;

    for (uint32_t k = 0; *from && k < t->bulk->newest; k++)
        from = &(*from)->next;
    for (const struct copy *copy = *from; copy; copy = copy->next) {
        if (!copy->runs)
            bulk_run(simt, copy);
        if (simt->options.schedule == SCHEDULE_TIMED)
            timing_until(&t->block->pace, copy->time);
    }
    if (*from && (*from)->node)
        order_learn(&simt->judge.order, t->order,
                    SOURCE_STORES + t->index / WARP,
                    stamp_clock((*from)->reads), (*from)->node, NULL);
    *from = NULL;
    end_if_exhausted(simt);
}

static bool same(const struct bulk_call *a, const struct bulk_call *b)
{
    return a->to == b->to && a->from == b->from && a->bytes == b->bytes &&
           a->barrier == b->barrier && a->newest == b->newest;
}

void bulk_together(struct simt *simt, struct thread *any)
{
    static const char *const name[] = {"bulk_load", "bulk_store",
                                       "bulk_stores_read"};
    struct thread *first = any - any->lane;

    for (uint32_t lane = 1; lane < WARP; lane++) {
        const struct thread *t = first + lane;
        if (any->mask >> lane & 1 && !same(first->bulk, t->bulk))
            finding(simt,
                    "warp divergence: %T calls %s at %P, and %T at %P with "
                    "different arguments: all lanes must request the same copy",
                    first->block->number, first->index,
                    name[any->collective - COLLECTIVE_BULK_LOAD], first->site,
                    t->block->number, t->index, t->site);
    }
    if (any->collective == COLLECTIVE_BULK_READ)
        wait_for_stores(simt, first);
    else
        begin(simt, first, any->collective == COLLECTIVE_BULK_STORE);
}

static uintptr_t home_of(const void *memory)
{
    return global_home(&simt_running->global, (uintptr_t)memory);
}

void simt_bulk_load(void *to, const void *from, uint32_t bytes, void *barrier)
{
    const struct bulk_call call = {.to = (uintptr_t)to,
                                   .from = home_of(from),
                                   .bytes = bytes,
                                   .barrier = (uintptr_t)barrier};

    sync_meet_for_bulk(COLLECTIVE_BULK_LOAD, &call, PC);
}

void simt_bulk_store(void *to, const void *from, uint32_t bytes)
{
    const struct bulk_call call = {
        .to = (uintptr_t)to, .from = home_of(from), .bytes = bytes};

    sync_meet_for_bulk(COLLECTIVE_BULK_STORE, &call, PC);
}

void simt_bulk_stores_read(uint32_t newest)
{
    const struct bulk_call call = {.newest = newest};

    sync_meet_for_bulk(COLLECTIVE_BULK_READ, &call, PC);
}

/* This machine has no caches; but a GPU traps if the copy is not allowed. */
void simt_bulk_prefetch(const void *from, uint32_t bytes)
{
    struct simt *const simt = simt_running;
    struct thread *const t = simt->turn.current;
    const struct bulk_call call = {.from = home_of(from), .bytes = bytes};

    t->site = site_of(simt, PC);
    check_bytes(simt, t, &call);
    check_side(simt, t, &call, call.from, false);
}

void simt_bulk_fence(void)
{
    struct simt *const simt = simt_running;

    if (!simt->options.checking)
        return;
    order_bulk_fence(&simt->judge.order, simt->turn.current->order);
    end_if_exhausted(simt);
}
