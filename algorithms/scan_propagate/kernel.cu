/* kernel.cu - scan, then propagate: three launches, 4n traffic.
 *
 *     scan_tiles    abcd   efgh   ijkl   one block per tile
 *                   a..d   e..h   i..l   each scanned by itself
 *     scan_totals   a..d   a..h          one block for all totals
 *     propagate            a..d   a..h   in front of each element of
 *                          efgh   ijkl   the next tile
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
 * Euro-Par's listing 4 makes the totals of what is scanned already;
 * here a total is the fold of the tile's input.
 *
 * Cost: n elements in tiles of B*M: 3n + 5n/M ops or so: to scan, to
 * distribute, to propagate. 4n traffic: the launches 1 and 3 read and
 * write all.
 * Source: Euro-Par 2022 text, figure 1b and listing 1; Harris, Sengupta
 * and Owens, GPU Gems 3, chapter 39.
 * Try it: delete barrier [1], behind which the next tile's carry is
 * kept, and run `scanlab verify scan_propagate:block=64,items=1 -d simt
 * -n 5000 --source kernel.cu`: 78 totals, two tiles of them.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#ifndef BLOCK
#define BLOCK 512 /* threads */
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

/* ---------------------------------------------------------- kernels */

DEVICE int count_from(uint64_t begin, uint64_t n)
{
    return n - begin < TILE ? (int)(n - begin) : TILE;
}

/* Block b scans tile b; nobody comes after the last one's total. A full
 * tile is compiled by itself, without tests of what is in it. */
__global__ void __launch_bounds__(BLOCK)
    scan_tiles(const T *in, T *out, T *totals, uint64_t n)
{
    __shared__ struct room room;
    const uint64_t begin = (uint64_t)blockIdx.x * TILE;
    const int count = count_from(begin, n);

    TRACE_TICKET(blockIdx.x, begin, count);
    if (count == TILE)
        scan_tile(in + begin, out + begin, TILE, false, EXCLUSIVE, &room);
    else
        scan_tile(in + begin, out + begin, count, false, EXCLUSIVE, &room);
    if (threadIdx.x == 0 && blockIdx.x + 1 < gridDim.x)
        totals[blockIdx.x] = room.front[WARPS];
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

/* What is `before` the tile is put in front of its elements: all are read
 * before the first is written, so that many reads are under way. The
 * first one of an exclusive scan was the identity. */
DEVICE void propagate_to(T *tile, int count, const T *before, T *front)
{
    T mine[M];

    for (int i = 0; i < M; i++)
        if (striped(i) < count && !(EXCLUSIVE && striped(i) == 0))
            mine[i] = tile[striped(i)];
    if (threadIdx.x == 0)
        *front = *before;
    __syncthreads(); /* all wait for thread 0 to fetch it */
    for (int i = 0; i < M; i++) {
        if (EXCLUSIVE && striped(i) == 0)
            tile[0] = *front;
        else if (striped(i) < count)
            tile[striped(i)] = op(*front, mine[i]);
    }
}

/* Block b takes the b-th tile from the end: what scan_tiles has written
 * last is still in the cache. There is one for each total. */
__global__ void __launch_bounds__(BLOCK)
    propagate(T *out, const T *totals, uint64_t n)
{
    __shared__ T front;
    const uint32_t tile = gridDim.x - blockIdx.x;
    const uint64_t begin = (uint64_t)tile * TILE;
    const int count = count_from(begin, n);

    TRACE_TICKET(tile, begin, count);
    TRACE_PHASE(store);
    if (count == TILE)
        propagate_to(out + begin, TILE, totals + tile - 1, &front);
    else
        propagate_to(out + begin, count, totals + tile - 1, &front);
}
