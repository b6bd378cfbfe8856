/* shared_tile.h - a tile that stays in shared memory, from load to store.
 *
 * Bulk copies, which need no threads or registers, load and store it. Each
 * thread owns a run of M consecutive elements and reads it twice: to reduce it,
 * and to scan it in place once its prefix is known.
 *
 *     memory    | a b c d e f g h i j k l |
 *     load      one bulk copy                        load_in_bulk
 *     reduce    abc    def    ghi    jkl             reduce_run
 *               ... here the prefix of each run is computed ...
 *     scan      a ab abc    abcd abcde abcdef  ...   scan_run
 *     store     a bulk copy for each warp            store_in_bulk
 *
 * So a thread holds one element, not M of them: many blocks fit on a
 * multiprocessor, and some load while others wait. M should be odd: then
 * the lanes' runs begin in different banks.
 *
 * A bulk copy needs addresses and lengths that are multiples of 16 bytes. A
 * tile that the end of the input cuts short, an array that is not aligned in
 * this way, and GPUs before Hopper use plain loads and stores instead,
 * neighbouring lanes for neighbouring elements.
 *
 * Cost: M - 1 ops to reduce a run; M to scan it from a prefix, one fewer
 * in an exclusive scan.
 * Included after tile_scan.h, for its BLOCK, M and TILE.
 */
#ifndef SHARED_TILE_H
#define SHARED_TILE_H

#include "bulk.h"
#include "tile_scan.h"

#ifndef MAP
#define MAP(x) (x) /* fused: applied whenever an element is read */
#endif

enum { WARP_PART = TILE / WARPS }; /* of the tile, in elements */

/* Can bulk copies move this tile? All threads get the same answer. */
DEVICE bool goes_in_bulk(const T *global, int count)
{
    return BULK_COPIES && LANES == WARP && count == TILE &&
           WARP_PART * sizeof(T) % BULK_UNIT == 0 &&
           (uint64_t)global % BULK_UNIT == 0;
}

/* in[0..count) -> tile[0..count); then all threads may read it. One thread has
 * set up `landed` for one arrival, and a barrier has followed. */
DEVICE void load_in_bulk(const T *in, int count, T *tile,
                         struct barrier *landed)
{
    if (goes_in_bulk(in, count)) {
        if (threadIdx.x < WARP)
            bulk_load(tile, in, (uint32_t)(TILE * sizeof(T)), landed);
        barrier_wait(landed, 0); /* all bytes are there */
    } else {
        for (int i = (int)threadIdx.x; i < count; i += BLOCK)
            put(&tile[i], in[i]);
        __syncthreads(); /* all have written before any reads */
    }
}

/* The reduction of the first `own` elements of a run, at least one. */
DEVICE T reduce_run(const T *run, int own)
{
    T sum = MAP(fetch(&run[0]));

    UNROLLED
    for (int i = 1; i < M; i++)
        if (i < own)
            sum = op(sum, MAP(fetch(&run[i])));
    return sum;
}

/* Scans a run in place; `front` is the reduction of all before the run, if
 * anything comes before it. */
DEVICE void scan_run(T *run, int own, bool has_front, T front)
{
    T sum = front;

    UNROLLED
    for (int i = 0; i < M; i++) {
        if (i >= own)
            continue;
        const bool first = i == 0 && !has_front;
        const T before = sum;
        if (!EXCLUSIVE || i + 1 < own) {
            const T x = MAP(fetch(&run[i]));
            sum = first ? x : op(sum, x);
        }
        put(&run[i], !EXCLUSIVE ? sum : first ? identity() : before);
    }
}

/* tile[0..count) -> out[0..count); each thread has scanned its run. */
DEVICE void store_in_bulk(T *out, int count, const T *tile)
{
    if (goes_in_bulk(out, count)) {
        const int begin = (int)threadIdx.x / WARP * WARP_PART;
        bulk_fence(); /* the copy sees what this thread has written ... */
        __syncwarp(); /* ... and what other lanes have written */
        bulk_store(out + begin, tile + begin,
                   (uint32_t)(WARP_PART * sizeof(T)));
        bulk_stores_read(0); /* until then the tile must not change */
    } else {
        __syncthreads(); /* all runs are scanned */
        for (int i = (int)threadIdx.x; i < count; i += BLOCK)
            out[i] = fetch(&tile[i]);
    }
}

#endif
