/* stamp.h - which thread touched a word, when and where: 64 bits.
 *
 *     block      thread    clock     site      kind  span
 *     20 bits    10        16        14        2     2
 *     63 ... 44  43 ... 34 33 ... 18 17 ... 4  3, 2  1, 0
 *
 * The clock counts, within a block, the moments that order its threads
 * (order.c). A site is a place in the code. Clocks of threads begin at 1, so
 * that every stamp of a thread is larger than the two that come before
 * everything: 0, which is nobody's, and the host's.
 */
#ifndef SIMT_STAMP_H
#define SIMT_STAMP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    WARP = 32,
    MOST_THREADS = 1024 /* of a block */
};

enum access_kind {
    ACCESS_PLAIN,
    ACCESS_VOLATILE,
    ACCESS_ATOMIC,
    ACCESS_ATOMIC_BLOCK /* of block scope: for other blocks a plain one */
};

/* Of a read: whose reads the one stamp stands for. */
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
    WARP_SHIFT = THREAD_SHIFT + 5, /* block and warp, without the lane */

    CLOCK_MOST = (1 << CLOCK_BITS) - 1,
    BLOCKS_MOST = 1 << BLOCK_BITS,
    SITES_MOST = 1 << SITE_BITS
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
    return (uint32_t)(s >> THREAD_SHIFT) & (MOST_THREADS - 1);
}

static inline uint32_t stamp_clock(stamp s)
{
    return (uint32_t)(s >> CLOCK_SHIFT) & CLOCK_MOST;
}

static inline uint32_t stamp_site(stamp s)
{
    return (uint32_t)(s >> SITE_SHIFT) & (SITES_MOST - 1);
}

static inline enum access_kind stamp_kind(stamp s)
{
    return (enum access_kind)(s >> SPAN_BITS & 3);
}

static inline enum span stamp_span(stamp s)
{
    return (enum span)(s & 3);
}

/* The same but for the lane. */
static inline stamp stamp_of_lane(stamp s, uint32_t lane)
{
    const stamp lanes = (stamp)(WARP - 1) << THREAD_SHIFT;
    return (s & ~lanes) | (stamp)lane << THREAD_SHIFT;
}

/* Of one block, thread and clock: nothing tells them apart in time. */
static inline bool stamp_same_time(stamp a, stamp b)
{
    return a >> CLOCK_SHIFT == b >> CLOCK_SHIFT;
}

/* The same clock, site and kind, whatever the threads. */
static inline bool stamp_same_deed(stamp a, stamp b)
{
    return (a ^ b) << (64 - THREAD_SHIFT) == 0;
}

/* The shadow of one aligned word of 4 bytes: 16 bytes. `write` is the last
 * write, `read` stands for the reads since then. */
struct word {
    stamp write, read;
};

#define STAMP_NOBODY  ((stamp)0)
#define STAMP_HOST    ((stamp)1 << SITE_SHIFT)
#define STAMP_OUTSIDE (~(stamp)0) /* a word that belongs to no variable */
#define STAMP_BARRIER (~(stamp)1) /* a barrier in shared memory */

/* Nobody's, or the host's: before everything that a kernel does. */
static inline bool stamp_is_before_all(stamp s)
{
    return s < (stamp)1 << CLOCK_SHIFT;
}

/* In the span of a volatile write, which is one thread's always: the word held
 * nothing before, so that a thread which reads too early finds nothing. */
#define STAMP_FIRST ((stamp)1)

static inline bool stamp_is_first(stamp write)
{
    return stamp_kind(write) == ACCESS_VOLATILE && write & STAMP_FIRST;
}

/* The write alone, to be compared in time. */
static inline stamp stamp_of_write(stamp write)
{
    return stamp_is_first(write) ? write & ~STAMP_FIRST : write;
}

/* A bulk copy's deed, or the end of a phase: of no thread, and ordered by
 * nothing but the waits for it. No other deed of the block has its clock; the
 * thread is the one that asked for it. */
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
