/* phases.c - barriers in shared memory (algorithms/gpu/bulk.h; PTX: mbarrier).
 *
 * A barrier counts the arrivals of threads and the bytes copied. When all have
 * arrived, a phase is over and the next one begins:
 *
 *     barrier_init(b, 2)     phase 0: 2 missing
 *     arrive, bulk_load      phase 0: 0 missing, 512 bytes to come
 *     the copy runs          phase 0 is over: threads that wait for parity 0
 *                            continue
 *
 * A thread that arrives passes on its knowledge; a thread that waits learns all
 * of it (order.c). Chance must not decide for which phase an arrival counts. So
 * a thread that arrives must know that the previous phase is over, or else its
 * arrival is counted as one too many. Hence a thread that knows of the end of a
 * phase also knows of the ends of all earlier phases.
 *
 * Limit: a thread that never arrives, and waits only when two phases are over,
 * waits forever on a GPU. The machine detects this only in runs in which the
 * thread really waits that late.
 *
 * The barrier's 8 bytes in the kernel's memory hold only a number; everything
 * else about it is stored here.
 */
#include "phases.h"
#include "parts.h"
#include "report.h"
#include "simt/device/calls.h"

#include <stdlib.h>
#include <string.h>

#define PC __builtin_return_address(0)

enum { BARRIER_BYTES = 8, MAX_ARRIVALS = (1 << 20) - 1 };

/* ---------------------------------------------------------------- barriers */

static bool is_shared(const struct block *b, uintptr_t address)
{
    return address - b->code.shared < b->code.shared_bytes &&
           address + BARRIER_BYTES - b->code.shared <= b->code.shared_bytes;
}

static struct phase_barrier *barrier_in(const struct block *b,
                                        uintptr_t address)
{
    uint32_t number;

    memcpy(&number, (const void *)address, sizeof number);
    return number < b->barriers && b->barrier[number].address == address
               ? &b->barrier[number]
               : NULL;
}

static void check_place(struct simt *simt, const struct thread *t,
                        uintptr_t address, uint32_t site, const char *verb)
{
    if (!is_shared(t->block, address))
        finding(simt,
                "barrier: %P (%T) %s %M; a barrier must be in shared memory",
                site, t->block->number, t->index, verb, &t->block->code,
                address, (size_t)BARRIER_BYTES);
    if (address % BARRIER_BYTES)
        finding(simt,
                "misaligned: %P (%T) %s the barrier %M, whose address is not a "
                "multiple of %d",
                site, t->block->number, t->index, verb, &t->block->code,
                address, (size_t)BARRIER_BYTES, BARRIER_BYTES);
}

struct phase_barrier *phase_barrier_at(struct simt *simt, struct thread *t,
                                       uintptr_t address, uint32_t site,
                                       const char *verb)
{
    const struct block *b = t->block;

    check_place(simt, t, address, site, verb);
    struct phase_barrier *barrier = barrier_in(b, address);
    if (!barrier) {
        finding_more(simt,
                     "  Call barrier_init() in one thread, then "
                     "__syncthreads() before other threads use the barrier.\n");
        finding(
            simt,
            "barrier: %P (%T) %s %M, for which no thread called barrier_init()",
            site, b->number, t->index, verb, &b->code, address,
            (size_t)BARRIER_BYTES);
    }
    if (simt->options.checking &&
        !order_before(&simt->judge.order, barrier->begun, t->order)) {
        finding_more(simt,
                     "  Call barrier_init() in one thread, then "
                     "__syncthreads() before other threads use the barrier.\n");
        finding(simt,
                "race on %M: %P (%T) %s it and %P (%T) calls barrier_init() "
                "for it, with no barrier, fence or flag between them",
                &b->code, address, (size_t)BARRIER_BYTES, site, b->number,
                t->index, verb, stamp_site(barrier->begun), b->number,
                stamp_thread(barrier->begun));
    }
    return barrier;
}

static void check_new(struct simt *simt, const struct thread *t,
                      uintptr_t address, uint32_t arrivals, uint32_t site)
{
    struct block *b = t->block;

    check_place(simt, t, address, site, "calls barrier_init() for");
    if (arrivals == 0 || arrivals > MAX_ARRIVALS)
        finding(simt,
                "barrier: %P (%T) calls barrier_init() with %u arrivals; a "
                "phase must have 1 to %d",
                site, b->number, t->index, arrivals, MAX_ARRIVALS);
    const struct phase_barrier *other = barrier_in(b, address);
    if (other)
        finding(simt,
                "barrier: %P (%T) calls barrier_init() for %M, but %P (%T) has "
                "already called it: call it once",
                site, b->number, t->index, &b->code, address,
                (size_t)BARRIER_BYTES, stamp_site(other->begun), b->number,
                stamp_thread(other->begun));
    if (b->barriers == MAX_BARRIERS)
        finding(simt,
                "barrier: %P (%T) calls barrier_init() for more than the %d "
                "barriers that the SIMT machine supports in a block",
                site, b->number, t->index, MAX_BARRIERS);
    if (!b->barrier) {
        b->barrier = calloc(MAX_BARRIERS, sizeof *b->barrier);
        if (!b->barrier)
            end_out_of_memory(simt);
    }
}

void simt_barrier_init(void *place, uint32_t arrivals)
{
    struct simt *simt = simt_running;
    const struct thread *t = simt->turn.current;
    struct block *b = t->block;
    const uintptr_t address = (uintptr_t)place;
    const uint32_t site = site_of(simt, PC);

    check_new(simt, t, address, arrivals, site);
    access_aligned(address, BARRIER_BYTES, true, ACCESS_PLAIN, PC);
    if (simt->options.checking)
        shadow_set_barrier(&b->shadow.word[(address - b->code.shared) / 4],
                           BARRIER_BYTES / 4);
    b->barrier[b->barriers] = (struct phase_barrier){
        .address = address,
        .begun = stamp_of(b->number, t->index, t->order->clock, site,
                          ACCESS_PLAIN, SPAN_THREAD),
        .arrivals = arrivals,
        .missing = arrivals};
    memcpy(place, &b->barriers, sizeof b->barriers);
    b->barriers++;
    b->order.joins = true;
}

/* ------------------------------------------------------------------ phases */

static void learn_phase(struct simt *simt, struct thread *t,
                        struct phase_barrier *barrier)
{
    const uint32_t number = (uint32_t)(barrier - t->block->barrier);
    const struct knowledge *const known = t->order->knows;

    barrier->missed = NULL;
    if (!simt->options.checking || !barrier->before ||
        (known && known->list == barrier->before))
        return;
    if (known == barrier->from && barrier->to) {
        /* The common case: the lanes of a warp learn the same. */
        order_learn_same(t->order, barrier->to);
        return;
    }
    barrier->from = known;
    order_learn(&simt->judge.order, t->order, SOURCE_BARRIERS + number,
                stamp_clock(barrier->passed), NULL, barrier->before);
    barrier->to = t->order->knows;
}

/* The threads that wait for the barrier's phase continue. */
static void wake(struct simt *simt, struct phase_barrier *barrier,
                 struct block *b, uint64_t time)
{
    for (uint32_t i = 0; i < b->threads; i++) {
        struct thread *t = &b->thread[i];
        if (t->state != THREAD_AT_PHASE || t->phase != barrier)
            continue;
        timing_until(&b->pace, time);
        learn_phase(simt, t, barrier);
        thread_set_free(t);
    }
}

/* `last` was the last to arrive, or to issue a copy; `time` is in cycles. */
static void end_phase(struct simt *simt, struct phase_barrier *barrier,
                      const struct thread *last, uint32_t site, uint64_t time)
{
    struct order *const order = &simt->judge.order;

    if (simt->options.checking) {
        const struct node *end =
            order_event(order, last->order, site, NULL, &barrier->passed);
        barrier->before = order_list(order, end, barrier->now, NULL);
        barrier->now = barrier->from = barrier->to = NULL;
    }
    if (barrier->load)
        barrier->missed = barrier->load;
    barrier->load = NULL;
    barrier->missing = barrier->arrivals;
    barrier->phase++;
    launch_progresses(&simt->launch);
    wake(simt, barrier, last->block, time);
    end_if_exhausted(simt);
}

static stamp stamp_of_node(const struct node *node)
{
    return node->thread == NO_THREAD
               ? stamp_of_event(node->block, 0, node->clock, 1)
               : stamp_of(node->block, node->thread, node->clock, 1,
                          ACCESS_PLAIN, SPAN_THREAD);
}

/* True when all arrivals of the phase before are ordered before the thread's
 * present action: in each run that phase is over. */
static bool knows_phase_before(struct simt *simt, const struct thread *t,
                               const struct phase_barrier *barrier)
{
    if (!barrier->before ||
        order_before(&simt->judge.order, barrier->passed, t->order))
        return true;
    for (const struct knowledge *k = barrier->before->list; k; k = k->next)
        if (!order_before(&simt->judge.order, stamp_of_node(k->node), t->order))
            return false;
    return true;
}

void phase_arrive(struct simt *simt, struct thread *t,
                  struct phase_barrier *barrier, uint32_t site,
                  const struct node *node, const struct copy *load)
{
    const bool full = barrier->missing == 0;

    if (full || !knows_phase_before(simt, t, barrier)) {
        finding_more(simt,
                     "  barrier_init() takes the number of arrivals in each "
                     "phase; a bulk_load() counts as one. Before a thread\n  "
                     "arrives again, it must have waited for the previous "
                     "phase, or be ordered after a thread that has.\n");
        finding(
            simt,
            "too many arrivals: %P (%T) arrives at %M, where phase %u already "
            "has its %u: one too many, or too early for the next phase",
            site, t->block->number, t->index, &t->block->code, barrier->address,
            (size_t)BARRIER_BYTES, barrier->phase - !full, barrier->arrivals);
    }
    if (node)
        barrier->now = order_list(&simt->judge.order, node, NULL, barrier->now);
    if (load)
        barrier->load = load;
    if (--barrier->missing == 0 && barrier->bytes == 0)
        end_phase(simt, barrier, t, site, t->block->pace.time);
}

void phase_expects(struct phase_barrier *barrier, uint32_t bytes)
{
    barrier->bytes += bytes;
}

void phase_bytes(struct simt *simt, const struct copy *copy)
{
    struct phase_barrier *barrier = copy->barrier;

    if (copy->node)
        barrier->now =
            order_list(&simt->judge.order, copy->node, NULL, barrier->now);
    barrier->bytes -= copy->bytes;
    if (barrier->missing == 0 && barrier->bytes == 0)
        end_phase(simt, barrier, copy->thread, copy->site, copy->time);
}

void simt_barrier_arrive(void *place)
{
    struct simt *simt = simt_running;
    struct thread *t = simt->turn.current;
    const uintptr_t address = (uintptr_t)place;
    const uint32_t site = site_of(simt, PC);

    if (simt->options.schedule != SCHEDULE_EXHAUSTIVE)
        schedule_flag(simt, address, true);
    struct phase_barrier *barrier =
        phase_barrier_at(simt, t, address, site, "arrives at");
    phase_arrive(simt, t, barrier, site,
                 simt->options.checking
                     ? order_release(&simt->judge.order, t->order)
                     : NULL,
                 NULL);
    end_if_exhausted(simt);
}

void simt_barrier_wait(void *place, uint32_t parity)
{
    struct simt *simt = simt_running;
    struct thread *t = simt->turn.current;
    const uintptr_t address = (uintptr_t)place;

    t->site = site_of(simt, PC);
    t->steps = 0;
    t->looked = false;
    timing_settle(&simt->timing, &t->block->pace);
    if (simt->options.schedule != SCHEDULE_EXHAUSTIVE)
        schedule_flag(simt, address, false);
    struct phase_barrier *barrier =
        phase_barrier_at(simt, t, address, t->site, "waits at");
    if (parity > 1)
        finding(simt,
                "barrier: %P (%T) waits at %M for a phase of parity %u; a "
                "parity is 0 or 1",
                t->site, t->block->number, t->index, &t->block->code, address,
                (size_t)BARRIER_BYTES, parity);
    if (barrier->phase % 2 != parity) {
        learn_phase(simt, t, barrier);
        end_if_exhausted(simt);
        return;
    }
    t->phase = barrier;
    thread_waits(t, THREAD_AT_PHASE);
    fibre_stop();
}

void phase_block_ends(struct simt *simt, const struct block *b)
{
    for (uint32_t i = 0; i < b->barriers; i++) {
        const struct phase_barrier *barrier = &b->barrier[i];
        const struct copy *copy =
            barrier->load ? barrier->load : barrier->missed;
        if (copy)
            finding(
                simt,
                "%B ends, and no thread waited at %M for the copy "
                "started at %P (%T): it may write to another block's memory",
                b->number, &b->code, barrier->address, (size_t)BARRIER_BYTES,
                copy->site, b->number, copy->thread->index);
    }
}
