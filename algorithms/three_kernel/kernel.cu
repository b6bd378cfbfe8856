/* kernel.cu - reduce, then scan: three launches, 3n traffic.
 *
 *     fold_tiles    abcd   efgh   ijkl   one block per tile, but the
 * last a..d   e..h          one element for each scan_totals   a..d
 * a..h          one block for all totals scan_tiles    abcd   efgh ijkl
 * read again; scanned, with what a..d   a..h   comes before in front
 *
 * In a tile, with M = 2 elements for each thread, warps of 2 threads:
 *
 *     load        ae   bf   cg   dh      coalesced: thread 0 has a, e
 *     transpose   ab   cd   ef   gh      now each has its own
 *     own scan    a-ab c-cd e-ef g-gh
 *     warps       ab   a..d ef   e..h    what is in front of a thread:
 *     block            a..d      a..h    its warp's and its neighbour's
 *     distribute, transpose back, store
 *
 * Cost: n elements in tiles of B*M: 3n + 5n/M ops or so: to fold, to
 * scan, to distribute. 3n traffic: a fold writes one element per tile
 * where a scan would write them all.
 * Source: the Futhark report, section 2.1; OpenCL course, day 3.
 * Try it: in fold_tile(), turn op(sum, mine[i]) round and run
 * `scanlab verify three_kernel -d simt --source kernel.cu`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#ifndef BLOCK
#define BLOCK 256 /* threads */
#endif
#ifndef ITEMS
#define ITEMS 16 /* elements per thread */
#endif

enum { M = ITEMS, TILE = M * BLOCK, WARPS = BLOCK / WARP };

/* The shared memory of a block. */
struct room {
    uint32_t words[TILE + TILE / WARP]; /* of elements that move */
    T front[WARPS + 1]; /* front[w]: what comes before warp w */
};

/* ------------------------------------------------------- in and out */

/* Place in the tile of a thread's i-th element, in two orders. */
DEVICE int striped(int i)
{
    return i * BLOCK + (int)threadIdx.x;
}

DEVICE int consecutive(int i)
{
    return (int)threadIdx.x * M + i;
}

/* A gap after every 32 words: lanes that are M words apart meet 32
 * different banks then, for M = 1, 2, 4, 8, 16. */
DEVICE int padded(int at)
{
    return at + at / WARP;
}

DEVICE uint32_t *word_in(T *x, int k)
{
    return (uint32_t *)x + k;
}

/* Coalesced: neighbours read neighbours. Then one word of each element
 * at a time, so that shared memory is TILE words whatever T is. Beyond
 * the end: a filler that no op is applied to. */
DEVICE void load(const T *in, int count, T mine[M], uint32_t *words)
{
    for (int i = 0; i < M; i++)
        mine[i] = striped(i) < count ? in[striped(i)] : identity();
    for (int k = 0; M > 1 && k < WORDS_OF_T; k++) {
        if (k > 0)
            __syncthreads(); /* all have read the word before */
        for (int i = 0; i < M; i++)
            words[padded(striped(i))] = *word_in(&mine[i], k);
        __syncthreads(); /* all have written before any reads */
        for (int i = 0; i < M; i++)
            *word_in(&mine[i], k) = words[padded(consecutive(i))];
    }
}

/* The way back. Nobody reads what load() has left in words[]: there
 * were barriers since, in scan_block(). */
DEVICE void store(T *out, int count, T mine[M], uint32_t *words)
{
    for (int k = 0; M > 1 && k < WORDS_OF_T; k++) {
        if (k > 0)
            __syncthreads(); /* all have read the word before */
        for (int i = 0; i < M; i++)
            words[padded(consecutive(i))] = *word_in(&mine[i], k);
        __syncthreads(); /* all have written before any reads */
        for (int i = 0; i < M; i++)
            *word_in(&mine[i], k) = words[padded(striped(i))];
    }
    for (int i = 0; i < M; i++)
        if (striped(i) < count)
            out[striped(i)] = mine[i];
}

/* ---------------------------------------------------- scan one tile */

/* In place. Returns the fold of the thread's own elements. */
DEVICE T scan_own(T mine[M], int own)
{
    T total = mine[0];

    for (int i = 1; i < M; i++)
        if (i < own)
            mine[i] = total = op(total, mine[i]);
    return total;
}

/* Inclusive, over those lanes that take part: the first ones. */
DEVICE T scan_warp(T x, bool part)
{
    for (int stride = 1; stride < WARP; stride *= 2) {
        const T left = shuffle_up(x, stride);
        if (part && lane_of_thread() >= stride)
            x = op(left, x);
    }
    return x;
}

/* For the first `threads` threads. Returns the fold of all in front of
 * this thread, front[0] too if there is something before the tile; of
 * thread 0, else: nothing. In the end front[WARPS] is the fold of it
 * all, if all threads take part. */
DEVICE T scan_block(T mine, int threads, bool has_before,
                    T front[WARPS + 1])
{
    const int thread = (int)threadIdx.x, lane = lane_of_thread();
    const int warp = thread / WARP;
    const T upto = scan_warp(mine, thread < threads);
    const T left = shuffle_up(upto, 1);

    if (thread < threads && (lane == WARP - 1 || thread == threads - 1))
        front[warp + 1] = upto;
    __syncthreads(); /* warp 0 waits for the folds of all warps */
    if (warp == 0) {
        const bool part = lane * WARP < threads;
        T sum = scan_warp(part ? front[lane + 1] : identity(), part);
        if (part)
            front[lane + 1] = has_before ? op(front[0], sum) : sum;
    }
    __syncthreads(); /* all wait for warp 0 */
    if (thread >= threads || (warp == 0 && !has_before))
        return left;
    return lane == 0 ? front[warp] : op(front[warp], left);
}

/* `front` is what comes before the thread's own elements. */
DEVICE void distribute(T mine[M], int own, bool has_front, T front,
                       bool exclusive)
{
    if (exclusive) {
        for (int i = M - 1; i > 0; i--)
            if (i < own)
                mine[i] =
                    has_front ? op(front, mine[i - 1]) : mine[i - 1];
        mine[0] = has_front ? front : identity();
    } else if (has_front) {
        for (int i = 0; i < M; i++)
            if (i < own)
                mine[i] = op(front, mine[i]);
    }
}

/* A thread stores just where it has loaded, so in may be out. */
DEVICE void scan_tile(const T *in, T *out, int count, bool has_before,
                      bool exclusive, struct room *room)
{
    const int thread = (int)threadIdx.x;
    const int rest = count - thread * M;
    const int own = rest < M ? rest : M;     /* below 1: none */
    const int threads = (count + M - 1) / M; /* that have elements */
    T mine[M];

    TRACE_PHASE(load);
    load(in, count, mine, room->words);
    TRACE_PHASE(scan);
    const T total = scan_own(mine, own);
    const T front = scan_block(total, threads, has_before, room->front);
    TRACE_PHASE(store);
    distribute(mine, own, has_before || thread > 0, front, exclusive);
    store(out, count, mine, room->words);
}

/* ---------------------------------------------------- fold one tile */

/* A full one. Thread 0 gets the fold: of its own elements, of its warp
 * by a tree (fold_warp of entries.h), of all warps. */
DEVICE T fold_tile(const T *in, struct room *room)
{
    const int thread = (int)threadIdx.x;
    T mine[M];

    TRACE_PHASE(load);
    load(in, TILE, mine, room->words);
    TRACE_PHASE(scan);
    T sum = mine[0];
    for (int i = 1; i < M; i++)
        sum = op(sum, mine[i]);
    sum = fold_warp(sum, WARP);
    if (lane_of_thread() == 0)
        room->front[thread / WARP] = sum;
    __syncthreads(); /* warp 0 waits for the folds of all warps */
    if (thread < WARP)
        sum = fold_warp(
            thread < WARPS ? room->front[thread] : identity(), WARPS);
    return sum;
}

/* ---------------------------------------------------------- kernels */

DEVICE int count_from(uint64_t begin, uint64_t n)
{
    return n - begin < TILE ? (int)(n - begin) : TILE;
}

/* Block b folds tile b. Nobody comes after the last tile, so it has no
 * block, and all others are full. */
__global__ void __launch_bounds__(BLOCK)
    fold_tiles(const T *in, T *totals)
{
    __shared__ struct room room;
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;

    TRACE_TICKET(blockIdx.x, begin, TILE);
    const T sum = fold_tile(in + begin, &room);

    if (threadIdx.x == 0)
        totals[blockIdx.x] = sum;
}

/* One block scans all totals, however many: tile by tile, in front of
 * each what came before. Inclusive always: totals[b] is what comes
 * before tile b + 1. */
__global__ void __launch_bounds__(BLOCK)
    scan_totals(T *totals, uint64_t count)
{
    __shared__ struct room room;

    for (uint64_t begin = 0; begin < count; begin += TILE) {
        scan_tile(totals + begin, totals + begin,
                  count_from(begin, count), begin > 0, false, &room);
        const bool takes = threadIdx.x == 0 && begin + TILE < count;
        const T upto = takes ? room.front[WARPS] : identity();
        __syncthreads(); /* [1] all are done with the shared memory */
        if (takes)
            room.front[0] = upto;
    }
}

/* Block b scans the b-th tile from the end, with what comes before it in
 * front: what fold_tiles has read last is still in the cache. A full
 * tile is compiled by itself, without tests of what is in it. */
__global__ void __launch_bounds__(BLOCK)
    scan_tiles(const T *in, T *out, const T *totals, uint64_t n)
{
    __shared__ struct room room;
    const uint32_t tile = gridDim.x - 1 - blockIdx.x;
    const uint64_t begin = (uint64_t)tile * TILE;
    const int count = count_from(begin, n);

    TRACE_TICKET(tile, begin, count);
    /* Warp 0 reads it after the first barrier of scan_block(). */
    if (threadIdx.x == 0 && tile > 0)
        room.front[0] = totals[tile - 1];
    if (count == TILE)
        scan_tile(in + begin, out + begin, TILE, tile > 0, EXCLUSIVE,
                  &room);
    else
        scan_tile(in + begin, out + begin, count, tile > 0, EXCLUSIVE,
                  &room);
}
