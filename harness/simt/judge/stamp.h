/* stamp.h - which thread touched a word, when and where, in 64 bits.
 *
 *     block      thread    clock     site      kind  span
 *     20 bits    10        16        14        2     2
 *     63 ... 44  43 ... 34 33 ... 18 17 ... 4  3, 2  1, 0
 *
 * The clock counts, within a block, the steps that order its threads
 * (order.c). A site is a place in the code. Clocks of threads begin at 1, so
 * that every stamp of a thread is larger than the two stamps that come before
 * everything: 0, for no thread, and the host's.
 */
#ifndef SIMT_STAMP_H
#define SIMT_STAMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WARP = 32,
    MAX_THREADS = 1024 /* in a block */
};

enum access_kind {
    ACCESS_PLAIN,
    ACCESS_VOLATILE,
    ACCESS_ATOMIC,
    ACCESS_ATOMIC_BLOCK, /* of block scope; for other blocks, a plain access */

    /* Only in launches over several GPUs, and never in a stamp. There,
     * ACCESS_ATOMIC is of device scope: for other GPUs, a plain access. */
    ACCESS_ATOMIC_SYSTEM, /* its stamp is that of ACCESS_VOLATILE */
    ACCESS_OF_DEVICE /* a relaxed load or store; has ACCESS_ATOMIC's stamp */
};

/* The set of reads that a single stamp represents. */
enum span { SPAN_THREAD, SPAN_WARP, SPAN_BLOCK, SPAN_MANY };

typedef uint64_t stamp;

enum {
    BLOCK_BITS = 20,
    THREAD_BITS = 10,
    CLOCK_BITS = 16,
    SITE_BITS = 14,
    KIND_BITS = 2,
    SPAN_BITS = 2,

    SITE_SHIFT = KIND_BITS + SPAN_BITS,
    CLOCK_SHIFT = SITE_SHIFT + SITE_BITS,
    THREAD_SHIFT = CLOCK_SHIFT + CLOCK_BITS,
    BLOCK_SHIFT = THREAD_SHIFT + THREAD_BITS,
    WARP_SHIFT = THREAD_SHIFT + 5, /* keeps block and warp, drops the lane */

    MAX_CLOCK = (1 << CLOCK_BITS) - 1,
    MAX_BLOCKS = 1 << BLOCK_BITS,
    MAX_SITES = 1 << SITE_BITS
};

static inline stamp stamp_of(uint32_t block, uint32_t thread, uint32_t clock,
                             uint32_t site, enum access_kind kind,
                             enum span span)
{
    return (stamp)block << BLOCK_SHIFT | (stamp)thread << THREAD_SHIFT |
           (stamp)clock << CLOCK_SHIFT | (stamp)site << SITE_SHIFT |
           (stamp)kind << SPAN_BITS | (stamp)span;
}

static inline uint32_t stamp_block(stamp s)
{
    return (uint32_t)(s >> BLOCK_SHIFT);
}

static inline uint32_t stamp_thread(stamp s)
{
    return (uint32_t)(s >> THREAD_SHIFT) & (MAX_THREADS - 1);
}

static inline uint32_t stamp_clock(stamp s)
{
    return (uint32_t)(s >> CLOCK_SHIFT) & MAX_CLOCK;
}

static inline uint32_t stamp_site(stamp s)
{
    return (uint32_t)(s >> SITE_SHIFT) & (MAX_SITES - 1);
}

static inline enum access_kind stamp_kind(stamp s)
{
    return (enum access_kind)(s >> SPAN_BITS & 3);
}

static inline enum span stamp_span(stamp s)
{
    return (enum span)(s & 3);
}

/* The same stamp, but with a different lane of the warp. */
static inline stamp stamp_of_lane(stamp s, uint32_t lane)
{
    const stamp lanes = (stamp)(WARP - 1) << THREAD_SHIFT;
    return (s & ~lanes) | (stamp)lane << THREAD_SHIFT;
}

/* True when both stamps have the same thread and the same clock. */
static inline bool stamp_same_time(stamp a, stamp b)
{
    return a >> CLOCK_SHIFT == b >> CLOCK_SHIFT;
}

/* The kind that the stamp of such an access has. */
static inline enum access_kind kind_in_stamp(enum access_kind kind)
{
    return kind == ACCESS_ATOMIC_SYSTEM ? ACCESS_VOLATILE
           : kind == ACCESS_OF_DEVICE   ? ACCESS_ATOMIC
                                        : kind;
}

/* How weak an access of this kind is: a plain access (3) races with any access
 * of another thread, a flag of block scope (2) with flags of other blocks, a
 * flag of device scope (1) with those of other GPUs, and a flag of system scope
 * (0) with none. Without other GPUs (`gpus` is false), device scope is system
 * scope. */
static inline int stamp_weakness(stamp s, bool gpus)
{
    return stamp_kind(s) == ACCESS_PLAIN            ? 3
           : stamp_kind(s) == ACCESS_ATOMIC_BLOCK   ? 2
           : gpus && stamp_kind(s) == ACCESS_ATOMIC ? 1
                                                    : 0;
}

/* True when both stamps have the same clock, site, kind and span, whatever
 * their threads. */
static inline bool stamp_same_access(stamp a, stamp b)
{
    return (a ^ b) << (64 - THREAD_SHIFT) == 0;
}

/* The shadow of an aligned 4-byte word: the stamp of its last write, and a
 * stamp that represents the reads since then. If only part of a word is
 * touched, each of its bytes has its own two stamps. */
struct word {
    stamp write, read;
};

#define STAMP_NONE    ((stamp)0)
#define STAMP_HOST    ((stamp)1 << SITE_SHIFT)
#define STAMP_OUTSIDE (~(stamp)0) /* a word that belongs to no variable */
#define STAMP_BARRIER (~(stamp)1) /* a barrier in shared memory */
#define STAMP_PARTS   (~(stamp)2) /* each byte of it has its own shadow */

/* True for the stamps of no thread and of the host, which come before
 * everything that a kernel does. */
static inline bool stamp_is_before_all(stamp s)
{
    return s < (stamp)1 << CLOCK_SHIFT;
}

/* The word was unwritten before, so a thread that reads too early finds no
 * value. It is stored in a bit of the span, which a volatile or atomic write
 * does not need, since such a write is always by one thread. */
#define STAMP_FIRST ((stamp)1)

static inline bool stamp_is_first(stamp write)
{
    return stamp_kind(write) != ACCESS_PLAIN && write & STAMP_FIRST;
}

/* The stamp of the write without STAMP_FIRST, for order_before(). */
static inline stamp stamp_of_write(stamp write)
{
    return stamp_is_first(write) ? write & ~STAMP_FIRST : write;
}

/* The stamp of an event: an access of a bulk copy, or the end of a phase. It
 * belongs to no thread, and only threads that wait for it are ordered after it.
 * No other event or access of the block has the same clock value. `thread` is
 * the thread that issued it. */
static inline stamp stamp_of_event(uint32_t block, uint32_t thread,
                                   uint32_t clock, uint32_t site)
{
    return stamp_of(block, thread, clock, site, ACCESS_PLAIN, SPAN_MANY);
}

static inline bool stamp_is_event(stamp s)
{
    return stamp_span(s) == SPAN_MANY && stamp_site(s) != 0;
}

#endif
