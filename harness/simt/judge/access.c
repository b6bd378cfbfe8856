/* access.c - one load or store: is it allowed, and does it race?
 *
 * Every aligned 4-byte word has a shadow: the stamp of its last write, and
 * a stamp of the reads since then (stamp.h). If threads touch only a part of a
 * word, each of its bytes has a shadow (bytes.c). An access races with an
 * earlier one if one of them writes, they are not both flag operations, and
 * nothing orders them (order.c). The order in which they happened to run is
 * irrelevant.
 *
 *     read    after a write that is not ordered before it      race
 *     write   after a write or a read not ordered before it    race
 *
 * An example: two threads of block 0, in the same warp. The clocks begin at 1.
 *
 *     3:  if (threadIdx.x == 0) cell[0] = 7;
 *     4:  __syncthreads();
 *     5:  x = cell[0];
 *     6:  if (threadIdx.x == 1) cell[0] = x + 1;
 *
 *                                   the shadow of cell[0] afterwards
 *                                   write               read
 *     at first                      no thread           no thread
 *     thread 0, line 3, writes      thread 0, clock 1   no thread
 *     both threads, line 4          base and clocks are 2 now
 *     thread 1, line 5, reads       thread 0, clock 1   thread 1, clock 2
 *         the write has clock 1 < base 2: it is before the read. FINE
 *     thread 0, line 5, reads       thread 0, clock 1   a warp, clock 2
 *         FINE, too. One stamp now represents the reads of both threads
 *     thread 1, line 6, writes
 *         the last write has clock 1 < base 2: it is before. The reads are by
 *         a warp, at clock 2: not below base 2, not only by thread 1, and no
 *         flag has released them to thread 1. RACE with the read on line 5: a
 *         barrier is missing between lines 5 and 6
 *
 * Now delete line 4. Thread 0 writes at clock 1, then thread 1 reads. The base
 * of its block is 1, and 1 < 1 is false: RACE with the write on line 3. If
 * thread 1 runs first, its read is UNINITIALISED. Either way there is a
 * finding.
 *
 * A volatile or atomic word is a flag only if its readers can use any value
 * that it ever had. Two kinds of words are not flags: a word that was unwritten
 * before the write (STAMP_FIRST), and an element of a proof, whose bits mean
 * nothing to a thread (`opaque`). Accesses to these race like plain ones. But a
 * compare-and-swap may store an element if it expects a value that the word has
 * or had: no update is then lost, and a load may return any of the word's
 * values, since it only supplies the value that a later compare-and-swap
 * expects.
 *
 * Writes to flags need not be ordered. If the newest write is not ordered after
 * an earlier one, the earlier one can still race with plain accesses. Hence,
 * when a flag is overwritten, its list of readers keeps those accesses that are
 * not ordered before the new write. It also keeps all plain accesses, and
 * accesses of a smaller scope than the new write's:
 *
 *     A:  x = 1   g = 1                        (all volatile, and no fence)
 *     B:  while (!g);   x = 2   fence   f = 1  A's write of x is kept
 *     C:  while (!f);   fence   reads x        (plain) RACE with A: x = 1 can
 *                                              take effect after x = 2
 *
 * An update (an atomic that reads and writes) reads what the writes before it
 * stored. In every possible order these writes precede the update, so they are
 * not kept.
 *
 * One stamp represents several readers as long as they are one thread, lanes of
 * one warp, or threads of one block; it has their newest clock. Readers from
 * several blocks are kept in a list with an entry for each block. One entry per
 * block is enough if only barriers order the threads of a block. If individual
 * threads can be ordered, each reader has its own entry, so a word with two
 * readers already needs a list. Individual threads can be ordered in a module
 * that uses fences, __syncwarp() by only some lanes of a warp, barriers in
 * shared memory or bulk copies: each thread can then increment a counter after
 * its read; the last thread to do so knows that all have read, and may write.
 *
 * Source: the idea of epochs, Flanagan and Freund, FastTrack, PLDI 2009.
 */
#include "judge.h"

static const struct verdict fine = {.kind = FINE};

static struct verdict race(stamp other, bool other_wrote)
{
    return (struct verdict){
        .kind = RACE, .other = other, .other_wrote = other_wrote};
}

/* `before`: the last write before that read. */
static struct verdict race_with_read(stamp other, stamp before)
{
    return (struct verdict){.kind = RACE, .other = other, .before = before};
}

static struct verdict same_store(stamp other)
{
    return (struct verdict){
        .kind = SAME_STORE, .other = other, .other_wrote = true};
}

static struct verdict verdict(enum verdict_kind kind)
{
    return (struct verdict){.kind = kind};
}

bool judge_open(struct judge *judge)
{
    return order_open(&judge->order);
}

void judge_close(struct judge *judge)
{
    order_close(&judge->order);
    readers_close(&judge->lists);
}

void judge_tells_apart(struct judge *judge, bool apart)
{
    judge->lists.apart = judge->order.apart = apart;
}

void judge_spans_gpus(struct judge *judge, int gpus, uint32_t blocks)
{
    judge->lists.gpus = gpus > 1;
    order_spans_gpus(&judge->order, gpus, blocks);
}

bool judge_launch_begins(struct judge *judge)
{
    readers_forget_all(&judge->lists);
    judge->lanes = (struct lanes){0, 0, false};
    return order_launch_begins(&judge->order);
}

/* ------------------------------------------------------------------ writes */

/* True for two flag operations of which each has a scope that includes the
 * thread of the other (PTX: morally strong). */
static bool are_in_scope(const struct judged_access *access, stamp other)
{
    const struct order_block *const b = access->thread->block;

    if (access->kind == ACCESS_ATOMIC_BLOCK ||
        stamp_kind(other) == ACCESS_ATOMIC_BLOCK)
        return stamp_block(other) == b->number;
    return order_on_gpu_of(b, stamp_block(other)) ||
           (kind_in_stamp(access->kind) == ACCESS_VOLATILE &&
            stamp_kind(other) == ACCESS_VOLATILE);
}

/* True for two flag operations, which may run in any order. */
static bool are_flags(const struct judged_access *access, stamp other)
{
    return !(access->opaque && access->write) && access->kind != ACCESS_PLAIN &&
           stamp_kind(other) != ACCESS_PLAIN && are_in_scope(access, other);
}

/* True for two plain stores: no race if both store the same bytes. */
static bool are_stores(const struct judged_access *access, stamp other)
{
    return access->write && access->kind == ACCESS_PLAIN &&
           stamp_kind(other) == ACCESS_PLAIN && stamp_span(other) != SPAN_MANY;
}

static bool conflicts_with_read(struct judge *judge,
                                const struct judged_access *access, stamp other)
{
    return !are_flags(access, other) &&
           !order_before(&judge->order, other, access->thread);
}

static bool conflicts_with_write(struct judge *judge,
                                 const struct judged_access *access,
                                 stamp other)
{
    if (stamp_is_before_all(other))
        return false;
    if (are_flags(access, other) &&
        !(stamp_is_first(other) && access_reads(access)))
        return false;
    return !order_before(&judge->order, stamp_of_write(other), access->thread);
}

/* ----------------------------------------------------------------- readers */

static bool is_list(stamp read)
{
    return stamp_span(read) == SPAN_MANY && !stamp_is_event(read);
}

/* True for a list of this launch; lists of earlier launches are forgotten. */
static bool has_list(const struct judge *judge, stamp read)
{
    return is_list(read) && stamp_clock(read) == judge->order.floor;
}

static uint32_t list_of(stamp read)
{
    return (uint32_t)(read >> THREAD_SHIFT);
}

static stamp stamp_of_list(const struct judge *judge, uint32_t list)
{
    return (stamp)list << THREAD_SHIFT |
           (stamp)judge->order.floor << CLOCK_SHIFT | SPAN_MANY;
}

/* Makes a list of two readers. False: memory is out. */
static bool list_of_two(struct judge *judge, struct word *word, stamp a,
                        stamp b)
{
    uint32_t list;

    if (!readers_new(&judge->lists, &list, stamp_block(a) == stamp_block(b)) ||
        !readers_add(&judge->lists, list, a, false) ||
        !readers_add(&judge->lists, list, b, false))
        return false;
    word->read = stamp_of_list(judge, list);
    return true;
}

/* stamp_weakness() in this launch. */
static int weakness(const struct judge *judge, stamp s)
{
    return stamp_weakness(s, judge->lists.gpus);
}

static int access_weakness(const struct judge *judge,
                           const struct judged_access *access)
{
    return weakness(
        judge, stamp_of(0, 0, 0, 0, kind_in_stamp(access->kind), SPAN_THREAD));
}

/* One stamp for two accesses of a thread at the same clock. It takes the kind
 * that races with more accesses. */
static stamp weakest(const struct judge *judge, stamp old, stamp me)
{
    const stamp kind = (stamp)3 << SPAN_BITS;
    const bool same =
        stamp_same_time(old, me) && stamp_span(old) == SPAN_THREAD;

    return same && weakness(judge, old) > weakness(judge, me)
               ? (me & ~kind) | (old & kind)
               : me;
}

/* True when the word was unwritten before `me`, or before an earlier write by
 * the same thread at the same clock. */
static bool is_first(stamp old, stamp me)
{
    return stamp_kind(me) != ACCESS_PLAIN &&
           (old == STAMP_NONE ||
            (stamp_is_first(old) && stamp_same_time(old, me)));
}

static bool is_own(const struct judged_access *access, stamp s)
{
    return stamp_span(s) == SPAN_THREAD &&
           stamp_block(s) == access->thread->block->number &&
           stamp_thread(s) == access->thread->index;
}

/* One stamp for this read and an earlier one by the same block. It names the
 * earlier thread: the later one is likelier to write next, and a race is best
 * reported with two threads. */
static stamp both_reads(const struct judge *judge, const struct order_thread *t,
                        stamp old, stamp me)
{
    const bool same_warp = stamp_thread(old) / WARP == t->index / WARP &&
                           stamp_span(old) != SPAN_BLOCK;
    const uint32_t clock =
        stamp_clock(old) > t->clock ? stamp_clock(old) : t->clock;
    const stamp seen = weakness(judge, me) > weakness(judge, old) ? me : old;

    return stamp_of(t->block->number, stamp_thread(seen), clock,
                    stamp_site(seen), stamp_kind(seen),
                    same_warp ? SPAN_WARP : SPAN_BLOCK);
}

bool access_copy_readers(struct judge *judge, stamp *read)
{
    uint32_t list;

    if (!has_list(judge, *read))
        return true;
    if (!readers_copy(&judge->lists, list_of(*read), &list))
        return false;
    *read = stamp_of_list(judge, list);
    return true;
}

/* True for an earlier read that this one must not replace, since it races with
 * more: a plain read races with another thread's write of a flag, a read of the
 * block's scope with one of another block, and so on. */
static bool is_weaker(const struct judge *judge, stamp old, stamp me)
{
    return weakness(judge, old) > weakness(judge, me) &&
           !stamp_is_before_all(old) && !stamp_is_event(old) && !is_list(old) &&
           stamp_clock(old) >= judge->order.floor && !stamp_same_time(old, me);
}

/* False: memory is out. */
static bool note_read(struct judge *judge, const struct judged_access *access,
                      struct word *word, stamp me)
{
    const struct order_thread *t = access->thread;
    const stamp old = word->read;

    if (has_list(judge, old))
        return readers_add(&judge->lists, list_of(old), me, false);
    const bool follows = stamp_is_before_all(old) || is_list(old) ||
                         is_own(access, old) ||
                         order_before(&judge->order, old, t);
    if (follows && !is_weaker(judge, old, me))
        word->read = weakest(judge, old, me);
    else if (!follows && stamp_block(old) == t->block->number &&
             !judge->lists.apart)
        word->read = both_reads(judge, t, old, me);
    else
        return list_of_two(judge, word, old, me);
    return true;
}

/* The lanes of the entry whose reads are not in `knows`. */
static uint32_t unknown_lanes(struct judge *judge, const struct reader *r,
                              const struct knowledge *knows)
{
    uint32_t unknown = 0;

    if (!r->lanes)
        return 0;
    if (stamp_is_event(r->stamp))
        return order_knows(&judge->order, knows, r->stamp) ? 0 : r->lanes;
    if (order_knows(&judge->order, knows,
                    stamp_of_lane(r->stamp, 0) | SPAN_WARP))
        return 0;
    for (uint32_t lane = 0; lane < WARP; lane++)
        if (r->lanes >> lane & 1 &&
            !order_knows(&judge->order, knows, stamp_of_lane(r->stamp, lane)))
            unknown |= (uint32_t)1 << lane;
    return unknown;
}

stamp access_unknown_reader(struct judge *judge, const struct word *word,
                            const struct knowledge *knows)
{
    const stamp old = word->read;

    if (has_list(judge, old)) {
        const struct readers *readers = &judge->lists.list[list_of(old)];
        stamp first = 0;
        for (uint32_t i = 0; i < readers->room; i++) {
            const struct reader *r = &readers->reader[i];
            const uint32_t unknown = unknown_lanes(judge, r, knows);
            if (!unknown)
                continue;
            const stamp s =
                stamp_of_lane(r->stamp, (uint32_t)__builtin_ctz(unknown));
            if (!first || s < first)
                first = s;
        }
        return first;
    }
    return stamp_is_before_all(old) || is_list(old) ||
                   order_knows(&judge->order, knows, old)
               ? 0
               : old;
}

/* Adds an event to the list. It replaces all readers that it knows.
 */
static bool add_to_list(struct judge *judge, struct word *word, stamp event,
                        const struct knowledge *knows)
{
    const uint32_t list = list_of(word->read);
    const struct readers *const readers = &judge->lists.list[list];
    uint32_t kept = 0;

    for (uint32_t i = 0; i < readers->room; i++) {
        struct reader *r = &readers->reader[i];
        r->lanes = unknown_lanes(judge, r, knows);
        kept |= r->lanes;
    }
    if (kept)
        return readers_add(&judge->lists, list, event, false);
    readers_forget(&judge->lists, list);
    word->read = event;
    return true;
}

bool access_add_reader(struct judge *judge, struct word *word, stamp event,
                       const struct knowledge *knows)
{
    const stamp old = word->read;

    if (has_list(judge, old))
        return add_to_list(judge, word, event, knows);
    if (!stamp_is_before_all(old) && !is_list(old) &&
        !order_knows(&judge->order, knows, old))
        return list_of_two(judge, word, old, event);
    word->read = event;
    return true;
}

/* True if every later access of the word is ordered after this one: in shared
 * memory, for an access before the block's last barrier. */
static bool is_over(const struct judge *judge,
                    const struct judged_access *access, stamp s)
{
    return stamp_is_before_all(s) || stamp_clock(s) < judge->order.floor ||
           (access->shared && !stamp_is_event(s) &&
            stamp_clock(s) < access->thread->block->whole);
}

static void forget_list(struct judge *judge, struct word *word)
{
    if (has_list(judge, word->read))
        readers_forget(&judge->lists, list_of(word->read));
    word->read = STAMP_NONE;
}

/* Before a plain store, which comes after all readers: any access after the
 * store comes after them, too. They are kept because of a second store of the
 * same bytes, which can race with a reader and not with the store; but readers
 * that come before all later accesses are dropped. */
static void forget_over(struct judge *judge, const struct judged_access *access,
                        struct word *word)
{
    if (!has_list(judge, word->read))
        return;
    const struct readers *const readers =
        &judge->lists.list[list_of(word->read)];
    for (uint32_t i = 0; i < readers->room; i++)
        if (readers->reader[i].lanes &&
            !is_over(judge, access, readers->reader[i].stamp))
            return;
    forget_list(judge, word);
}

void access_write_by_event(struct judge *judge, struct word *word, stamp event)
{
    forget_list(judge, word);
    word->write = event;
}

/* The first lane of the entry whose read races with the write; or 0. */
static stamp conflicting_lane(struct judge *judge,
                              const struct judged_access *access,
                              const struct reader *r)
{
    if (are_flags(access, r->stamp) ||
        order_before(&judge->order, stamp_of_lane(r->stamp, 0) | SPAN_WARP,
                     access->thread))
        return 0;
    for (uint32_t lane = 0; lane < WARP; lane++) {
        const stamp s = stamp_of_lane(r->stamp, lane);
        if (r->lanes >> lane & 1 && !is_own(access, s) &&
            !order_before(&judge->order, s, access->thread))
            return s;
    }
    return 0;
}

/* The first access of the list that races with this one, if any: two reads do
 * not race. Two stores do only if they store different bytes, so they are
 * considered last. `before` is the word's last write. */
static struct verdict check_list(struct judge *judge,
                                 const struct judged_access *access,
                                 const struct readers *readers, stamp before)
{
    const bool all_flags = !readers->has_plain &&
                           !(access->opaque && access->write) &&
                           access_weakness(judge, access) == 0;
    struct verdict found = fine;

    for (uint32_t i = 0; i < readers->room && !all_flags; i++) {
        const struct reader *r = &readers->reader[i];
        const bool both_store = r->wrote && are_stores(access, r->stamp);
        stamp s = 0;
        if (!r->lanes || (!access->write && !r->wrote) ||
            (both_store && found.kind != FINE))
            continue;
        if (readers->apart && !stamp_is_event(r->stamp))
            s = conflicting_lane(judge, access, r);
        else if (!is_own(access, r->stamp) &&
                 conflicts_with_read(judge, access, r->stamp))
            s = r->stamp;
        if (s && both_store)
            found = same_store(s);
        else if (s)
            return r->wrote ? race(s, true) : race_with_read(s, before);
    }
    return found;
}

/* Checks the accesses kept besides the last write, mainly the reads since then:
 * does one race with this access? */
static struct verdict check_kept(struct judge *judge,
                                 const struct judged_access *access,
                                 const struct word *word)
{
    const stamp r = word->read;

    if (has_list(judge, r))
        return check_list(judge, access, &judge->lists.list[list_of(r)],
                          word->write);
    return r && !is_list(r) && access->write && !is_own(access, r) &&
                   conflicts_with_read(judge, access, r)
               ? race_with_read(r, word->write)
               : fine;
}

/* -------------------------------------------------- a flag is overwritten */

static bool keeps_flag(struct judge *judge, const struct judged_access *access,
                       stamp s)
{
    return !is_own(access, s) &&
           !order_before(&judge->order, s, access->thread);
}

/* True for an access that races with more than this one, a flag operation: it
 * is kept, ordered or not. */
static bool is_weaker_than(const struct judge *judge,
                           const struct judged_access *access, stamp s)
{
    return weakness(judge, s) > access_weakness(judge, access);
}

static bool is_update(const struct judged_access *access)
{
    return access->kind == ACCESS_ATOMIC ||
           access->kind == ACCESS_ATOMIC_SYSTEM || access_reads(access);
}

static bool keeps_write(struct judge *judge, const struct judged_access *access,
                        stamp s)
{
    if (is_over(judge, access, s))
        return false;
    if (is_weaker_than(judge, access, s))
        return true;
    if (stamp_kind(s) != ACCESS_ATOMIC_BLOCK && is_update(access))
        return false;
    return keeps_flag(judge, access, stamp_of_write(s));
}

static bool keeps_read(struct judge *judge, const struct judged_access *access,
                       stamp s)
{
    return !is_list(s) && !is_over(judge, access, s) &&
           (is_weaker_than(judge, access, s) || keeps_flag(judge, access, s));
}

/* Before a flag is written: keeps some of the accesses before that, in a list.
 * False: memory is out. */
static bool keep(struct judge *judge, const struct judged_access *access,
                 struct word *word, stamp me)
{
    const stamp write = stamp_of_write(word->write), read = word->read;
    const bool keeps_w =
        !stamp_same_time(write, me) && keeps_write(judge, access, word->write);
    const bool keeps_r =
        !has_list(judge, read) && keeps_read(judge, access, read);
    uint32_t list = list_of(read);

    if (!has_list(judge, read)) {
        word->read = STAMP_NONE;
        if (!keeps_w && !keeps_r)
            return true;
        if (!readers_new(&judge->lists, &list, true))
            return false;
        word->read = stamp_of_list(judge, list);
    }
    return (!keeps_r || readers_add(&judge->lists, list, read, false)) &&
           (!keeps_w || readers_add(&judge->lists, list, write, true));
}

/* One stamp for two stores by a block. */
static stamp both_stores(stamp old, stamp me)
{
    const bool same_warp =
        old >> WARP_SHIFT == me >> WARP_SHIFT && stamp_span(old) != SPAN_BLOCK;
    const uint32_t clock =
        stamp_clock(old) > stamp_clock(me) ? stamp_clock(old) : stamp_clock(me);

    return stamp_of(stamp_block(me), stamp_thread(me), clock, stamp_site(me),
                    ACCESS_PLAIN, same_warp ? SPAN_WARP : SPAN_BLOCK);
}

/* Several threads have stored the same bytes: later accesses must come after
 * each of these stores. False: memory is out. */
static bool keep_store(struct judge *judge, struct word *word, stamp me)
{
    const stamp other = word->write, read = word->read;
    uint32_t list = list_of(read);

    if (!judge->lists.apart && stamp_block(other) == stamp_block(me)) {
        word->write = both_stores(other, me);
        return true;
    }
    word->write = me;
    if (!has_list(judge, read)) {
        if (!readers_new(&judge->lists, &list, false))
            return false;
        word->read = stamp_of_list(judge, list);
        if (!stamp_is_before_all(read) && !is_list(read) &&
            !readers_add(&judge->lists, list, read, false))
            return false;
    }
    return readers_add(&judge->lists, list, other, true);
}

/* ------------------------------------------------------------------- words */

static bool is_of_other_lane(struct judge *judge,
                             const struct judged_access *access, stamp s,
                             stamp me)
{
    return stamp_kind(s) == ACCESS_VOLATILE && !stamp_is_before_all(s) &&
           s >> WARP_SHIFT == me >> WARP_SHIFT && !is_own(access, s) &&
           !order_before(&judge->order, s, access->thread);
}

/* A read by another lane of the warp that is not ordered before; or 0. */
static stamp read_of_other_lane(struct judge *judge,
                                const struct judged_access *access, stamp read,
                                stamp me)
{
    if (!has_list(judge, read))
        return is_of_other_lane(judge, access, read, me) ? read : 0;
    const struct readers *const readers = &judge->lists.list[list_of(read)];
    for (uint32_t i = 0; i < readers->room; i++) {
        const struct reader *const r = &readers->reader[i];
        const uint32_t own = (uint32_t)1 << access->thread->index % WARP;
        const uint32_t lanes = readers->apart ? r->lanes & ~own : 0;
        const stamp s =
            stamp_of_lane(r->stamp, lanes ? (uint32_t)__builtin_ctz(lanes) : 0);
        if (lanes && is_of_other_lane(judge, access, s, me))
            return s;
    }
    return 0;
}

/* A volatile access to shared memory. */
static void watch_lanes(struct judge *judge, const struct judged_access *access,
                        const struct word *word, stamp me)
{
    stamp earlier = stamp_of_write(word->write);

    if (!is_of_other_lane(judge, access, earlier, me))
        earlier = access->write
                      ? read_of_other_lane(judge, access, word->read, me)
                      : 0;
    judge->lanes = (struct lanes){earlier, me, access->write};
}

struct verdict access_cell(struct judge *judge,
                           const struct judged_access *access,
                           struct word *word, stamp me)
{
    struct verdict found = fine;

    if (access->kind == ACCESS_VOLATILE && access->shared &&
        !judge->lanes.earlier)
        watch_lanes(judge, access, word, me);
    if (conflicts_with_write(judge, access, word->write))
        found = are_stores(access, word->write) ? same_store(word->write)
                                                : race(word->write, true);
    if (found.kind == RACE)
        return found;
    const struct verdict kept = check_kept(judge, access, word);
    if (kept.kind == RACE)
        return kept;
    if (!access->write)
        return note_read(judge, access, word, me) ? fine : verdict(NO_MEMORY);
    if (found.kind == FINE)
        found = kept;
    if (found.kind == SAME_STORE)
        return keep_store(judge, word, me) ? found : verdict(NO_MEMORY);
    if (stamp_kind(me) == ACCESS_PLAIN)
        forget_over(judge, access, word);
    else if (!keep(judge, access, word, me))
        return verdict(NO_MEMORY);
    if (access->kind == ACCESS_PLAIN)
        word->write = me;
    else
        word->write = weakest(judge, stamp_of_write(word->write), me) |
                      is_first(word->write, me);
    return found;
}

static struct verdict check_word(struct judge *judge,
                                 const struct judged_access *access,
                                 const struct shadow *shadow, size_t k,
                                 stamp me)
{
    struct word *const word = &shadow->word[k];

    if (word->write >= STAMP_BARRIER)
        return verdict(word->write == STAMP_BARRIER ? TOUCHES_BARRIER
                                                    : OUT_OF_BOUNDS);
    if (!access->whole || word->write == STAMP_PARTS)
        return bytes_access(judge, access, shadow, k, me);
    if (word->write == STAMP_NONE && access_reads(access))
        return verdict(UNINITIALISED);
    return access_cell(judge, access, word, me);
}

static bool is_of_launch(const struct judge *judge, stamp write)
{
    return write < STAMP_PARTS && !stamp_is_before_all(write) &&
           stamp_clock(write) >= judge->order.floor;
}

struct verdict judge_readonly(const struct judge *judge, struct shadow shadow,
                              size_t first, size_t bytes)
{
    for (size_t i = first; i < first + bytes; i++) {
        const stamp of_word = shadow.word[i / 4].write;
        const stamp write =
            of_word == STAMP_PARTS ? shadow.byte[i].write : of_word;
        if (is_of_launch(judge, write))
            return (struct verdict){.kind = READ_ONLY,
                                    .other = stamp_of_write(write),
                                    .other_wrote = true};
    }
    return fine;
}

struct verdict judge_access(struct judge *judge,
                            const struct judged_access *access,
                            struct shadow shadow, size_t words)
{
    const struct order_thread *const t = access->thread;
    /* A load may prepare a compare-and-swap. */
    const bool is_plain = access->opaque && (access->write || access->shared);
    const stamp me = stamp_of(
        t->block->number, t->index, t->clock, access->site,
        is_plain ? ACCESS_PLAIN : kind_in_stamp(access->kind), SPAN_THREAD);

    struct verdict same = fine;

    for (size_t k = 0; k < words; k++) {
        const struct verdict found = check_word(judge, access, &shadow, k, me);
        if (found.kind == SAME_STORE)
            same = found;
        else if (found.kind != FINE)
            return order_trouble(&judge->order) == ORDER_NO_MEMORY
                       ? verdict(NO_MEMORY)
                       : found;
    }
    return same;
}
