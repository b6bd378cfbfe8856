/* items.h - look-back: M chosen by a rule. For kernel.cu and launch.c.
 *
 * Both rules give the number of elements per thread with which 1024 threads can
 * run on a multiprocessor with 48 KiB of shared memory and 64 Ki registers.
 * For T of s words, in blocks of B threads:
 *
 *     the report's      shared memory has room for the largest phase:
 *                           to transpose     4 * M * B bytes, a word of T
 *                           in step 5        4 * s * B
 *                           in step 8        32 + 32 * 4 * s
 *                       a thread's registers hold M elements, its prefix
 *                       and the prefix of its tile
 *     the compiler's    1 KiB is set aside; registers hold 2 * M elements,
 *                       one more, and a word
 *
 *     s              1     2     4     8
 *     the report's  12    12    12     6
 *     the compiler's 11   11     7     3
 *
 * The report takes the largest M with which as many blocks run together as with
 * the smallest M. It mentions an overhead of registers but gives no number, so
 * none is subtracted here.
 *
 * Source: Nicolaisen and Persson, section 4; the Futhark compiler.
 */
#ifndef LOOKBACK_ITEMS_H
#define LOOKBACK_ITEMS_H

/* Values of ITEMS that select a rule. */
#define BY_COMPILER 0
#define BY_REPORT   1000

#define THREADS_TOGETHER 1024
#define SHARED_TOGETHER  (48 * 1024) /* bytes */
#define REGISTERS_OF_ONE (64 * 1024 / THREADS_TOGETHER)

#define LESS_OF(a, b) ((a) < (b) ? (a) : (b))
#define MORE_OF(a, b) ((a) > (b) ? (a) : (b))

/* The report's rule: bytes of the phases that do not depend on M; blocks that
 * run together with the smallest M; the largest M with which as many run. */
#define OTHER_PHASES(block, words)                                             \
    MORE_OF(4 * (words) * (block), 32 + 128 * (words))
#define BLOCKS_TOGETHER(block, words)                                          \
    LESS_OF(THREADS_TOGETHER / (block),                                        \
            SHARED_TOGETHER / OTHER_PHASES(block, words))
#define REPORT_ITEMS(block, words)                                             \
    LESS_OF(SHARED_TOGETHER / BLOCKS_TOGETHER(block, words) / (4 * (block)),   \
            (REGISTERS_OF_ONE - 2 * (words)) / (words))

/* The compiler's rule. */
#define COMPILER_ITEMS(words)                                                  \
    MORE_OF(1, LESS_OF((SHARED_TOGETHER - 1024) / THREADS_TOGETHER / 4,        \
                       (REGISTERS_OF_ONE - 1 - (words)) / (2 * (words))))

#endif
