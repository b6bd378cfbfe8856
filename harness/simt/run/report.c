/* report.c - turns a verdict of the judge into a finding: a sentence for each
 * verdict, and advice on how to correct it. */
#include "report.h"
#include "parts.h"
#include "race_advice.h"
#include "simt/code/red_zones.h"

#include <stdio.h>
#include <string.h>

static const char readonly_advice[] =
    "  Reads with __ldg(), or through a const __restrict__ parameter or a "
    "__restrict__ input, may use a cache that\n  does not see writes made "
    "while the kernel runs: use them only for memory that no thread has "
    "written\n  since the launch. Read this with a plain load, through a "
    "pointer that is not const __restrict__.\n";
static const char far_advice[] =
    "  An index this far off is often a negative number in an unsigned type, "
    "or has overflowed a narrow type.\n";
static const char private_advice[] =
    "  A variable that is neither __shared__ nor in global memory belongs to "
    "one thread: on a GPU, its address\n  refers to a different place in each "
    "thread.\n";
static const char fence_advice[] =
    "  Call bulk_fence() in each thread that wrote, before the barrier after "
    "which the copy begins: bulk copies\n  take a different path to memory "
    "from loads and stores.\n";

static const char *access_verb(bool write, enum access_kind kind)
{
    return !write ? "reads" : kind >= ACCESS_ATOMIC ? "changes" : "writes";
}

static const char *copy_of(stamp s)
{
    return stamp_is_event(s) ? "the copy started at " : "";
}

/* ------------------------------------------------------------ of a thread */

/* True for a stamp of several readers. It may name one that is ordered before
 * the write, or the thread that writes now: the judge only knows that some
 * thread of the block, or lane of the warp, is neither. */
static bool is_merged(stamp s, const struct thread *t)
{
    const bool own = stamp_block(s) == t->block->number;
    const bool warp = own && stamp_thread(s) / WARP == t->index / WARP;

    return (stamp_span(s) == SPAN_BLOCK && warp) ||
           (stamp_span(s) == SPAN_WARP && own && stamp_thread(s) == t->index);
}

/* Two atomics do not race, but the first one may give a word its first value:
 * for the judge that is a store, which must come before the other atomic. */
static bool is_first_value(const struct thread *t, const struct access *a,
                           const struct verdict *verdict)
{
    return verdict->other_wrote && stamp_is_first(verdict->other) &&
           a->kind >= ACCESS_ATOMIC &&
           stamp_kind(verdict->other) >= ACCESS_ATOMIC &&
           (stamp_block(verdict->other) == t->block->number ||
            (a->kind == ACCESS_ATOMIC &&
             stamp_kind(verdict->other) == ACCESS_ATOMIC &&
             order_on_gpu_of(&t->block->order, stamp_block(verdict->other))));
}

static void report_first_value(struct simt *simt, const struct access *a,
                               stamp other)
{
    const struct thread *t = simt->turn.current;

    finding_more(simt, "  Initialise it first: from the host, or in one "
                       "thread, followed by a barrier or a flag.\n");
    finding(simt,
            "uninitialised: %P (%T) changes %M, which holds no value until %P "
            "(%T) writes it, with no barrier, fence or flag between them",
            a->site, t->block->number, t->index, &t->block->code, a->address,
            a->bytes, stamp_site(other), stamp_block(other),
            stamp_thread(other));
}

void report_race(struct simt *simt, const struct access *a,
                 const struct verdict *verdict)
{
    const struct thread *t = simt->turn.current;
    const stamp other = verdict->other;

    if (simt->held.state == HELD_WAITS)
        return; /* it may follow from the finding that is held */
    if (is_first_value(t, a, verdict)) {
        report_first_value(simt, a, other);
        return;
    }
    const char *const lacks = advise_on_race(simt, a, verdict);
    if (stamp_block(other) != t->block->number)
        finding_call(simt, a->site);
    pending_next(simt, a, verdict);
    if (is_merged(other, t))
        finding(simt,
                "race on %M: %P (%T) %s it and another %s %s it, with no %s",
                &t->block->code, a->address, a->bytes, a->site,
                t->block->number, t->index, access_verb(a->write, a->kind),
                stamp_span(other) == SPAN_WARP ? "lane of its warp"
                                               : "thread of its block",
                verdict->other_wrote ? "writes" : "reads", lacks);
    else
        finding(
            simt, "race on %M: %P (%T) %s it and %s%P (%T) %s it, with no %s",
            &t->block->code, a->address, a->bytes, a->site, t->block->number,
            t->index, access_verb(a->write, a->kind), copy_of(other),
            stamp_site(other), stamp_block(other), stamp_thread(other),
            verdict->other_wrote ? "writes" : "reads", lacks);
}

static void report_readonly(struct simt *simt, const struct access *a,
                            stamp other)
{
    const struct thread *t = simt->turn.current;

    finding_more(simt, readonly_advice);
    finding(simt,
            "read-only: %P (%T) reads %M through the read-only cache, and %s%P "
            "(%T) wrote it in this launch: the value may be stale",
            a->site, t->block->number, t->index, &t->block->code, a->address,
            a->bytes, copy_of(other), stamp_site(other), stamp_block(other),
            stamp_thread(other));
}

static void report_barrier(struct simt *simt, const struct access *a)
{
    const struct thread *t = simt->turn.current;

    finding(simt,
            "barrier: %P (%T) %s %M, which is a barrier: only functions named "
            "barrier_... or bulk_... may touch it",
            a->site, t->block->number, t->index, a->write ? "writes" : "reads",
            &t->block->code, a->address, (size_t)8);
}

/* True for an address neither in an array nor next to one. */
static bool is_far_off(const struct simt *simt, uintptr_t address)
{
    const struct code_copy *const copy = &simt->turn.current->block->code;

    return address >= 4096 &&
           address - simt->global.begin >= simt->global.bytes &&
           address + RED_ZONE - copy->shared >=
               copy->shared_bytes + 2 * RED_ZONE;
}

static bool is_on_a_stack(const struct simt *simt, uintptr_t address)
{
    const struct launch *const launch = &simt->launch;

    for (int s = 0; s < launch->slots; s++)
        if (address - (uintptr_t)launch->block[s].stacks <
            (size_t)MAX_THREADS * STACK_BYTES)
            return true;
    return false;
}

void report_bounds(struct simt *simt, const struct access *a)
{
    const struct thread *t = simt->turn.current;
    const char *const dynamic =
        code_lacks_dynamic(&simt->code, &t->block->code, a->address);

    if (dynamic)
        end_not_judged(
            simt,
            "%P uses dynamic shared memory (%s), but the plan launches %s "
            "without any: declare it __shared__, not extern, with its length",
            a->site, dynamic, simt->launch.shape->kernel);
    if (is_on_a_stack(simt, a->address)) {
        finding_more(simt, private_advice);
        finding(simt,
                "out of bounds: %P (%T) %s %zu bytes of another thread's own "
                "variable",
                a->site, t->block->number, t->index,
                a->write ? "writes" : "reads", a->bytes);
    }
    if (is_far_off(simt, a->address))
        finding_more(simt, far_advice);
    finding_call(simt, a->site);
    finding(simt, "out of bounds: %P (%T) %s %zu bytes at %M", a->site,
            t->block->number, t->index, a->write ? "writes" : "reads", a->bytes,
            &t->block->code, a->address, a->bytes);
}

void report_index(struct simt *simt, uint32_t site, const char *type,
                  int64_t index)
{
    const struct thread *t = simt->turn.current;
    char text[120];

    snprintf(text, sizeof text, "index %lld of an array %.*s", (long long)index,
             2 + (int)strcspn(type + 1, "'"), type);
    finding(simt, "out of bounds: %P (%T) takes %s", site, t->block->number,
            t->index, text);
}

void report_misaligned(struct simt *simt, const struct access *a)
{
    const struct thread *t = simt->turn.current;

    finding(simt,
            "misaligned: %P (%T) %s %zu bytes at %M, whose address is not a "
            "multiple of %zu",
            a->site, t->block->number, t->index, a->write ? "writes" : "reads",
            a->bytes, &t->block->code, a->address, a->bytes, a->bytes);
}

static void report_unwritten(struct simt *simt, const struct access *a,
                             const struct verdict *verdict)
{
    const struct thread *t = simt->turn.current;
    const struct copy *copy = bulk_on_its_way(simt, a->address);

    if (copy) {
        finding_more(simt, advice_on_bulk_copies);
        finding(simt,
                "race on %M: %P (%T) reads it before the copy started at %P "
                "(%T) wrote it",
                &t->block->code, a->address, a->bytes, a->site,
                t->block->number, t->index, copy->site,
                copy->thread->block->number, copy->thread->index);
        return;
    }
    if (simt->held.state == HELD_WAITS)
        return;
    advise_on_last_flag(simt, a);
    finding_call(simt, a->site);
    pending_next(simt, a, verdict);
    finding(simt,
            "uninitialised: %P (%T) reads %M, which no thread has written",
            a->site, t->block->number, t->index, &t->block->code, a->address,
            a->bytes);
}

void report_access(struct simt *simt, const struct access *a,
                   const struct verdict *verdict)
{
    switch (verdict->kind) {
    case RACE: report_race(simt, a, verdict); return;
    case SAME_STORE: same_store_begins(simt, a, verdict); return;
    case READ_ONLY: report_readonly(simt, a, verdict->other); return;
    case OUT_OF_BOUNDS: report_bounds(simt, a); return;
    case TOUCHES_BARRIER: report_barrier(simt, a); return;
    case UNINITIALISED: report_unwritten(simt, a, verdict); return;
    case NO_MEMORY: end_out_of_memory(simt); return;
    case UNFENCED: /* only for copies */
    case FINE: return;
    }
}

void report_undefined(struct simt *simt, const struct thread *t, uint32_t from)
{
    note(simt, NOTE_UNDEFINED,
         "%P: a shuffle from a lane that has returned gives an undefined value "
         "(%T shuffles from lane %u): no result may depend on it",
         t->site, t->block->number, t->index, from);
}

void report_endless_accesses(struct simt *simt, const struct thread *t,
                             uint32_t site)
{
    finding(simt,
            "endless loop: %P (%T) is one of %u loads and stores by this "
            "thread, which has reached neither a barrier nor its end",
            site, t->block->number, t->index, t->steps);
}

void report_endless_sync(struct simt *simt, const struct thread *t,
                         uint32_t times)
{
    finding(simt,
            "endless loop: %P (%T) synchronises, and its block has done so %u "
            "times in this launch",
            t->site, t->block->number, t->index, times);
}

void report_many_syncs(struct simt *simt, const struct thread *t,
                       uint32_t times)
{
    end_not_judged(
        simt,
        "%P (%T) synchronises, and its block has done so %u times in this "
        "launch: an endless loop, or too many synchronisations for the SIMT "
        "machine to track; try fewer elements",
        t->site, t->block->number, t->index, times);
}

/* -------------------------------------------------------------- of a copy */

static void report_copy_race(struct simt *simt, const struct copy *copy,
                             uintptr_t address, bool write,
                             const struct verdict *verdict)
{
    const struct block *b = copy->thread->block;
    const stamp other = verdict->other;

    finding_more(simt, advice_on_bulk_copies);
    finding(simt,
            "race on %M: the copy started at %P (%T) %s it and %s%P (%T) %s "
            "it, with no barrier, fence or flag between them",
            &b->code, address, (size_t)4, copy->site, b->number,
            copy->thread->index, write ? "writes" : "reads", copy_of(other),
            stamp_site(other), stamp_block(other), stamp_thread(other),
            verdict->other_wrote ? "writes" : "reads");
}

static void report_fence(struct simt *simt, const struct copy *copy,
                         uintptr_t address, bool write, stamp other)
{
    const struct block *b = copy->thread->block;

    finding_more(simt, fence_advice);
    finding(
        simt,
        "fence: the copy started at %P (%T) %s %M; %P (%T) wrote it, and bulk "
        "copies do not see that write %s",
        copy->site, b->number, copy->thread->index,
        write ? "writes over" : "reads", &b->code, address, (size_t)4,
        stamp_site(other), stamp_block(other), stamp_thread(other),
        is_in_shared(b, address)
            ? "without bulk_fence()"
            : "before the next kernel: bulk_fence() covers only shared memory");
}

void report_copy(struct simt *simt, const struct copy *copy, uintptr_t address,
                 bool write, const struct verdict *verdict)
{
    const struct block *b = copy->thread->block;

    switch (verdict->kind) {
    case RACE: report_copy_race(simt, copy, address, write, verdict); return;
    case UNFENCED:
        report_fence(simt, copy, address, write, verdict->other);
        return;
    case UNINITIALISED:
        finding(simt,
                "uninitialised: the copy started at %P (%T) reads %M, which no "
                "thread has written",
                copy->site, b->number, copy->thread->index, &b->code, address,
                (size_t)4);
        return;
    case NO_MEMORY: end_out_of_memory(simt); return;
    case OUT_OF_BOUNDS: /* reported before the copy began */
    case SAME_STORE:
    case READ_ONLY:
    case TOUCHES_BARRIER:
    case FINE: return;
    }
}
