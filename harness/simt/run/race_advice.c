/* race_advice.c - advice on correcting a race: which barrier, fence or atomic
 * is missing, and between which lines.
 *
 *     race on prefixes[0]: kernel.cu:49 (block 1, thread 0) reads it and
 *     kernel.cu:40 (block 0, thread 0) writes it, with no fence between ...
 *       Add __threadfence() between kernel.cu:40, which writes the value, and
 *       kernel.cu:41, which writes the flag. flags[0], written there by block
 *       0, thread 0 and read by block 1, thread 0, then orders the two.
 *
 * Advice is a guess from the data of the judge and the debug information. Wrong
 * advice must not be given: if the guess is poor, there is no advice, or the
 * advice says "if".
 */
#include "race_advice.h"
#include "fibre.h"
#include "monoids/compares.h"
#include "parts.h"

#include <limits.h>
#include <string.h>

const char advice_on_bulk_copies[] =
    "  A bulk copy runs on its own. Threads may read what bulk_load() writes "
    "after barrier_wait() for its phase.\n  They may overwrite the source of a "
    "bulk_store() after bulk_stores_read(). Only the next kernel may\n  read "
    "what bulk_store() writes.\n";
static const char block_advice[] =
    "  Put a barrier between the two: __syncthreads() orders all threads of a "
    "block, __syncwarp() the lanes of\n  one warp. Since Volta, the lanes of a "
    "warp do not run in lockstep on their own.\n";
static const char block_flag_advice[] =
    "  A flag in shared memory orders them too: write value, "
    "__threadfence_block(), write flag (volatile); read\n  flag, "
    "__threadfence_block(), read value.\n";
static const char device_advice[] =
    "  Between blocks only a flag orders accesses: write value, "
    "__threadfence(), write flag (volatile or atomic); read\n  flag, "
    "__threadfence(), read value.\n";
static const char scope_advice[] =
    "  An atomic of block scope is atomic only within its block: between "
    "blocks, use device scope.\n";
static const char index_advice[] =
    "  Both threads write it on the same line. Does each thread have a "
    "different index, or should only one thread write?\n";
static const char block_index_advice[] =
    "  Both blocks write it on the same line. Does each block have a different "
    "index, or should only one block write?\n";
static const char two_writes_advice[] =
    "  Both threads write it. Is the index right on both lines? If so, the two "
    "writes must be ordered:\n";
static const char plain_side_advice[] =
    "  If either value will do, the old or the new, make both accesses "
    "volatile or atomic.\n";
static const char volatile_advice[] =
    "  Volatile orders nothing: a value can be older than a flag that was read "
    "before it.\n";
static const char atomic_advice[] =
    "  An atomic without a fence orders only its own word: a value can be "
    "older than a flag that was\n  read before it.\n";
static const char count_advice[] =
    "  If both threads use it as a counter, use atomicAdd() or atomicInc(), "
    "which read and write it in one step.\n";
static const char gpus_advice[] =
    "  Between GPUs only a flag orders accesses: write value, "
    "__threadfence_system(), write flag (volatile, or an atomic\n  of system "
    "scope); read flag, __threadfence_system(), read value.\n";
static const char gpu_atomic_advice[] =
    "  An atomic, load or store of device scope is a flag only within its GPU: "
    "between GPUs, use system scope, as in\n  atomicAdd_system().\n";
static const char gpu_fence_advice[] =
    "  A fence of device scope orders only threads of one GPU: between GPUs, "
    "use __threadfence_system().\n";

/* What is missing, after "with no". */
static const char anything[] = "barrier, fence or flag between them";
static const char fence[] = "fence between the value and its flag";
static const char of_system[] = "fence or flag of system scope between them";

/* The thread of a stamp of this launch, until another block takes its block's
 * slot; or NULL. */
static const struct thread *thread_at(const struct simt *simt, stamp s)
{
    for (int k = 0; k < simt->launch.resident; k++) {
        const struct block *const b = &simt->launch.block[k];
        if (b->number == stamp_block(s) &&
            (b->live || b->order.clock >= stamp_clock(s)))
            return &b->thread[stamp_thread(s)];
    }
    return NULL;
}

struct two_sites {
    const struct simt *simt;
    uint32_t first, second;
    bool are;
    int lines; /* from one to the other, at most */
};

static void compare_lines(void *arg)
{
    struct two_sites *const two = arg;
    const struct kernel_code *const code = &two->simt->code;
    struct source_line a, b;

    if (!code->lines ||
        !source_line(code->lines, code->sites.offset[two->first], &a) ||
        !source_line(code->lines, code->sites.offset[two->second], &b))
        return;
    const int away = b.place[0].line - a.place[0].line;
    two->are = away >= 0 && away <= two->lines &&
               !strcmp(a.place[0].file, b.place[0].file);
}

enum { MAX_LINES = 3 };

/* Debug information is read on a stack with enough room. */
static bool is_line_after(struct simt *simt, uint32_t first, uint32_t second,
                          int lines)
{
    struct two_sites two = {simt, first, second, false, lines};

    fibre_errand(simt, compare_lines, &two);
    return two.are;
}

/* The last flag that the thread read, if the writer of `other`, or its block,
 * wrote the flag: after `other`, as far as clocks and lines show. */
static bool is_flag_for(struct simt *simt, const struct thread *t, stamp other,
                        stamp *flag)
{
    const size_t place = t->looked_at - simt->global.begin;

    if (!t->looked_at || place >= simt->global.used)
        return false;
    *flag = stamp_of_write(shadow_at(&simt->global.shadow, place).word->write);
    return *flag < STAMP_PARTS && !stamp_is_before_all(*flag) &&
           stamp_block(*flag) == stamp_block(other) &&
           stamp_clock(*flag) >= stamp_clock(other) &&
           is_line_after(simt, stamp_site(other), stamp_site(*flag), INT_MAX);
}

/* The thread knows the writer's actions until its newest release. So a flag
 * announced those, and perhaps an earlier value in this place. */
static bool knows_earlier(struct simt *simt, const struct thread *t, stamp s)
{
    const stamp one = (stamp)1 << CLOCK_SHIFT;

    return stamp_clock(s) > simt->judge.order.floor &&
           order_before(&simt->judge.order, s - one, t->order);
}

static void tell_scope(struct simt *simt, const struct thread *t)
{
    if (t && order_fenced_for(t->order, SCOPE_BLOCK))
        finding_more(simt, "  __threadfence_block() orders accesses only for "
                           "threads of its own block.\n");
}

/* A different thread from the writer of `other` writes the flag: a fence
 * between the two lines may be for only one of them. */
static bool is_of_another_thread(stamp flag, stamp other)
{
    return stamp_thread(flag) != stamp_thread(other);
}

/* True when the flag, as it is now, releases `other`. */
static bool flag_tells(struct simt *simt, const struct thread *t, stamp other)
{
    struct order *const order = &simt->judge.order;
    const struct sync_word *const word =
        order_flag_at(order, t->looked_at & ~(uintptr_t)3, false);

    return word && order_knows(order, word->told.carries[SCOPE_DEVICE], other);
}

/* The thread has read the flag, which does not release `other`. */
static const char *tell_missing_release(struct simt *simt,
                                        const struct thread *t,
                                        const struct verdict *verdict,
                                        stamp flag)
{
    const stamp other = verdict->other;
    const char *lacks = anything;
    uint32_t now;

    memcpy(&now, (const void *)t->looked_at, sizeof now);
    if (now != (uint32_t)t->spin_value)
        finding_say(simt,
                    "  The flag that %T read is older than %P: either %T "
                    "reads\n  it too early, or %P overwrites a value that was "
                    "announced earlier and must be kept.\n",
                    t->block->number, t->index, stamp_site(other),
                    t->block->number, t->index, stamp_site(other));
    else if (flag_tells(simt, t, other))
        return lacks;
    else if (is_of_another_thread(flag, other))
        finding_say(simt,
                    "  %T writes the flag at %P. The flag covers %P (%T) only "
                    "if the two threads\n  meet at a barrier in between, and "
                    "either the latter calls __threadfence() before that "
                    "barrier,\n  or the writer of the flag calls it after.\n",
                    stamp_block(flag), stamp_thread(flag), stamp_site(flag),
                    stamp_site(other), stamp_block(other), stamp_thread(other));
    else if (knows_earlier(simt, t, other))
        finding_say(
            simt,
            "  Either add __threadfence() between %P and the flag that "
            "%P writes, or store\n  elsewhere: %P overwrites a value "
            "that a flag has already announced, and that value must be kept.\n",
            stamp_site(other), stamp_site(flag), stamp_site(other));
    else {
        lacks = fence;
        finding_say(simt,
                    "  Add __threadfence() between %P, which %s the value, "
                    "and %P, which writes the flag.\n  %M, written there by "
                    "%T and read by %T, then orders the two.\n",
                    stamp_site(other),
                    verdict->other_wrote ? "writes" : "reads", stamp_site(flag),
                    &t->block->code, t->looked_at, (size_t)4, stamp_block(flag),
                    stamp_thread(flag), t->block->number, t->index);
    }
    tell_scope(simt, thread_at(simt, other));
    return lacks;
}

/* The writer has called no fence. Another thread of its block has called one,
 * perhaps meant for both. */
static void tell_unfenced(struct simt *simt, const struct thread *writer,
                          stamp other)
{
    finding_say(
        simt,
        order_block_has_fenced(&writer->block->order, other, SCOPE_DEVICE)
            ? "  %T called no __threadfence() after %P. It must call one "
              "before the flag, or\n  meet the thread that writes the flag at "
              "a barrier before that thread calls its own.\n"
            : "  %T called no __threadfence() after %P: add one before the "
              "flag, or before the barrier\n  above the flag.\n",
        stamp_block(other), stamp_thread(other), stamp_site(other));
    tell_scope(simt, writer);
}

void advise_on_last_flag(struct simt *simt, const struct access *a)
{
    const struct thread *const t = simt->turn.current;
    const size_t place = t->looked_at - simt->global.begin;

    if (a->write || a->kind != ACCESS_PLAIN || !t->looked_at ||
        place >= simt->global.used ||
        a->address - simt->global.begin >= simt->global.used)
        return;
    const stamp flag =
        stamp_of_write(shadow_at(&simt->global.shadow, place).word->write);
    if (flag < STAMP_PARTS && !stamp_is_before_all(flag) &&
        !stamp_is_event(flag) && stamp_block(flag) != t->block->number)
        finding_say(simt,
                    "  The last flag that it read is %M, written at %P (%T).\n",
                    &t->block->code, t->looked_at, (size_t)4, stamp_site(flag),
                    stamp_block(flag), stamp_thread(flag));
}

/* A fence is missing on one side of a flag: where? */
static const char *tell_missing_fence(struct simt *simt, const struct access *a,
                                      const struct verdict *verdict)
{
    const stamp other = verdict->other;
    const struct thread *const t = simt->turn.current;
    const struct thread *const writer = thread_at(simt, other);
    stamp flag;

    if (stamp_is_event(other))
        return anything;
    if (order_would_know(&simt->judge.order, other, t->order)) {
        finding_say(simt,
                    "  Add __threadfence() between reading the flag and %P: "
                    "the flag that %T read\n  then orders the two.\n",
                    a->site, t->block->number, t->index);
        tell_scope(simt, t);
        return fence;
    } else if (order_others_would_know(&simt->judge.order, other, t->order)) {
        finding_say(
            simt,
            "  Another thread of the block read the flag that would order the "
            "two. That thread must call __threadfence()\n  before the two "
            "threads meet at a barrier, or %T must call it before %P.\n",
            t->block->number, t->index, a->site);
    } else if (t->looked_at - a->address >= a->bytes && /* another word */
               is_flag_for(simt, t, other, &flag)) {
        return tell_missing_release(simt, t, verdict, flag);
    } else {
        advise_on_last_flag(simt, a);
        if (writer && !order_has_fenced(writer->order, other))
            tell_unfenced(simt, writer, other);
    }
    return anything;
}

/* The block overwrites a value that others may be reading since its first
 * write: no fence helps. */
static bool is_rewritten(const struct simt *simt, const struct access *a,
                         const struct verdict *verdict)
{
    const struct block *const b = simt->turn.current->block;
    const stamp before = stamp_of_write(verdict->before);

    return a->write && !verdict->other_wrote && before < STAMP_PARTS &&
           !stamp_is_before_all(before) && !stamp_is_event(before) &&
           stamp_clock(before) >= simt->judge.order.floor &&
           stamp_block(before) == b->number &&
           stamp_block(verdict->other) != b->number &&
           !stamp_is_event(verdict->other);
}

static void tell_rewritten(struct simt *simt, const struct verdict *verdict)
{
    const stamp other = verdict->other,
                before = stamp_of_write(verdict->before);

    finding_say(simt,
                "  %T may still be reading what %P stored there: once "
                "announced, a value\n  must be kept. Store the new one "
                "elsewhere.\n",
                stamp_block(other), stamp_thread(other), stamp_site(before));
}

/* True for a look at another block's flag that had no value before that write.
 */
static bool is_too_early(const struct simt *simt, const struct access *a,
                         const struct verdict *verdict)
{
    return !a->write && a->kind != ACCESS_PLAIN && verdict->other_wrote &&
           stamp_is_first(verdict->other) &&
           stamp_block(verdict->other) != simt->turn.current->block->number &&
           !global_is_opaque(&simt->global, a->address);
}

static void tell_too_early(struct simt *simt, stamp other)
{
    finding_say(simt,
                "  Clear such words before the launch, or write the launch "
                "number into each flag. Before %P\n  wrote this one, it held "
                "nothing from this run: a thread that looks earlier takes "
                "whatever is there for a flag.\n",
                stamp_site(other));
}

/* A small number that is read on one line, and written there or just below: a
 * counter, perhaps. Elements of a proof are seldom small. */
static bool is_count(struct simt *simt, const struct access *a,
                     const struct verdict *verdict)
{
    const stamp other = verdict->other;
    const uint32_t reads = a->write ? stamp_site(other) : a->site;
    const uint32_t writes = a->write ? a->site : stamp_site(other);
    uint32_t value;

    if (a->write != !verdict->other_wrote || a->kind != ACCESS_PLAIN ||
        stamp_kind(other) != ACCESS_PLAIN || stamp_is_event(other) ||
        (a->bytes != 4 && a->bytes != 8) ||
        global_is_opaque(&simt->global, a->address))
        return false;
    memcpy(&value, (const void *)a->address, sizeof value);
    return compares_is_small(value) &&
           is_line_after(simt, reads, writes,
                         stamp_block(other) == simt->turn.current->block->number
                             ? 0
                             : MAX_LINES);
}

static bool is_one_line(const struct access *a, stamp other)
{
    return a->write && a->kind == ACCESS_PLAIN &&
           stamp_kind(other) == ACCESS_PLAIN && !stamp_is_event(other) &&
           stamp_site(other) == a->site;
}

/* One thread reads a small number in global memory and one writes it, like a
 * result or a flag; at least one of the accesses is plain. */
static bool is_plain_side(const struct simt *simt, const struct access *a,
                          const struct verdict *verdict)
{
    const stamp other = verdict->other;
    const bool both =
        a->kind == ACCESS_PLAIN && stamp_kind(other) == ACCESS_PLAIN;
    uint32_t value;

    if (stamp_is_event(other) || a->write == verdict->other_wrote ||
        (a->kind != ACCESS_PLAIN && stamp_kind(other) != ACCESS_PLAIN) ||
        global_is_opaque(&simt->global, a->address))
        return false;
    if (!both)
        return true;
    if (is_in_shared(simt->turn.current->block, a->address) || a->bytes != 4)
        return false;
    memcpy(&value, (const void *)a->address, sizeof value);
    return compares_is_small(value);
}

/* Advice about the race, except on fences. */
static const char *advice_for(const struct access *a,
                              const struct verdict *verdict,
                              const struct thread *t)
{
    const stamp other = verdict->other;

    if (stamp_is_event(other))
        return advice_on_bulk_copies;
    if (verdict->other_wrote && is_one_line(a, other))
        return stamp_block(other) != t->block->number &&
                       stamp_thread(other) == t->index
                   ? block_index_advice
                   : index_advice;
    if (stamp_block(other) == t->block->number)
        return block_advice;
    return a->kind == ACCESS_ATOMIC_BLOCK ||
                   stamp_kind(other) == ACCESS_ATOMIC_BLOCK
               ? scope_advice
               : device_advice;
}

/* Adds what would order the two accesses; returns what is missing. */
static const char *tell_order(struct simt *simt, const struct access *a,
                              const struct verdict *verdict)
{
    const char *const advice = advice_for(a, verdict, simt->turn.current);

    const bool is_a_value = stamp_kind(verdict->other) != ACCESS_PLAIN ||
                            global_is_opaque(&simt->global, a->address);

    const char *const lacks = advice == device_advice
                                  ? tell_missing_fence(simt, a, verdict)
                                  : anything;
    const bool counts = is_count(simt, a, verdict);
    if (counts && advice != block_advice)
        finding_more(simt, count_advice);
    if (is_plain_side(simt, a, verdict))
        finding_more(simt, plain_side_advice);
    if (verdict->other_wrote && a->write && a->kind == ACCESS_PLAIN &&
        stamp_kind(verdict->other) == ACCESS_PLAIN &&
        (advice == block_advice || advice == device_advice))
        finding_more(simt, two_writes_advice);
    finding_more(simt, advice);
    if (advice == block_advice && simt->code.orders_threads)
        finding_more(simt, block_flag_advice);
    if (counts && advice == block_advice)
        finding_more(simt, count_advice);
    if (a->kind == ACCESS_VOLATILE && is_a_value)
        finding_more(simt, volatile_advice);
    else if (a->kind == ACCESS_ATOMIC && is_a_value && advice == device_advice)
        finding_more(simt, atomic_advice);
    return lacks;
}

/* The two threads are on different GPUs. */
static const char *tell_between_gpus(struct simt *simt, const struct access *a,
                                     stamp other)
{
    const struct thread *const t = simt->turn.current;
    const struct thread *const writer = thread_at(simt, other);

    if (a->kind != ACCESS_PLAIN && stamp_kind(other) != ACCESS_PLAIN &&
        !global_is_opaque(&simt->global, a->address)) {
        finding_more(simt, gpu_atomic_advice);
        return of_system;
    }
    if (order_fenced_for(t->order, SCOPE_DEVICE) ||
        (writer && order_fenced_for(writer->order, SCOPE_DEVICE)))
        finding_more(simt, gpu_fence_advice);
    finding_more(simt, gpus_advice);
    return of_system;
}

const char *advise_on_race(struct simt *simt, const struct access *a,
                           const struct verdict *verdict)
{
    const bool far = !stamp_is_event(verdict->other) &&
                     !order_on_gpu_of(&simt->turn.current->block->order,
                                      stamp_block(verdict->other));

    if (!is_rewritten(simt, a, verdict) && !is_too_early(simt, a, verdict))
        return far ? tell_between_gpus(simt, a, verdict->other)
                   : tell_order(simt, a, verdict);
    if (is_rewritten(simt, a, verdict))
        tell_rewritten(simt, verdict);
    else
        tell_too_early(simt, verdict->other);
    return anything;
}
