/* bulk.c - bulk copies (algorithms/bulk.h; PTX: cp.async.bulk).
 *
 * A copy is asked for by all lanes of a warp, lane 0 for the others, and runs
 * later, whole, at a moment that the schedule picks:
 *
 *     reverse                 at once
 *     random, pct             at any stop of any thread
 *     timed                   when its bytes are there
 *     inorder, adversary,     as late as can be: when nobody else can go on
 *     exhaustive              (adversary: the last one first)
 *
 * and a store at the latest when bulk_stores_read() waits for it.
 *
 * It is nobody's deed. Its accesses have the stamp of an event of its own,
 * which is before nothing but what knows of it: those who wait for the phase
 * (phases.c), lane 0 after bulk_stores_read(). Then it has read, no more: what
 * it writes is an event that nobody knows of until the kernel has ended. It
 * knows what lane 0 knew when it asked, no more. So all races are found
 * whenever it runs: what came before it by luck is not in its knowledge, what
 * comes after it by luck has not heard of it. And for the same reason one order
 * is enough for the exhaustive schedule: what does not race with a copy does
 * not see when it ran.
 *
 * The units that copy do not see what threads have written, before a fence:
 * such a word is told unless its writer has called bulk_fence() in between, and
 * lane 0 knew of that. PTX would also take a fence of another thread that is
 * between the two. For global memory bulk.h has no such fence.
 *
 * Limits: a copy's bytes all come at one moment; each store is waited for
 * alone, in the order of asking; lanes before Hopper copy together, and what
 * orders lane 0 alone is enough here.
 */
#include "machine.h"

#include <stdlib.h>
#include <string.h>

#define PC __builtin_return_address(0)

enum { UNIT = 16, SECTOR = 32 };

void simt_bulk_load(void *to, const void *from, uint32_t bytes, void *barrier);
void simt_bulk_store(void *to, const void *from, uint32_t bytes);
void simt_bulk_stores_read(uint32_t newest);
void simt_bulk_fence(void);

const char bulk_advice[] =
    "  A bulk copy goes by itself. What bulk_load() writes is there for those "
    "who barrier_wait() for its phase;\n  the source of a bulk_store() may be "
    "written again after bulk_stores_read(), what it wrote be read by the\n  "
    "next kernel.\n";

/* -------------------------------------------------------------- both sides */

static bool in_shared(const struct block *b, uintptr_t address)
{
    return address - b->shared < b->shared_bytes;
}

static bool in_global(const struct simt *simt, uintptr_t address)
{
    return address - simt->global < simt->global_bytes;
}

static struct word *shadow_at(const struct simt *simt, const struct block *b,
                              uintptr_t address)
{
    return in_shared(b, address) ? b->shadow + (address - b->shared) / 4
                                 : simt->shadow + (address - simt->global) / 4;
}

/* Where the variable of shared memory ends that begins at or before this. */
static uintptr_t end_of_variable(const struct simt *simt, const struct block *b,
                                 uintptr_t address)
{
    const struct source_symbol *found = NULL;

    for (size_t i = 0; i < simt->owns; i++) {
        const struct source_symbol *s = simt->own[i];
        if (s->offset <= address - b->shared &&
            (!found || s->offset > found->offset))
            found = s;
    }
    return found ? b->shared + found->offset + module_bytes(simt, found)
                 : UINTPTR_MAX;
}

static void report_bounds(struct simt *simt, const struct thread *t,
                          const struct bulk_call *call, uintptr_t begin,
                          uintptr_t beyond)
{
    finding(simt,
            "out of bounds: %P (%T) copies %u bytes %s %M, where only %zu are "
            "left",
            t->site, t->block->number, t->index, call->bytes,
            begin == call->to ? "to" : "from", t->block, begin, (size_t)4,
            beyond > begin ? (size_t)(beyond - begin) : 0);
}

/* One side of a copy, before it begins. */
static void check_side(struct simt *simt, const struct thread *t,
                       const struct bulk_call *call, uintptr_t begin,
                       bool shared)
{
    const struct block *b = t->block;
    const char *word = begin == call->to ? "to" : "from";

    if (shared ? !in_shared(b, begin) : !in_global(simt, begin))
        finding(simt, "bulk copy: %P (%T) copies %s %M, which is not %s memory",
                t->site, b->number, t->index, word, b, begin, (size_t)4,
                shared ? "shared" : "global");
    if (begin % UNIT)
        finding(simt,
                "misaligned: %P (%T) copies %s %M, whose address is not a "
                "multiple of %d",
                t->site, b->number, t->index, word, b, begin, (size_t)4, UNIT);
    const uintptr_t end = begin + call->bytes;
    const uintptr_t most =
        shared ? b->shared + b->shared_bytes : simt->global + simt->global_used;
    if (end > most)
        report_bounds(simt, t, call, begin, begin < most ? most : begin);
    if (!simt->options.checking)
        return;
    if (shared && end > end_of_variable(simt, b, begin))
        report_bounds(simt, t, call, begin, end_of_variable(simt, b, begin));
    const struct word *shadow = shadow_at(simt, b, begin);
    for (size_t k = 0; k < call->bytes / 4; k++)
        if (shadow[k].write >= STAMP_BARRIER)
            report_bounds(simt, t, call, begin, begin + 4 * k);
}

/* ------------------------------------------------------------ what it sees */

static void report_race(struct simt *simt, const struct copy *copy,
                        uintptr_t address, bool write, stamp other,
                        bool other_wrote)
{
    const struct block *b = copy->thread->block;

    finding_more(simt, bulk_advice);
    finding(simt,
            "race on %M: the copy of %P (%T) %s it, which %s%P (%T) %s, and "
            "nothing orders the two",
            b, address, (size_t)4, copy->site, b->number, copy->thread->index,
            write ? "writes" : "reads",
            stamp_is_event(other) ? "the copy of " : "", stamp_site(other),
            stamp_block(other), stamp_thread(other),
            other_wrote ? "wrote" : "read");
}

static void report_fence(struct simt *simt, const struct copy *copy,
                         uintptr_t address, bool write, stamp other)
{
    const struct block *b = copy->thread->block;
    const bool shared = in_shared(b, address);

    finding_more(simt, "  Bulk copies go another way to memory than loads and "
                       "stores do. Each thread that has written calls\n  "
                       "bulk_fence() before the barrier that lets the copy "
                       "begin.\n");
    finding(simt,
            "fence: the copy of %P (%T) %s %M; %P (%T) wrote it, and bulk "
            "copies do not see it %s",
            copy->site, b->number, copy->thread->index,
            write ? "writes over" : "reads", b, address, (size_t)4,
            stamp_site(other), stamp_block(other), stamp_thread(other),
            shared ? "without bulk_fence()"
                   : "before the next kernel: bulk_fence() is for shared "
                     "memory alone");
}

/* False: it is told. */
static bool check_write(struct simt *simt, const struct copy *copy,
                        uintptr_t address, bool write, stamp other)
{
    const struct block *b = copy->thread->block;

    if (!order_knows(simt, copy->knows, other)) {
        report_race(simt, copy, address, write, other, true);
        return false;
    }
    if (stamp_is_event(other) || stamp_clock(other) < simt->floor ||
        (in_shared(b, address) && order_is_fenced(simt, b, other, copy->knows)))
        return true;
    report_fence(simt, copy, address, write, other);
    return false;
}

/* Neighbours mostly have the same stamps: one search does for them. */
static void check_words(struct simt *simt, const struct copy *copy,
                        uintptr_t address, bool write)
{
    const struct block *b = copy->thread->block;
    struct word *word = shadow_at(simt, b, address);
    stamp known_write = 0, known_read = 0;

    for (uint32_t k = 0; k < copy->bytes / 4; k++, word++, address += 4) {
        if (!write && word->write == 0) {
            finding(simt,
                    "uninitialised: the copy of %P (%T) reads %M, which nobody "
                    "has written",
                    copy->site, b->number, copy->thread->index, b, address,
                    (size_t)4);
            return;
        }
        if (word->write >= 64 && word->write != known_write &&
            !check_write(simt, copy, address, write,
                         stamp_of_write(word->write)))
            return;
        known_write = word->write;
        if (!write) {
            access_add_reader(simt, word, copy->reads, copy->knows);
            continue;
        }
        if (word->read != known_read) {
            const stamp reader = access_unknown_reader(simt, word, copy->knows);
            if (reader) {
                report_race(simt, copy, address, true, reader, false);
                return;
            }
            known_read = word->read;
        }
        access_write_by_event(simt, word, copy->writes);
    }
}

/* ----------------------------------------------------------------- running */

static void run(struct simt *simt, uint32_t which)
{
    struct copy *copy = simt->copy[which];

    simt->copies--;
    memmove(&simt->copy[which], &simt->copy[which + 1],
            (simt->copies - which) * sizeof *simt->copy);
    copy->runs = true;
    simt->progress++;
    if (simt->options.checking) {
        check_words(simt, copy, copy->from, false);
        if (!simt->failed)
            check_words(simt, copy, copy->to, true);
    }
    if (simt->failed)
        return;
    memcpy((void *)copy->to, (const void *)copy->from, copy->bytes);
    if (copy->barrier)
        phase_bytes(simt, copy);
}

static void run_this(struct simt *simt, const struct copy *copy)
{
    for (uint32_t i = 0; i < simt->copies; i++)
        if (simt->copy[i] == copy) {
            run(simt, i);
            return;
        }
}

static uint32_t earliest(const struct simt *simt)
{
    uint32_t first = 0;

    for (uint32_t i = 1; i < simt->copies; i++)
        if (simt->copy[i]->time < simt->copy[first]->time)
            first = i;
    return first;
}

static bool is_random(const struct simt *simt)
{
    return simt->options.schedule == SCHEDULE_RANDOM ||
           simt->options.schedule == SCHEDULE_PCT;
}

void bulk_run_some(struct simt *simt, const struct block *next)
{
    if (is_random(simt)) {
        while (simt->copies && !simt->failed && schedule_random(simt) % 8 == 0)
            run(simt, (uint32_t)(schedule_random(simt) % simt->copies));
        return;
    }
    if (simt->options.schedule != SCHEDULE_TIMED)
        return;
    while (simt->copies && !simt->failed) {
        const uint32_t first = earliest(simt);
        if (simt->copy[first]->time > next->pace.time)
            return;
        run(simt, first);
    }
}

void bulk_run_next(struct simt *simt)
{
    switch (simt->options.schedule) {
    case SCHEDULE_ADVERSARY: run(simt, simt->copies - 1); return;
    case SCHEDULE_TIMED: run(simt, earliest(simt)); return;
    case SCHEDULE_RANDOM:
    case SCHEDULE_PCT:
        run(simt, (uint32_t)(schedule_random(simt) % simt->copies));
        return;
    default: run(simt, 0); return;
    }
}

const struct copy *bulk_on_its_way(const struct simt *simt, uintptr_t address)
{
    for (uint32_t i = 0; i < simt->copies; i++)
        if (address - simt->copy[i]->to < simt->copy[i]->bytes)
            return simt->copy[i];
    return NULL;
}

void bulk_block_ends(struct simt *simt, const struct block *b)
{
    for (uint32_t i = 0; i < simt->copies;)
        if (simt->copy[i]->thread->block == b)
            run(simt, i);
        else
            i++;
    if (!simt->options.checking)
        return;
    for (uint32_t w = 0; w * WARP < b->threads; w++) {
        const struct copy *copy = b->warp[w].stores;
        if (copy)
            finding(simt,
                    "block %u ends, and the copy of %P (%T) may still read its "
                    "shared memory: bulk_stores_read(0) comes first",
                    b->number, copy->site, b->number, copy->thread->index);
    }
    phase_block_ends(simt, b);
}

/* ------------------------------------------------------------------ asking */

/* One request. */
static void count_copy(struct simt *simt, const struct bulk_call *call,
                       bool write)
{
    const uintptr_t begin = write ? call->to : call->from;
    const struct request_count count = {
        .requests = 1,
        .accesses = 1,
        .bytes = call->bytes,
        .sectors = (begin + call->bytes - 1) / SECTOR - begin / SECTOR + 1};

    if (write)
        simt->counts.write_bytes += call->bytes;
    else
        simt->counts.read_bytes += call->bytes;
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
    const uint64_t numbers[] = {t->site, shared - t->block->shared,
                                global - simt->global, call->bytes};

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        simt->path = (simt->path ^ numbers[i]) * 0x100000001b3u;
}

static void make_room(struct simt *simt)
{
    if (simt->copies < simt->copies_room)
        return;
    simt->copies_room = simt->copies_room ? 2 * simt->copies_room : 64;
    simt->copy = realloc(simt->copy, simt->copies_room * sizeof *simt->copy);
    if (!simt->copy)
        abort();
}

/* Of what the thread now knows; `knows` then is all of it. */
static struct copy *new_copy(struct simt *simt, struct thread *t,
                             const struct bulk_call *call, bool store,
                             const struct node **knows)
{
    struct copy *copy = pool_take(simt, sizeof *copy);

    *copy = (struct copy){.thread = t,
                          .site = t->site,
                          .to = call->to,
                          .from = call->from,
                          .bytes = call->bytes,
                          .time = timing_copy(simt, t->block, call->bytes)};
    *knows = NULL;
    if (simt->options.checking) {
        const struct copy *last = t->warp->last_store;
        *knows = order_release(simt, t);
        copy->knows = order_list(simt, *knows, NULL, NULL);
        copy->node = order_event(
            simt, t, copy->site,
            store && last ? order_list(simt, last->node, NULL, copy->knows)
                          : copy->knows,
            &copy->reads);
        copy->writes = copy->reads;
    }
    if (simt->options.checking && store) {
        order_event(simt, t, copy->site, NULL, &copy->writes);
        t->warp->last_store = copy;
    }
    make_room(simt);
    simt->copy[simt->copies++] = copy;
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
    if (call->bytes % UNIT || call->bytes == 0)
        finding(simt,
                "bulk copy: %P (%T) copies %u bytes, which is not a multiple "
                "of %d",
                t->site, t->block->number, t->index, call->bytes, UNIT);
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
        barrier->bytes += copy->bytes;
        phase_arrive(simt, t, barrier, t->site, node, copy);
    }
    if (simt->options.schedule == SCHEDULE_REVERSE ||
        (is_random(simt) && schedule_random(simt) % 4 == 0))
        run_this(simt, copy);
}

static void wait_for_stores(struct simt *simt, struct thread *t)
{
    struct copy **from = &t->warp->stores;

    for (uint32_t k = 0; *from && k < t->bulk->newest; k++)
        from = &(*from)->next;
    for (const struct copy *copy = *from; copy; copy = copy->next) {
        if (!copy->runs)
            run_this(simt, copy);
        if (t->block->pace.time < copy->time &&
            simt->options.schedule == SCHEDULE_TIMED)
            t->block->pace.time = copy->time;
    }
    if (*from && (*from)->node)
        order_learn(simt, t, SOURCE_STORES + t->index / WARP,
                    stamp_clock((*from)->reads), (*from)->node, NULL);
    *from = NULL;
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
                    "other arguments: all lanes ask for one copy",
                    first->block->number, first->index,
                    name[any->collective - COLLECTIVE_BULK_LOAD], first->site,
                    t->block->number, t->index, t->site);
    }
    if (any->collective == COLLECTIVE_BULK_READ)
        wait_for_stores(simt, first);
    else
        begin(simt, first, any->collective == COLLECTIVE_BULK_STORE);
}

void simt_bulk_load(void *to, const void *from, uint32_t bytes, void *barrier)
{
    const struct bulk_call call = {.to = (uintptr_t)to,
                                   .from = (uintptr_t)from,
                                   .bytes = bytes,
                                   .barrier = (uintptr_t)barrier};

    sync_meet_for_bulk(COLLECTIVE_BULK_LOAD, &call, PC);
}

void simt_bulk_store(void *to, const void *from, uint32_t bytes)
{
    const struct bulk_call call = {
        .to = (uintptr_t)to, .from = (uintptr_t)from, .bytes = bytes};

    sync_meet_for_bulk(COLLECTIVE_BULK_STORE, &call, PC);
}

void simt_bulk_stores_read(uint32_t newest)
{
    const struct bulk_call call = {.newest = newest};

    sync_meet_for_bulk(COLLECTIVE_BULK_READ, &call, PC);
}

void simt_bulk_fence(void)
{
    if (simt_running->options.checking)
        order_bulk_fence(simt_running, simt_running->current);
}
