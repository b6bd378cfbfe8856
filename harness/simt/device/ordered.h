/* ordered.h - loads, stores and updates with a memory order and a scope, for
 * inline PTX (code/ptx.c) and for <cuda/atomic>. Included by cuda.h.
 *
 * A relaxed access of device scope is a volatile access. One of block scope has
 * calls of its own, since it means nothing to other blocks. Acquire and release
 * are calls around the access (run/memory_orders.c); an access that is
 * sequentially consistent has a fence before it.
 */
#ifndef SIMT_ORDERED_H
#define SIMT_ORDERED_H

/* As <cuda/atomic> numbers them. A consume is an acquire. */
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
    if (scope == SIMT_OF_BLOCK && sizeof(W) <= 8) {
        uint64_t word = simt_block_load((const void *)address, sizeof value);
        __builtin_memcpy(&value, &word, sizeof value);
    } else {
        value = *(const volatile W *)address;
    }
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
    if (scope == SIMT_OF_BLOCK && sizeof(W) <= 8) {
        uint64_t word = 0;
        __builtin_memcpy(&word, &value, sizeof value);
        simt_block_store((void *)address, sizeof value, word);
    } else {
        *(volatile W *)address = value;
    }
    if (order != SIMT_SEQ_CST && simt_releases(order))
        simt_release_end(&kept);
}

/* `failing` is the order of an exchange that fails: of its load. */
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

/* ------------------------------------------- words of PTX (code/ptx.c) */

SIMT_INLINE uint32_t simt_lane(void)
{
    return (threadIdx.x +
            blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) %
           32;
}

/* An address of ld.global, of ld.shared. */
SIMT_INLINE uint64_t simt_in_global(uint64_t address)
{
    simt_of_global((const void *)address);
    return address;
}

SIMT_INLINE uint64_t simt_in_shared(uint64_t address)
{
    return address ^ SIMT_WINDOW;
}

/* A shift by more than the word's bits is one by all of them. */
template <class W> SIMT_INLINE W simt_shl(W x, uint32_t by)
{
    return by < 8 * sizeof x ? (W)(x << by) : (W)0;
}

template <class W> SIMT_INLINE W simt_shr(W x, uint32_t by)
{
    return (W)(x >> (by < 8 * sizeof x ? by : 8 * sizeof x - 1) >>
               (by < 8 * sizeof x ? 0 : 1));
}

/* shfl.sync: `clamp` has the first lane that is not in range in its low byte,
 * or the last one that is, and in the next the bits of a lane's number that say
 * which part of the warp it is in. Out of range is the lane itself. */
SIMT_INLINE uint32_t simt_shuffle_ptx(int kind, uint32_t mask, uint32_t value,
                                      uint32_t from, uint32_t clamp,
                                      bool *is_in)
{
    const uint32_t lane = simt_lane(), by = from & 31;
    const uint32_t part = clamp >> 8 & 31, first = lane & part;
    const uint32_t last = first | (clamp & 31 & ~part);
    const uint32_t at = kind == SIMT_SHUFFLE_INDEX ? first | (by & ~part)
                        : kind == SIMT_SHUFFLE_XOR ? lane ^ by
                                                   : lane + by;

    *is_in = kind == SIMT_SHUFFLE_UP ? lane >= by + last : at <= last;
    if (kind == SIMT_SHUFFLE_INDEX)
        return simt_shuffle(kind, mask, value, *is_in ? at : lane, 32);
    return simt_shuffle(kind, mask, value, *is_in ? by : 0, 32);
}

SIMT_INLINE uint32_t simt_popc(uint64_t x)
{
    return (uint32_t)__builtin_popcountll(x);
}

SIMT_INLINE uint32_t simt_clz(uint32_t x)
{
    return x ? (uint32_t)__builtin_clz(x) : 32;
}

/* mov.b64 {a, b}, c: the bits, whatever the types. */
SIMT_INLINE uint64_t simt_bits(uint64_t x)
{
    return x;
}
SIMT_INLINE uint64_t simt_bits(uint32_t x)
{
    return x;
}
SIMT_INLINE uint64_t simt_bits(uint16_t x)
{
    return x;
}
SIMT_INLINE uint64_t simt_bits(int32_t x)
{
    return (uint32_t)x;
}
SIMT_INLINE uint64_t simt_bits(float x)
{
    uint32_t word;
    __builtin_memcpy(&word, &x, sizeof word);
    return word;
}
SIMT_INLINE uint64_t simt_bits(double x)
{
    uint64_t word;
    __builtin_memcpy(&word, &x, sizeof word);
    return word;
}
template <class W> SIMT_INLINE void simt_set_bits(W *to, uint64_t bits)
{
    __builtin_memcpy(to, &bits, sizeof *to);
}

#endif
