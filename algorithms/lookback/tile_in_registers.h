/* tile_in_registers.h - look-back: M elements of the tile in each thread.
 *
 * As in the report: neighbouring lanes load neighbouring elements, so that a
 * warp's load is one stretch of memory; then the whole block transposes them
 * through shared memory, so that each thread has M consecutive elements.
 *
 *                  thread 0   1     2     3
 *      2  load          aei   bfj   cgk   dhl
 *      3  transpose     abc   def   ghi   jkl
 *      4  own scan     a..c  d..f  g..i  j..l
 *     10  distribute   the prefix, to each element
 *     11  transpose back, store
 *
 * Where the elements are in shared memory between the two transpositions:
 *
 *     READ_STRIDED 0   abcdefghijkl   as in the tile: written BLOCK apart, read
 *                                     one after the other
 *     READ_STRIDED 1   aeibfjcgkdhl   as the threads have them: written one
 *                                     after the other, read M apart
 */
#ifndef TILE_IN_REGISTERS_H
#define TILE_IN_REGISTERS_H

#include "tile_scan.h"

#ifndef READ_STRIDED
#define READ_STRIDED 0
#endif
#ifndef STORE_OWN
#define STORE_OWN 0 /* 1: no step 11, each thread stores its M elements */
#endif

/* A thread's elements. */
struct held {
    T mine[M];
};

/* Place in the tile of a thread's i-th element, in two orders. */
DEVICE int striped(int i)
{
    return i * BLOCK + (int)threadIdx.x;
}

DEVICE int consecutive(int i)
{
    return (int)threadIdx.x * M + i;
}

/* Where the tile's k-th element is in shared memory. */
DEVICE int place_of(int k)
{
    return READ_STRIDED ? k % BLOCK * M + k / BLOCK : k;
}

DEVICE uint32_t *word_in(T *x, int k)
{
    return (uint32_t *)x + k;
}

/* Step 2. Places beyond the end get a filler, to which no op is applied. */
DEVICE void load_and_map(const T *in, int count, T mine[M])
{
    for (int i = 0; i < M; i++)
        mine[i] = striped(i) < count ? MAP(in[striped(i)]) : identity();
}

/* Step 3. One word of each element at a time: shared memory holds TILE
 * words, whatever the size of T. If other phases use these words too (REUSED),
 * those phases have ended. */
DEVICE void transpose(T mine[M], uint32_t *words)
{
    for (int k = 0; k < WORDS_OF_T; k++) {
        if (k > 0 || REUSED)
            __syncthreads(); /* all have read the word before */
        for (int i = 0; i < M; i++)
            words[place_of(striped(i))] = *word_in(&mine[i], k);
        __syncthreads(); /* all have written before any reads */
        for (int i = 0; i < M; i++)
            *word_in(&mine[i], k) = words[place_of(consecutive(i))];
    }
    if (REUSED)
        __syncthreads(); /* all have read the last word before step 5 */
}

/* Step 11. All threads have read the words that step 3 stored: there have been
 * barriers since then, in step 5. */
DEVICE void transpose_back(T mine[M], uint32_t *words)
{
    for (int k = 0; k < WORDS_OF_T; k++) {
        if (k > 0 || REUSED)
            __syncthreads(); /* all have read the word before */
        for (int i = 0; i < M; i++)
            words[place_of(consecutive(i))] = *word_in(&mine[i], k);
        __syncthreads(); /* all have written before any reads */
        for (int i = 0; i < M; i++)
            *word_in(&mine[i], k) = words[place_of(striped(i))];
    }
}

DEVICE void store(T *out, int count, const T mine[M])
{
    for (int i = 0; i < M; i++)
        if (striped(i) < count)
            out[striped(i)] = mine[i];
}

/* In place of step 11, as in the report's figure 13: the lanes of a warp
 * store to addresses that are M elements apart. */
DEVICE void store_own(T *out, int own, const T mine[M])
{
    for (int i = 0; i < M; i++)
        if (i < own)
            out[consecutive(i)] = mine[i];
}

/* --------------------------------------------------- used by kernel.cu */

/* What the threads share for a load, besides the tile's words. */
struct arrival {
    char nothing;
};

DEVICE void expect_tile(struct arrival *arrival)
{
    (void)arrival;
}

/* Steps 2 and 3. */
DEVICE void take_in(const T *in, int count, struct held *held, uint4 *units,
                    struct arrival *arrival)
{
    (void)arrival;
    load_and_map(in, count, held->mine);
    transpose(held->mine, (uint32_t *)units);
}

/* Step 4. */
DEVICE T reduce_own(struct held *held, int own)
{
    return scan_own(held->mine, own);
}

/* Steps 10 and 11. */
DEVICE void put_out(T *out, int count, struct held *held, uint4 *units, int own,
                    bool has_front, T front)
{
    distribute(held->mine, own, has_front, front, EXCLUSIVE);
    if (STORE_OWN) {
        store_own(out, own, held->mine);
    } else {
        transpose_back(held->mine, (uint32_t *)units);
        store(out, count, held->mine);
    }
}

#endif
