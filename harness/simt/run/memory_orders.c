/* memory_orders.c - acquire and release accesses (C++'s memory orders; PTX:
 * ld.acquire, st.release, atom.acq_rel).
 *
 *     acquire_begin   hides what the thread has read from flags so far
 *     the access      reads one flag
 *     acquire_end     the thread knows what that flag carries, nothing else
 *
 *     release_begin   a release of all that the thread has done
 *     the access      one flag carries it
 *     release_end     later flags do not: each carries the newest fence
 *
 * A one-sided fence works in the same way, but without an access: an acquire
 * fence releases nothing; after a release fence the thread knows no more than
 * before.
 *
 * So an acquire or a release is weaker than a fence, which applies to all flags
 * read before it, and to all flags written after it. The rules themselves are
 * in judge/order.c.
 */
#include "parts.h"
#include "simt/device/calls.h"
#include "trace_moments.h"

#include <string.h>

#define PC __builtin_return_address(0)

/* The largest scope of the launch. */
static int top_of(const struct simt *simt)
{
    return (int)simt->judge.order.top;
}

enum scope access_scope(const struct simt *simt, int scope)
{
    _Static_assert((int)SIMT_OF_BLOCK == SCOPE_BLOCK &&
                       (int)SIMT_OF_DEVICE == SCOPE_DEVICE &&
                       (int)SIMT_OF_SYSTEM == SCOPE_SYSTEM,
                   "the same scopes");
    return (enum scope)(scope < top_of(simt) ? scope : top_of(simt));
}

static void keep(const struct simt *simt, struct simt_kept *kept,
                 const struct order_thread *t)
{
    _Static_assert(sizeof kept->fenced / sizeof *kept->fenced == SCOPES,
                   "room for each scope");
    for (int s = 0; s <= top_of(simt); s++) {
        kept->fenced[s] = order_of(t, s)->fenced;
        kept->pending[s] = order_of(t, s)->pending;
    }
}

void simt_acquire_begin(struct simt_kept *kept)
{
    const struct simt *const simt = simt_running;
    struct order_thread *const t = simt->turn.current->order;

    keep(simt, kept, t);
    for (int s = 0; s <= top_of(simt); s++)
        order_at(t, s)->pending = NULL;
}

/* Learns what the flags carry, and releases nothing. */
static void acquire(struct simt *simt, struct order_thread *t, int scope)
{
    struct simt_kept now;

    keep(simt, &now, t);
    if (simt->options.checking)
        order_fence(&simt->judge.order, t, access_scope(simt, scope), false);
    for (int s = 0; s <= top_of(simt); s++)
        order_at(t, s)->fenced = now.fenced[s];
}

void simt_acquire_none(const struct simt_kept *kept)
{
    struct simt *const simt = simt_running;
    struct order_thread *const t = simt->turn.current->order;

    for (int s = 0; s <= top_of(simt); s++) {
        if (order_at(t, s)->pending && kept->pending[s])
            order_at(t, s)->pending =
                order_list(&simt->judge.order, NULL, order_at(t, s)->pending,
                           kept->pending[s]);
        else if (kept->pending[s])
            order_at(t, s)->pending = kept->pending[s];
    }
    end_if_exhausted(simt);
}

void simt_acquire_end(const struct simt_kept *kept, int scope)
{
    struct simt *const simt = simt_running;
    struct order_thread *const t = simt->turn.current->order;
    bool news = false;

    for (int s = 0; s <= (int)access_scope(simt, scope); s++)
        news |= order_at(t, s)->pending != NULL;
    if (news)
        acquire(simt, t, scope);
    simt_acquire_none(kept); /* restores what was hidden */
}

void simt_release_begin(struct simt_kept *kept, int scope)
{
    struct simt *const simt = simt_running;
    struct order_thread *const t = simt->turn.current->order;

    keep(simt, kept, t);
    if (!simt->options.checking)
        return;
    for (int s = 0; s <= top_of(simt); s++)
        order_at(t, s)->pending = NULL; /* it acquires nothing */
    order_fence(&simt->judge.order, t, access_scope(simt, scope), false);
    for (int s = 0; s <= top_of(simt); s++)
        order_at(t, s)->pending = kept->pending[s];
    end_if_exhausted(simt);
}

void simt_release_end(const struct simt_kept *kept)
{
    const struct simt *const simt = simt_running;
    struct order_thread *const t = simt->turn.current->order;

    for (int s = 0; s <= top_of(simt); s++)
        order_at(t, s)->fenced = kept->fenced[s];
}

static void begin_fence(struct simt *simt, const void *pc)
{
    simt->counts.fences++;
    simt->turn.current->site = site_of(simt, pc);
    busiest_event(&simt->busiest, BUSY_FENCES, simt->turn.current->site);
}

void simt_fence_acquire(int scope)
{
    struct simt *const simt = simt_running;

    begin_fence(simt, PC);
    acquire(simt, simt->turn.current->order, scope);
    end_if_exhausted(simt);
}

void simt_fence_release(int scope)
{
    struct simt_kept kept;

    begin_fence(simt_running, PC);
    simt_release_begin(&kept, scope);
}

/* -------------------------------------------- relaxed, for the block alone */

void simt_block_load(const void *memory, size_t bytes, void *value)
{
    struct simt *const simt = simt_running;
    const uintptr_t address = (uintptr_t)memory;
    uint64_t old = 0; /* of a word of 4 or 8 bytes: no other has one */
    bool is_old = false;

    flag_look(simt, address, bytes, PC);
    access_aligned(address, bytes, false, ACCESS_ATOMIC_BLOCK, PC);
    if (simt->options.checking) {
        is_old = stale_read(simt, address, bytes, ACCESS_ATOMIC_BLOCK, &old);
        end_if_exhausted(simt);
    }
    memcpy(value, is_old ? &old : memory, bytes);
}

void simt_block_store(void *memory, size_t bytes, const void *value)
{
    struct simt *const simt = simt_running;
    struct thread *const t = simt->turn.current;
    const uintptr_t address = (uintptr_t)memory;
    uint64_t shown = 0; /* in a trace */

    timing_settle(&simt->timing, &t->block->pace);
    schedule_flag(simt, address, true);
    access_aligned(address, bytes, true, ACCESS_ATOMIC_BLOCK, PC);
    if (simt->options.checking) {
        stale_written(simt, address, bytes, ACCESS_ATOMIC_BLOCK, PC);
        order_flag_written(&simt->judge.order, t->order, address, bytes, false);
        end_if_exhausted(simt);
    }
    memcpy(memory, value, bytes);
    memcpy(&shown, value, bytes < sizeof shown ? bytes : sizeof shown);
    if (simt->record.trace)
        moment_flag(simt, t, address, bytes, false, shown);
    flag_written(simt, address);
}
