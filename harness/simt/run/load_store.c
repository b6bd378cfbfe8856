/* load_store.c - one load or store, from the hook to the memory.
 *
 *     where?      global memory, the block's shared memory, or elsewhere
 *     path        adds to the hash of the run's path
 *     judge       may it touch these words, and does it race?   judge/access.c
 *     cost        model time, requests of the warp              cost/
 *     turn        is it another thread's turn?
 *
 * Most accesses of a kernel are plain and aligned. For such accesses the same
 * body is compiled a second time, without the parts that they never need: see
 * `quick`.
 */
#include "monoids/compares.h"
#include "parts.h"
#include "report.h"
#include "trace_moments.h"

#include <string.h>

static bool is_endless(const struct thread *t)
{
    uint64_t together = 0;
    int running = 0;

    if (t->steps <= STEPS_PART || t->steps > MAX_ACCESSES)
        return t->steps > MAX_ACCESSES;
    for (uint32_t i = 0; i < t->block->threads; i++)
        if (t->block->thread[i].state != THREAD_DONE) {
            together += t->block->thread[i].steps;
            running += t->block->thread[i].steps > STEPS_PART / 2;
        }
    return running > 1 && together > STEPS_TOGETHER;
}

static void give_way(struct simt *simt, uint32_t site)
{
    if (is_endless(simt->turn.current))
        report_endless_accesses(simt, simt->turn.current, site);
    fibre_stop();
}

/* An access. `key` is its request's, without site and space. */
struct touched {
    uintptr_t address;
    size_t bytes;
    bool write;
    enum access_kind kind;
    enum atomic_operation operation; /* for an atomic */
    uint64_t key;
};

/* An access through a pointer that is `const X *__restrict__`: if it is a plain
 * read, a GPU's compiler may take the value from its read-only cache. */
static void touch_home(struct simt *simt, const struct touched *what,
                       const void *pc)
{
    const uintptr_t home = global_home(&simt->global, what->address);
    const struct request_access access = requests_access_of(what->key);

    if (!what->write && what->kind == ACCESS_PLAIN)
        access_readonly(home, what->bytes, pc);
    access_memory(home, what->bytes, access.align, what->write, what->kind, pc);
}

/* An access neither to global nor to shared memory, at these addresses. */
static void touch_elsewhere(struct simt *simt, const struct touched *what,
                            const void *pc)
{
    const struct block *b = simt->turn.current->block;
    const uintptr_t address = what->address;

    if (global_home(&simt->global, address) != address) {
        touch_home(simt, what, pc);
        return;
    }
    const struct access told = {.address = address,
                                .bytes = what->bytes,
                                .write = what->write,
                                .site = site_of(simt, pc)};
    if (address - fibre_stack < STACK_BYTES)
        return;
    if (!what->write && what->bytes &&
        indices_have((const char *)address + what->bytes - 1) &&
        indices_have((const char *)address))
        return; /* a copied struct of indices */
    if (!what->write && address - b->code.image < b->code.image_bytes) {
        accesses_go_on(&simt->accesses, address - b->code.image);
        return; /* a constant or literal of the module */
    }
    report_bounds(simt, &told);
}

/* The compiler's own byte in shared memory, which tells it whether a
 * constructor has run. It always has (code/kernel_code.c). */
static bool is_guard(const struct simt *simt, const struct touched *what)
{
    const struct source_symbols *const symbols = simt->code.symbols;
    const uintptr_t place =
        what->address - simt->turn.current->block->code.shared;

    for (size_t i = 0; i < symbols->guards; i++)
        if (symbols->guard[i] == place)
            return what->bytes == 1 && !what->write;
    return false;
}

/* Rare: there is a finding, or threads spin and may wait for this word. */
__attribute__((noinline, cold)) static void
after_verdict(struct simt *simt, const struct touched *what, uint32_t site,
              struct verdict verdict)
{
    const struct access told = {.address = what->address,
                                .bytes = what->bytes,
                                .write = what->write,
                                .kind = what->kind,
                                .site = site};

    if (verdict.kind == OUT_OF_BOUNDS && is_guard(simt, what))
        return;
    if (verdict.kind != FINE)
        report_access(simt, &told, &verdict);
    if (what->write && what->kind == ACCESS_PLAIN &&
        flag_is_awaited(&simt->waiting, what->address))
        flag_written(simt, what->address);
}

__attribute__((noinline, cold)) static void
touch_early(struct simt *simt, const struct touched *what, uint32_t site,
            struct shadow shadow)
{
    const struct access told = {.address = what->address,
                                .bytes = what->bytes,
                                .write = what->write,
                                .kind = what->kind,
                                .site = site};

    overlap_touched(simt, &told, shadow, what->address & 3, what->bytes);
}

bool access_is_element(const struct simt *simt, uintptr_t address)
{
    return is_in_shared(simt->turn.current->block, address)
               ? simt->global.has_opaque &&
                     code_is_element(&simt->code,
                                     &simt->turn.current->block->code, address)
               : global_is_opaque(&simt->global, address);
}

/* touch() and its parts are one function for the compiler, which drops what a
 * quick access does not need. */
#define PART_OF_TOUCH static inline __attribute__((always_inline))

PART_OF_TOUCH void judge_touched(struct simt *simt, const struct touched *what,
                                 enum access_kind kind, uint32_t site,
                                 bool global, struct shadow shadow)
{
    const struct judged_access access = {
        .thread = simt->turn.current->order,
        .site = site,
        .kind = kind,
        .write = what->write && what->operation != ATOMIC_LOAD,
        .blind = what->operation == ATOMIC_STORE,
        .shared = !global,
        .whole = ((what->address | what->bytes) & 3) == 0,
        .first = what->address & 3,
        .bytes = what->bytes,
        .opaque = kind != ACCESS_PLAIN && what->operation != ATOMIC_SWAP &&
                  access_is_element(simt, what->address)};
    const struct verdict verdict =
        judge_access(&simt->judge, &access, shadow,
                     ((what->address & 3) + what->bytes + 3) >> 2);

    if (verdict.kind != FINE || simt->waiting.spinners)
        after_verdict(simt, what, site, verdict);
}

PART_OF_TOUCH void count_touched(struct simt *simt, const struct touched *what,
                                 enum access_kind kind, uint32_t site,
                                 bool global, const bool quick)
{
    struct thread *const t = simt->turn.current;

    const size_t reads =
        global && (!what->write || kind >= ACCESS_ATOMIC) ? what->bytes : 0;
    const size_t writes = global && what->write ? what->bytes : 0;

    simt->counts.read_bytes += reads;
    simt->counts.write_bytes += writes;
    if (!quick) {
        t->block->reads += reads;
        t->block->writes += writes;
    }
    if (simt->options.schedule == SCHEDULE_TIMED)
        timing_access(&t->block->pace, &t->pace, global, what->bytes,
                      what->write);
    if (quick || simt->options.counting)
        requests_add_key(t->warp->requests,
                         (uint64_t)site << 32 | what->key |
                             (global ? REQUEST_GLOBAL : REQUEST_SHARED),
                         t->lane, what->address);
}

/* `quick` is a constant. If true, the access must be plain and aligned, counted
 * and not recorded, and lanes must not run in lockstep. */
PART_OF_TOUCH void touch(const struct touched *what, const void *pc,
                         const bool quick)
{
    struct simt *const simt = simt_running;
    struct thread *const t = simt->turn.current;
    struct block *const b = t->block;
    const enum access_kind kind = quick ? ACCESS_PLAIN : what->kind;
    size_t place = what->address - simt->global.begin;
    const struct shadow *memory = &simt->global.shadow;
    bool global = true;

    turn_step(&simt->turn);
    if (!quick && simt->stale.bytes)
        stale_ends(simt);
    if (!quick && simt->same_store.waits) {
        if (what->write)
            same_store_ends(simt);
        else
            same_store_meets_load(simt, pc);
    }
    if (place >= simt->global.used) {
        place = what->address - b->code.shared;
        memory = &b->shadow;
        global = false;
        if (place >= b->code.shared_bytes) {
            touch_elsewhere(simt, what, pc);
            return;
        }
    }
    const uint32_t site =
        sites_find(&simt->code.sites, (uintptr_t)pc - b->code.image);
    if (!quick && what->bytes == 0)
        return;
    const bool stays = !quick && simt->same_store.waits;
    if (global && !stays)
        schedule_turn(simt);
    if (!quick && simt->options.lockstep && !stays) {
        t->pc = (uintptr_t)pc;
        fibre_stop(); /* until it is this access's turn */
    }
    if (!quick && simt->record.accesses && kind == ACCESS_PLAIN)
        moment_access(simt, t, what->address, what->bytes, what->write, site);
    if (!quick && simt->held.state == HELD_WAITS)
        pending_access(simt, what->address, what->bytes, what->write, site);
    if (global && simt->launch.overlaps &&
        (!t->waited || simt->launch.unsettled))
        touch_early(simt, what, site, shadow_at(memory, place));
    accesses_go_on(&simt->accesses, (uint64_t)site << 40 ^ place);
    if (compares.records)
        rounds_passed(&t->rounds, (uint32_t)((uintptr_t)pc - b->code.image));
    if (!quick)
        accesses_go_on(&simt->accesses, what->bytes);
    if (simt->options.checking)
        judge_touched(simt, what, kind, site, global, shadow_at(memory, place));
    count_touched(simt, what, kind, site, global, quick);
    if (simt->turn.left <= 0 && !simt->same_store.waits &&
        (quick || !t->insists))
        give_way(simt, site);
    if (!quick && simt->follow.on) /* it happens now; no event comes between */
        follow_access(simt, t, what->address, what->bytes, what->write, site);
}

void access_quickly(uintptr_t address, uint64_t key, const void *pc)
{
    const struct request_access access = requests_access_of(key);
    const struct touched what = {.address = address,
                                 .bytes = access.bytes,
                                 .write = access.kind == REQUEST_STORE,
                                 .key = key};

    touch(&what, pc, true);
}

void access_memory(uintptr_t address, size_t bytes, unsigned align, bool write,
                   enum access_kind kind, const void *pc)
{
    const struct request_access access = {.bytes = (uint16_t)bytes,
                                          .align = (uint8_t)align,
                                          .kind = kind >= ACCESS_ATOMIC
                                                      ? REQUEST_ATOMIC
                                                  : write ? REQUEST_STORE
                                                          : REQUEST_LOAD};
    const struct touched what = {.address = address,
                                 .bytes = bytes,
                                 .write = write,
                                 .kind = kind,
                                 /* of block or device scope */
                                 .operation =
                                     write ? ATOMIC_STORE : ATOMIC_UPDATE,
                                 .key = requests_key(&access)};

    touch(&what, pc, false);
}

void access_type_misaligned(uintptr_t address, size_t bytes, bool write,
                            const void *pc)
{
    const struct access told = {.address = address,
                                .bytes = bytes,
                                .write = write,
                                .site = site_of(simt_running, pc)};

    report_misaligned(simt_running, &told);
}

void access_aligned(uintptr_t address, size_t bytes, bool write,
                    enum access_kind kind, const void *pc)
{
    const size_t last = address & (bytes - 1);
    const bool is_pair = bytes == 16 && last == 8 && kind == ACCESS_PLAIN;

    if (last && !is_pair)
        access_type_misaligned(address, bytes, write, pc);
    access_memory(address, bytes, is_pair ? 8 : 0, write, kind, pc);
}

void access_readonly(uintptr_t address, size_t bytes, const void *pc)
{
    struct simt *const simt = simt_running;
    const size_t place =
        global_home(&simt->global, address) - simt->global.begin;

    if (!simt->options.checking || place >= simt->global.used)
        return;
    const struct verdict verdict =
        judge_readonly(&simt->judge, shadow_at(&simt->global.shadow, place),
                       address & 3, bytes);
    const struct access told = {
        .address = address, .bytes = bytes, .site = site_of(simt, pc)};

    if (verdict.kind != FINE)
        report_access(simt, &told, &verdict);
}

/* An exchange may be the first to write a word. It finds the pattern of a
 * thread's own unset variables there (compared.c). */
static void spoil_unwritten(const struct simt *simt, uintptr_t address,
                            size_t bytes)
{
    const struct block *const b = simt->turn.current->block;
    const struct shadow *memory = &simt->global.shadow;
    size_t place = address - simt->global.begin;

    if (place >= simt->global.used) {
        place = address - b->code.shared;
        memory = &b->shadow;
        if (place >= b->code.shared_bytes)
            return;
    }
    for (size_t i = 0; i < bytes; i += 4)
        if (memory->word[(place + i) / 4].write == STAMP_NONE)
            memset((char *)address + i, 0xfe, 4);
}

void access_atomic(uintptr_t address, size_t bytes,
                   enum atomic_operation operation, enum access_kind kind,
                   const void *pc)
{
    const struct request_access access = {.bytes = (uint16_t)bytes,
                                          .kind = REQUEST_ATOMIC};
    const struct touched what = {.address = address,
                                 .bytes = bytes,
                                 .write = true,
                                 .kind = kind,
                                 .operation = operation,
                                 .key = requests_key(&access)};

    if (address & (bytes - 1))
        access_type_misaligned(address, bytes, true, pc);
    if (operation == ATOMIC_STORE && simt_running->options.checking)
        spoil_unwritten(simt_running,
                        global_home(&simt_running->global, address), bytes);
    touch(&what, pc, false);
}
