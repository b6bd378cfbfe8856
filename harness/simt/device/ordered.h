/* ordered.h - loads, stores and updates with a memory order and a scope, for
 * inline PTX (ptx_words.h) and for <cuda/atomic>. Included by cuda.h.
 *
 * A relaxed access of system scope is a volatile access, and so is one of
 * device scope, after a call that says so. An access of block scope uses
 * separate functions, since it does not order other blocks. Acquire
 * and release are calls around the access (run/memory_orders.c); an access that
 * is sequentially consistent has a fence before it.
 */
#pragma once

/* Numbered as in <cuda/atomic>. A consume is an acquire. */
enum simt_memory_order {
    SIMT_RELAXED,
    SIMT_CONSUME,
    SIMT_ACQUIRE,
    SIMT_RELEASE,
    SIMT_ACQ_REL,
    SIMT_SEQ_CST
};

SIMT_INLINE bool simt_acquires(int order)
{
    return order == SIMT_CONSUME || order == SIMT_ACQUIRE ||
           order >= SIMT_ACQ_REL;
}

SIMT_INLINE bool simt_releases(int order)
{
    return order == SIMT_RELEASE || order >= SIMT_ACQ_REL;
}

template <class W>
SIMT_INLINE W simt_load(uint64_t address, int order, int scope)
{
    simt_kept kept;
    W value;

    if (order == SIMT_SEQ_CST)
        simt_threadfence(scope);
    if (simt_acquires(order))
        simt_acquire_begin(&kept);
    if (scope == SIMT_OF_DEVICE)
        simt_next_of_device((const void *)address);
    if (scope == SIMT_OF_BLOCK)
        simt_block_load((const void *)address, sizeof value, &value);
    else if constexpr (sizeof value == 16)
        simt_wide_load((const void *)address, &value);
    else
        value = *(const volatile W *)address;
    if (simt_acquires(order))
        simt_acquire_end(&kept, scope);
    return value;
}

template <class W>
SIMT_INLINE void simt_store(uint64_t address, W value, int order, int scope)
{
    simt_kept kept;

    if (order == SIMT_SEQ_CST)
        simt_threadfence(scope);
    else if (simt_releases(order))
        simt_release_begin(&kept, scope);
    if (scope == SIMT_OF_DEVICE)
        simt_next_of_device((const void *)address);
    if (scope == SIMT_OF_BLOCK)
        simt_block_store((void *)address, sizeof value, &value);
    else if constexpr (sizeof value == 16)
        simt_wide_store((void *)address, &value);
    else
        *(volatile W *)address = value;
    if (order != SIMT_SEQ_CST && simt_releases(order))
        simt_release_end(&kept);
}

/* `failing` is the memory order of the load if a compare-exchange fails. */
template <class W>
SIMT_INLINE W simt_update(int kind, uint64_t address, W value, W compare,
                          int order, int failing, int scope)
{
    const bool may_acquire = simt_acquires(order) || simt_acquires(failing);
    simt_kept before, after;
    uint64_t in = 0, want = 0, out;
    W old;

    __builtin_memcpy(&in, &value, sizeof value);
    __builtin_memcpy(&want, &compare, sizeof compare);
    if (order == SIMT_SEQ_CST || failing == SIMT_SEQ_CST)
        simt_threadfence(scope);
    else if (simt_releases(order))
        simt_release_begin(&before, scope);
    if (may_acquire)
        simt_acquire_begin(&after);
    out = simt_atomic(kind, (void *)address, sizeof value, in, want, scope);
    if (may_acquire &&
        simt_acquires(order == failing || out == want ? order : failing))
        simt_acquire_end(&after, scope);
    else if (may_acquire)
        simt_acquire_none(&after);
    if (order != SIMT_SEQ_CST && failing != SIMT_SEQ_CST &&
        simt_releases(order))
        simt_release_end(&before);
    __builtin_memcpy(&old, &out, sizeof old);
    return old;
}
