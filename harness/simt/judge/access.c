/* access.c - one load or store: is it allowed, and does it race?
 *
 * Every aligned word of 4 bytes has a shadow: who wrote it last, and who has
 * read it since (machine.h). An access races with an earlier one when one of
 * them writes, neither is a flag operation on both sides, and nothing orders
 * them (order.c): decided by what was synchronised, not by what was seen.
 *
 *     read    after a write that is not before it        race
 *     write   after a write or a read not before it      race
 *
 * A volatile or atomic word is a flag only if any value that it ever had will
 * do for who reads it. That cannot be said of a word that held nothing before
 * (STAMP_FIRST), nor of an element of a proof, which nobody can look into
 * (simt_opaque): there two such accesses race like any others.
 *
 * Readers are kept as one stamp as long as they fit: one thread, lanes of one
 * warp, threads of one block; the newest clock stands for all. Readers of
 * several blocks go to a list, one entry a block. So it is where barriers alone
 * order the threads of a block. In a module that has fences, or a __syncwarp()
 * of some lanes, each thread may count itself in, and the last one writes: then
 * readers are kept apart, in a list as soon as there are two. So they are where
 * barriers in shared memory order single threads, and bulk copies (bulk.c)
 * read.
 *
 * Source: the idea of epochs, Flanagan and Freund, FastTrack, PLDI 2009.
 */
#include "simt/run/machine.h"

#include <stdlib.h>
#include <string.h>

enum {
    STEPS_MOST = 1 << 27 /* of a thread, before it counts as for ever */
};

/* ------------------------------------------------------------------- sites */

/* A place that is met for the first time, or lies outside the module. */
static uint32_t new_site(struct simt *simt, const struct block *b,
                         uint32_t offset)
{
    uint32_t site = 1;

    while (site <= simt->sites && simt->site_offset[site] != offset)
        site++;
    if (site >= SITES_MOST)
        return SITES_MOST - 1; /* the rest share one */
    simt->sites = site > simt->sites ? site : simt->sites;
    simt->site_offset[site] = offset;
    if (offset < b->image_bytes)
        simt->site_at[offset] = (uint16_t)site;
    return site;
}

static inline uint32_t find_site(struct simt *simt, const struct block *b,
                                 const void *pc)
{
    const uintptr_t offset = (uintptr_t)pc - b->image;
    const uint32_t site = offset < b->image_bytes ? simt->site_at[offset] : 0;

    return site ? site : new_site(simt, b, (uint32_t)offset);
}

uint32_t site_of(struct simt *simt, const void *pc)
{
    return find_site(simt, simt->current->block, pc);
}

/* ---------------------------------------------------------------- findings */

static const char *deed(bool write, enum access_kind kind)
{
    return kind >= ACCESS_ATOMIC ? "changes" : write ? "writes" : "reads";
}

static void report_race(struct simt *simt, uintptr_t address, size_t bytes,
                        bool write, enum access_kind kind, uint32_t site,
                        stamp other, bool other_wrote)
{
    const struct thread *t = simt->current;

    if (kind == ACCESS_VOLATILE &&
        (stamp_kind(other) != ACCESS_PLAIN || memory_is_opaque(simt, address)))
        finding_more(simt, "  Volatile orders nothing: what is read may be "
                           "older than a flag that was seen before it.\n");
    finding_more(
        simt,
        stamp_is_event(other) ? bulk_advice
        : stamp_block(other) == t->block->number
            ? "  Within a block __syncthreads() orders all its threads, and "
              "__syncwarp() the lanes of a warp;\n  since Volta lanes of a "
              "warp do not go in lockstep by themselves.\n"
            : "  Between blocks only a flag orders: write the value, "
              "__threadfence(), write a volatile or\n  atomic flag; on the "
              "other side read the flag, __threadfence(), read the value.\n");
    finding(simt,
            "race on %M: %P (%T) %s it, which %s%P (%T) %s, and nothing orders "
            "the two",
            t->block, address, bytes, site, t->block->number, t->index,
            deed(write, kind), stamp_is_event(other) ? "the copy of " : "",
            stamp_site(other), stamp_block(other), stamp_thread(other),
            other_wrote ? "wrote" : "read");
}

static void report_barrier(struct simt *simt, uintptr_t address, bool write,
                           uint32_t site)
{
    const struct thread *t = simt->current;

    finding(simt,
            "barrier: %P (%T) %s %M, which is a barrier: only what begins with "
            "barrier_ or bulk_ may touch it",
            site, t->block->number, t->index, write ? "writes" : "reads",
            t->block, address, (size_t)8);
}

static void report_bounds(struct simt *simt, uintptr_t address, size_t bytes,
                          bool write, uint32_t site)
{
    const struct thread *t = simt->current;

    finding(simt, "out of bounds: %P (%T) %s %zu bytes at %M", site,
            t->block->number, t->index, write ? "writes" : "reads", bytes,
            t->block, address, bytes);
}

static void report_unwritten(struct simt *simt, uintptr_t address, size_t bytes,
                             uint32_t site)
{
    const struct thread *t = simt->current;
    const struct copy *copy = bulk_on_its_way(simt, address);

    if (copy) {
        finding_more(simt, bulk_advice);
        finding(simt,
                "race on %M: %P (%T) reads it, which the copy of %P (%T) has "
                "still to write",
                t->block, address, bytes, site, t->block->number, t->index,
                copy->site, copy->thread->block->number, copy->thread->index);
    }
    finding(simt, "uninitialised: %P (%T) reads %M, which nobody has written",
            site, t->block->number, t->index, t->block, address, bytes);
}

static void report_endless(struct simt *simt, const struct thread *t,
                           uint32_t site)
{
    finding(simt,
            "endless loop: %P (%T) is one of %u loads and stores that it has "
            "made without coming to an end or a barrier",
            site, t->block->number, t->index, t->steps);
}

/* ------------------------------------------------------------------- words */

struct deed {
    struct simt *simt;
    struct thread *thread;
    uintptr_t address;
    size_t bytes;
    bool write;
    enum access_kind kind;
    uint32_t site;
};

/* Two flag operations, which may come in any order. */
static bool are_flags(const struct deed *deed, stamp other)
{
    return deed->kind != ACCESS_PLAIN && stamp_kind(other) != ACCESS_PLAIN &&
           ((deed->kind != ACCESS_ATOMIC_BLOCK &&
             stamp_kind(other) != ACCESS_ATOMIC_BLOCK) ||
            stamp_block(other) == deed->thread->block->number);
}

static bool reads(const struct deed *deed)
{
    return !deed->write || deed->kind >= ACCESS_ATOMIC;
}

static bool conflicts_with_read(const struct deed *deed, stamp other)
{
    return !are_flags(deed, other) &&
           !order_before(deed->simt, other, deed->thread);
}

static bool conflicts_with_write(const struct deed *deed, stamp other)
{
    if (other < 64) /* nobody, or the host */
        return false;
    if (are_flags(deed, other) && !(stamp_is_first(other) && reads(deed)))
        return false;
    return !order_before(deed->simt, stamp_of_write(other), deed->thread);
}

static void race(const struct deed *deed, stamp other, bool other_wrote)
{
    report_race(deed->simt, deed->address, deed->bytes, deed->write, deed->kind,
                deed->site, other, other_wrote);
}

static bool is_list(stamp read)
{
    return stamp_span(read) == SPAN_MANY && !stamp_is_event(read);
}

/* A list of this launch; those of earlier ones are forgotten. */
static bool has_list(const struct simt *simt, stamp read)
{
    return is_list(read) && stamp_clock(read) == simt->floor;
}

static uint32_t list_of(stamp read)
{
    return (uint32_t)(read >> 34);
}

static stamp list_of_two(struct simt *simt, stamp a, stamp b)
{
    const uint32_t list = readers_new(simt);

    readers_add(simt, list, a);
    readers_add(simt, list, b);
    return (stamp)list << 34 | (stamp)simt->floor << 18 | SPAN_MANY;
}

/* One stamp for two accesses that nothing tells apart in time: what races with
 * the plain one must not be missed. */
static stamp plainest(stamp old, stamp me)
{
    const stamp kind = (stamp)3 << 2;
    const bool same = old >> 18 == me >> 18 && stamp_span(old) == SPAN_THREAD;

    return same && stamp_kind(old) == ACCESS_PLAIN ? me & ~kind : me;
}

/* The word held nothing before `me`, or before an earlier write that nothing
 * tells apart from it in time. */
static bool is_first(stamp old, stamp me)
{
    return stamp_kind(me) == ACCESS_VOLATILE &&
           (old == 0 || (stamp_is_first(old) && old >> 18 == me >> 18));
}

static void note_read(struct simt *simt, struct word *word, stamp me)
{
    const struct thread *t = simt->current;
    const stamp old = word->read;

    if (has_list(simt, old)) {
        readers_add(simt, list_of(old), me);
        return;
    }
    if (old < 64 || is_list(old) ||
        (stamp_block(old) == t->block->number &&
         stamp_thread(old) == t->index && stamp_span(old) == SPAN_THREAD) ||
        order_before(simt, old, t)) {
        word->read = plainest(old, me);
        return;
    }
    if (stamp_block(old) == t->block->number && !simt->apart) {
        const bool same_warp = stamp_thread(old) / WARP == t->index / WARP &&
                               stamp_span(old) != SPAN_BLOCK;
        const uint32_t clock =
            stamp_clock(old) > t->clock ? stamp_clock(old) : t->clock;
        const stamp seen = stamp_kind(old) < stamp_kind(me) ? old : me;
        word->read =
            stamp_of(t->block->number, t->index, clock, stamp_site(seen),
                     stamp_kind(seen), same_warp ? SPAN_WARP : SPAN_BLOCK);
        return;
    }
    word->read = list_of_two(simt, old, me);
}

/* One lane of an entry; with SPAN_WARP besides, all of its warp. */
static stamp stamp_of_lane(const struct reader *r, uint32_t lane)
{
    return r->stamp >> 39 << 39 | (stamp)lane << 34 | r->stamp << 30 >> 30;
}

/* Of the entry's lanes those that the list does not know of. */
static uint32_t unknown_lanes(struct simt *simt, const struct reader *r,
                              const struct knowledge *knows)
{
    uint32_t unknown = 0;

    if (!r->lanes)
        return 0;
    if (stamp_is_event(r->stamp))
        return order_knows(simt, knows, r->stamp) ? 0 : r->lanes;
    if (order_knows(simt, knows, stamp_of_lane(r, 0) | SPAN_WARP))
        return 0;
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (r->lanes >> lane & 1 &&
            !order_knows(simt, knows, stamp_of_lane(r, lane)))
            unknown |= (uint32_t)1 << lane;
    return unknown;
}

stamp access_unknown_reader(struct simt *simt, const struct word *word,
                            const struct knowledge *knows)
{
    const stamp old = word->read;

    if (has_list(simt, old)) {
        const struct readers *readers = &simt->many[list_of(old)];
        stamp first = 0;
        for (uint32_t i = 0; i < readers->room; i++) {
            const struct reader *r = &readers->reader[i];
            const uint32_t unknown = unknown_lanes(simt, r, knows);
            if (!unknown)
                continue;
            const stamp s = stamp_of_lane(r, (uint32_t)__builtin_ctz(unknown));
            if (!first || s < first)
                first = s;
        }
        return first;
    }
    return old < 64 || is_list(old) || order_knows(simt, knows, old) ? 0 : old;
}

/* Those that it knows of are told by it from now on. */
void access_add_reader(struct simt *simt, struct word *word, stamp event,
                       const struct knowledge *knows)
{
    const stamp old = word->read;

    if (has_list(simt, old)) {
        const uint32_t list = list_of(old);
        uint32_t kept = 0;
        for (uint32_t i = 0; i < simt->many[list].room; i++) {
            struct reader *r = &simt->many[list].reader[i];
            r->lanes = unknown_lanes(simt, r, knows);
            kept |= r->lanes;
        }
        if (kept) {
            readers_add(simt, list, event);
        } else {
            readers_forget(simt, list);
            word->read = event;
        }
    } else if (old < 64 || is_list(old) || order_knows(simt, knows, old)) {
        word->read = event;
    } else {
        word->read = list_of_two(simt, old, event);
    }
}

void access_write_by_event(struct simt *simt, struct word *word, stamp event)
{
    if (has_list(simt, word->read))
        readers_forget(simt, list_of(word->read));
    *word = (struct word){event, 0};
}

static bool is_own(const struct deed *deed, stamp s)
{
    return stamp_span(s) == SPAN_THREAD &&
           stamp_block(s) == deed->thread->block->number &&
           stamp_thread(s) == deed->thread->index;
}

/* Of the entry's lanes the first that read what is now written; or 0. */
static stamp conflicting_lane(const struct deed *deed, const struct reader *r)
{
    if (are_flags(deed, r->stamp) ||
        order_before(deed->simt, stamp_of_lane(r, 0) | SPAN_WARP, deed->thread))
        return 0;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        const stamp s = stamp_of_lane(r, lane);
        if (r->lanes >> lane & 1 && !is_own(deed, s) &&
            !order_before(deed->simt, s, deed->thread))
            return s;
    }
    return 0;
}

static void check_list(const struct deed *deed, const struct readers *readers)
{
    for (uint32_t i = 0; i < readers->room; i++) {
        const struct reader *r = &readers->reader[i];
        stamp s = 0;
        if (!r->lanes)
            continue;
        if (deed->simt->apart && !stamp_is_event(r->stamp))
            s = conflicting_lane(deed, r);
        else if (!is_own(deed, r->stamp) && conflicts_with_read(deed, r->stamp))
            s = r->stamp;
        if (s)
            race(deed, s, false);
    }
}

static void check_readers(const struct deed *deed, const struct word *word)
{
    struct simt *simt = deed->simt;
    const stamp r = word->read;

    if (!r)
        return;
    if (!is_list(r)) {
        if (!is_own(deed, r) && conflicts_with_read(deed, r))
            race(deed, r, false);
    } else if (has_list(simt, r)) {
        check_list(deed, &simt->many[list_of(r)]);
        readers_forget(simt, list_of(r));
    }
}

static void check_word(const struct deed *deed, struct word *word, stamp me,
                       bool whole)
{
    struct simt *simt = deed->simt;

    if (word->write >= STAMP_BARRIER) {
        if (word->write == STAMP_BARRIER)
            report_barrier(simt, deed->address, deed->write, deed->site);
        else
            report_bounds(simt, deed->address, deed->bytes, deed->write,
                          deed->site);
        return;
    }
    if (word->write == 0 && reads(deed)) {
        report_unwritten(simt, deed->address, deed->bytes, deed->site);
        return;
    }
    /* Of parts of a word nobody knows which part another one touched. */
    if (!whole)
        simt->unsure |= conflicts_with_write(deed, word->write) ||
                        (deed->write && word->read >= 64);
    else if (conflicts_with_write(deed, word->write)) {
        race(deed, word->write, true);
        return;
    }
    if (!deed->write) {
        note_read(simt, word, me);
        return;
    }
    if (whole)
        check_readers(deed, word);
    word->write = deed->kind == ACCESS_PLAIN
                      ? me
                      : plainest(stamp_of_write(word->write), me) |
                            (whole && is_first(word->write, me));
    word->read = 0;
}

/* ---------------------------------------------------------------- accesses */

static void other_access(struct simt *simt, uintptr_t address, size_t bytes,
                         bool write, const void *pc)
{
    const struct block *b = simt->current->block;

    if (address - (uintptr_t)b->stacks < (size_t)MOST_THREADS * STACK_BYTES)
        return;
    if (!write && address - b->image < b->image_bytes)
        return; /* constants and literals of the module */
    report_bounds(simt, address, bytes, write, site_of(simt, pc));
}

void access_misaligned(uintptr_t address, size_t bytes, bool write,
                       const void *pc)
{
    struct simt *const simt = simt_running;
    const struct thread *t = simt->current;

    finding(simt,
            "misaligned: %P (%T) %s %zu bytes at %M, whose address is not a "
            "multiple of %zu",
            site_of(simt, pc), t->block->number, t->index,
            write ? "writes" : "reads", bytes, t->block, address, bytes, bytes);
}

static inline void count_access(struct thread *t, bool global,
                                uintptr_t address, size_t bytes, unsigned align,
                                bool write, enum access_kind kind,
                                uint32_t site)
{
    struct simt *const simt = simt_running;
    const bool atomic = kind >= ACCESS_ATOMIC;

    if (global && (!write || atomic))
        simt->counts.read_bytes += bytes;
    if (global && write)
        simt->counts.write_bytes += bytes;
    if (simt->options.schedule == SCHEDULE_TIMED)
        timing_access(t, global, bytes, write);
    if (simt->options.counting) {
        const struct request_access access = {
            .site = site,
            .lane = (uint8_t)t->lane,
            .address = address,
            .bytes = (uint16_t)bytes,
            .align = (uint8_t)align,
            .space = global ? REQUEST_GLOBAL : REQUEST_SHARED,
            .kind = atomic  ? REQUEST_ATOMIC
                    : write ? REQUEST_STORE
                            : REQUEST_LOAD,
        };
        requests_add(t->warp->requests, &access);
    }
}

/* False: surely nobody spins on this word. */
static bool is_awaited(const struct simt *simt, uintptr_t address)
{
    const uint32_t bit = (uint32_t)(address >> 3) * 0x9e3779b1u >> 22;
    return simt->spin_filter[bit / 64] >> bit % 64 & 1;
}

static void await(struct simt *simt, uintptr_t address)
{
    const uint32_t bit = (uint32_t)(address >> 3) * 0x9e3779b1u >> 22;
    if (simt->spinners == 0)
        memset(simt->spin_filter, 0, sizeof simt->spin_filter);
    simt->spin_filter[bit / 64] |= (uint64_t)1 << bit % 64;
}

/* Its words, one by one. Not part of access_memory(), which is quicker where
 * nothing is checked. */
__attribute__((noinline)) static void check_words(const struct deed *deed,
                                                  struct word *shadow)
{
    struct simt *const simt = deed->simt;
    const struct thread *const t = deed->thread;
    const uintptr_t address = deed->address;
    const bool as_plain =
        deed->kind != ACCESS_PLAIN && memory_is_opaque(simt, address);
    const stamp me =
        stamp_of(t->block->number, t->index, t->clock, deed->site,
                 as_plain ? ACCESS_PLAIN : deed->kind, SPAN_THREAD);
    const size_t words = ((address & 3) + deed->bytes + 3) >> 2;
    const bool whole = (address & 3) == 0 && (deed->bytes & 3) == 0;

    for (size_t k = 0; k < words; k++)
        check_word(deed, shadow + k, me, whole);
    if (deed->write && deed->kind == ACCESS_PLAIN && simt->spinners &&
        is_awaited(simt, address))
        access_flag_written(address, true);
}

/* All accesses, in one number: another order, another path. */
static inline void go_on(struct simt *simt, uint32_t site, size_t place)
{
    simt->path = (simt->path ^ (site << 26 ^ place)) * 0x100000001b3u;
}

static void give_way(struct simt *simt, uint32_t site)
{
    if (simt->current->steps > STEPS_MOST)
        report_endless(simt, simt->current, site);
    fibre_stop();
}

void access_quickly(uintptr_t address, uint64_t key, const void *pc)
{
    struct simt *const simt = simt_running;
    struct thread *const t = simt->current;
    const struct block *const b = t->block;
    const struct request_access what = requests_access_of(key);
    const bool write = what.kind == REQUEST_STORE;
    size_t place = address - simt->global;
    struct word *shadow = simt->shadow;
    bool global = true;

    simt->left--;
    if (place < simt->global_used) {
        *(write ? &simt->counts.write_bytes : &simt->counts.read_bytes) +=
            what.bytes;
        key |= REQUEST_GLOBAL;
    } else if ((place = address - b->shared) < b->shared_bytes) {
        shadow = b->shadow;
        key |= REQUEST_SHARED;
        global = false;
    } else {
        other_access(simt, address, what.bytes, write, pc);
        return;
    }
    const uint32_t site = find_site(simt, b, pc);
    if (global)
        timing_turn(simt);
    go_on(simt, site, place);
    if (simt->options.checking) {
        const struct deed deed = {simt,         t,   address, what.bytes, write,
                                  ACCESS_PLAIN, site};
        check_words(&deed, shadow + (place >> 2));
    }
    if (simt->options.schedule == SCHEDULE_TIMED)
        timing_access(t, global, what.bytes, write);
    requests_add_key(t->warp->requests, (uint64_t)site << 32 | key, t->lane,
                     address);
    if (simt->left <= 0)
        give_way(simt, site);
}

void access_memory(uintptr_t address, size_t bytes, unsigned align, bool write,
                   enum access_kind kind, const void *pc)
{
    struct simt *const simt = simt_running;
    struct thread *const t = simt->current;
    struct block *const b = t->block;
    struct word *shadow;
    size_t place = address - simt->global;
    bool global = true;

    simt->left--;
    if (place < simt->global_used) {
        shadow = simt->shadow;
    } else if ((place = address - b->shared) < b->shared_bytes) {
        shadow = b->shadow;
        global = false;
    } else {
        other_access(simt, address, bytes, write, pc);
        return;
    }
    const uint32_t site = find_site(simt, b, pc);
    if (bytes == 0)
        return;
    if (global)
        timing_turn(simt);
    if (simt->options.lockstep) {
        t->pc = (uintptr_t)pc;
        fibre_stop(); /* until it is this access's turn */
    }
    if (simt->traces_accesses && kind == ACCESS_PLAIN)
        record_access(simt, t, address, bytes, write, site);
    go_on(simt, site, place);
    if (simt->options.checking) {
        const struct deed deed = {simt, t, address, bytes, write, kind, site};
        check_words(&deed, shadow + (place >> 2));
    }
    count_access(t, global, address, bytes, align, write, kind, site);
    if (simt->left <= 0)
        give_way(simt, site);
}

/* ------------------------------------------------------------------- flags */

/* Looks that see nothing new, before a thread is put to wait for news. */
enum { LOOKS = 64 };

static uint64_t value_at(uintptr_t address, size_t bytes)
{
    uint64_t value = 0;
    memcpy(&value, (const void *)address, bytes < 8 ? bytes : 8);
    return value;
}

static void spin(struct simt *simt, struct thread *t, uintptr_t address)
{
    t->state = THREAD_SPINNING;
    t->spin = address;
    t->block->ready--;
    await(simt, address);
    simt->spinners++;
    simt->counts.spins++;
    if (simt->trace)
        record_waits(simt, t);
    fibre_stop();
}

/* Before a volatile load or an atomic: others may run first; a thread that
 * looks at the same flag again and finds the same waits until it changes. */
void access_flag_read(uintptr_t address, size_t bytes, const void *pc)
{
    struct simt *const simt = simt_running;
    struct thread *const t = simt->current;
    const uint32_t site = site_of(simt, pc);

    t->site = site;
    timing_look(simt, t, site);
    if (address - simt->global >= simt->global_used &&
        address - t->block->shared >= t->block->shared_bytes)
        return; /* a finding, when it is accessed */
    if (simt->options.schedule != SCHEDULE_EXHAUSTIVE)
        schedule_flag(simt, address, false);
    for (;;) {
        const uint64_t value = value_at(address, bytes);
        const bool news = t->seen_progress != simt->progress;
        const bool same = t->spin == address && t->spin_site == site &&
                          t->spin_value == value && t->looked;
        if (news) {
            t->seen_progress = simt->progress;
            t->looks = 0;
        }
        t->looked = true;
        t->spin_site = site;
        t->spin_value = value;
        if (same && !t->woken) {
            spin(simt, t, address);
            t->woken = true;
            continue;
        }
        if (simt->options.schedule == SCHEDULE_EXHAUSTIVE) {
            schedule_flag(simt, address, false);
            t->spin_value = value_at(address, bytes);
        }
        t->spin = t->looked_at = address;
        t->woken = false;
        if (++t->looks > LOOKS) {
            t->looks = 0;
            spin(simt, t, 0);
            t->spin = address;
        }
        return;
    }
}

/* Somebody writes a word: who waits for it looks again. */
void access_flag_written(uintptr_t address, bool changed)
{
    struct simt *const simt = simt_running;

    if (changed)
        simt->progress++;
    if (!simt->spinners)
        return;
    for (int s = 0; s < simt->resident; s++) {
        struct block *b = &simt->block[s];
        bool wake = false;
        if (!b->live || b->ready + b->waiting + b->done == b->threads)
            continue;
        for (uint32_t i = 0; i < b->threads && !wake; i++)
            wake = b->thread[i].state == THREAD_SPINNING &&
                   (b->thread[i].spin == 0 ||
                    b->thread[i].spin / 8 == address / 8);
        if (wake) {
            timing_wake(simt->current->block, b);
            access_wake_all(b);
        }
    }
}

void access_wake_all(struct block *block)
{
    struct simt *const simt = simt_running;

    for (uint32_t i = 0; i < block->threads; i++)
        if (block->thread[i].state == THREAD_SPINNING) {
            block->thread[i].state = THREAD_READY;
            block->ready++;
            simt->spinners--;
        }
    if (simt->trace)
        record_goes_on(simt, block);
}
