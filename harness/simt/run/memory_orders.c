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

static enum scope scope_of(int scope)
{
    return scope == SIMT_OF_DEVICE ? SCOPE_DEVICE : SCOPE_BLOCK;
}

static void keep(struct simt_kept *kept, const struct order_thread *t)
{
    for (int s = 0; s < SCOPES; s++) {
        kept->fenced[s] = t->fenced[s];
        kept->pending[s] = t->pending[s];
    }
}

void simt_acquire_begin(struct simt_kept *kept)
{
    struct order_thread *const t = simt_running->turn.current->order;

    keep(kept, t);
    for (int s = 0; s < SCOPES; s++)
        t->pending[s] = NULL;
}

/* Learns what the flags carry, and releases nothing. */
static void acquire(struct simt *simt, struct order_thread *t, int scope)
{
    struct simt_kept now;

    keep(&now, t);
    if (simt->options.checking)
        order_fence(&simt->judge.order, t, scope_of(scope), false);
    for (int s = 0; s < SCOPES; s++)
        t->fenced[s] = now.fenced[s];
}

void simt_acquire_none(const struct simt_kept *kept)
{
    struct simt *const simt = simt_running;
    struct order_thread *const t = simt->turn.current->order;

    for (int s = 0; s < SCOPES; s++) {
        if (t->pending[s] && kept->pending[s])
            t->pending[s] = order_list(&simt->judge.order, NULL, t->pending[s],
                                       kept->pending[s]);
        else if (kept->pending[s])
            t->pending[s] = kept->pending[s];
    }
    end_if_exhausted(simt);
}

void simt_acquire_end(const struct simt_kept *kept, int scope)
{
    struct simt *const simt = simt_running;
    struct order_thread *const t = simt->turn.current->order;
    bool news = false;

    for (int s = 0; s <= (int)scope_of(scope); s++)
        news |= t->pending[s] != NULL;
    if (news)
        acquire(simt, t, scope);
    simt_acquire_none(kept); /* restores what was hidden */
}

void simt_release_begin(struct simt_kept *kept, int scope)
{
    struct simt *const simt = simt_running;
    struct order_thread *const t = simt->turn.current->order;

    keep(kept, t);
    if (!simt->options.checking)
        return;
    for (int s = 0; s < SCOPES; s++)
        t->pending[s] = NULL; /* it acquires nothing */
    order_fence(&simt->judge.order, t, scope_of(scope), false);
    for (int s = 0; s < SCOPES; s++)
        t->pending[s] = kept->pending[s];
    end_if_exhausted(simt);
}

void simt_release_end(const struct simt_kept *kept)
{
    struct order_thread *const t = simt_running->turn.current->order;

    for (int s = 0; s < SCOPES; s++)
        t->fenced[s] = kept->fenced[s];
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
