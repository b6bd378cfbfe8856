/* kernel.cu - the hierarchical scan of the OpenCL course, step by step.
 *
 *     groups      0                  1
 *     tiles       abcdefgh ijkl....  ........ ........   in a loop
 *
 *     a tile: M = 2 elements for each thread, waves of 2 threads
 *     0 load      ae   bf   cg   dh     coalesced, then transposed:
 *     1 thread    a-ab c-cd e-ef g-gh   each scans its own elements
 *     2 publish   ab   cd   ef   gh     in local (shared) memory
 *     3 wave      ab   a..d ef   e..h   each wave scans its threads'
 *     4 group          a..d      a..h   one wave scans the waves'
 * lasts; then they go in front 5 gather    the groups' lasts, and scan
 * them in one group 6 add       what comes before a group, to each of
 * its elements
 *
 * "Virtualize": when n is large, a group scans many tiles with a
 * running carry. There are never more groups than one tile has
 * elements, and so step 5 fits one group.
 *
 * The course's words, and CUDA's: wave(front) = warp, work-group =
 * block, local memory = shared memory.
 *
 * What is mended here. The course's wave scan, "forall i: B[i] <-
 * B[i-h] op B[i]", needs all reads done before the first write: see
 * WAVE. Its down-sweeps give the right child "left op parent", the
 * segmented one besides forgets to move the parent's value to the left
 * child; what comes first must be the left operand, as everywhere here,
 * where there is no down-sweep. And where the last lane of wave w
 * leaves its fold in the cell of thread w, a wave may still be reading
 * that: the lasts have an array of their own, front[].
 *
 * Cost: 3n + 5n/M ops or so; 4n traffic, "2 reads and 2 writes".
 * Source: Oancea and Henriksen, OpenCL Day 3, "Intra-Wave Inclusive
 * Scan", "OpenCL Scan Implementation".
 * Try it: `scanlab verify hierarchical:lockstep -d simt`, then the same
 * with `--lockstep`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#define LOCKSTEP                                                       \
    0              /* values of WAVE: in shared memory, nobody waits   \
                    */
#define SYNCWARP 1 /* in shared memory, the lanes of a wave wait */
#define SHUFFLE  2 /* from register to register */

#ifndef BLOCK
#define BLOCK 256 /* threads */
#endif
#ifndef ITEMS
#define ITEMS 16 /* elements per thread */
#endif

#ifndef WAVE
#define WAVE SHUFFLE /* how a wave scans */
#endif

enum { M = ITEMS, TILE = M * BLOCK, WARPS = BLOCK / WARP };

/* The shared memory of a block. */
struct room {
    uint32_t words[TILE + TILE / WARP];  /* of elements that move */
    T cell[WAVE == SHUFFLE ? 1 : BLOCK]; /* of threads, in step 3 */
    T front[WARPS + 1]; /* front[w]: what comes before wave w */
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
 * were barriers since, in scan_group(). */
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

/* ------------------------------------------------ steps 1, 2 and 3 */

/* Step 1, in place. Returns the fold of the thread's own elements. */
DEVICE T scan_own(T mine[M], int own)
{
    T total = mine[0];

    for (int i = 1; i < M; i++)
        if (i < own)
            mine[i] = total = op(total, mine[i]);
    return total;
}

/* Steps 2 and 3: x becomes the fold of the lanes up to this one;
 * returns that of the lanes below (for the first lane: nothing). The
 * first lanes take part, those that have elements. Three forms of the
 * same: */
#if WAVE == SHUFFLE
DEVICE T scan_wave(T *x, bool part, T *unused)
{
    (void)unused;
    for (int stride = 1; stride < WARP; stride *= 2) {
        const T left = shuffle_up(*x, stride);
        if (part && lane_of_thread() >= stride)
            *x = op(left, *x);
    }
    return shuffle_up(*x, 1);
}
#elif WAVE == SYNCWARP
DEVICE T scan_wave(T *x, bool part, T *cell)
{
    const int thread = (int)threadIdx.x, lane = lane_of_thread();

    if (part)
        cell[thread] = *x;
    __syncwarp(); /* all lanes have published before any reads */
    for (int stride = 1; stride < WARP; stride *= 2) {
        const bool takes = part && lane >= stride;
        if (takes)
            *x = op(cell[thread - stride], *x);
        __syncwarp(); /* all lanes have read before any writes */
        if (takes)
            cell[thread] = *x;
        __syncwarp(); /* all lanes have written before any reads */
    }
    return part && lane > 0 ? cell[thread - 1] : *x;
}
#else
/* As in the course. Right only where all lanes of a wave do one thing
 * at a time, as on GPUs before Volta; on others it is a race. In its
 * time cells were `volatile` besides, so that no compiler held them in
 * registers; that makes no lane wait for another. */
DEVICE T scan_wave(T *x, bool part, T *cell)
{
    const int thread = (int)threadIdx.x, lane = lane_of_thread();

    if (part)
        cell[thread] = *x;
    for (int stride = 1; stride < WARP; stride *= 2)
        if (part && lane >= stride)
            cell[thread] = *x = op(cell[thread - stride], *x);
    return part && lane > 0 ? cell[thread - 1] : *x;
}
#endif

/* ----------------------------------------------------------- step 4 */

/* For the first `threads` threads. Returns the fold of all in front of
 * this thread, with what comes before the tile, if something does; of
 * thread 0, else: nothing. Thread 0 knows what comes before. In the end
 * front[WARPS] is the fold of it all, if all threads take part. */
DEVICE T scan_group(T mine, int threads, bool has_before, T before,
                    struct room *room)
{
    const int thread = (int)threadIdx.x, lane = lane_of_thread();
    const int wave = thread / WARP;
    T *const front = room->front;
    const T left = scan_wave(&mine, thread < threads, room->cell);

    if (thread < threads && (lane == WARP - 1 || thread == threads - 1))
        front[wave + 1] = mine;
    if (thread == 0 && has_before)
        front[0] = before;
    __syncthreads(); /* wave 0 waits for the lasts of all waves */
    if (wave == 0) {
        const bool part = lane * WARP < threads;
        T sum = part ? front[lane + 1] : identity();
        scan_wave(&sum, part, room->cell);
        if (part)
            front[lane + 1] = has_before ? op(front[0], sum) : sum;
    }
    __syncthreads(); /* all wait for wave 0 */
    if (thread >= threads || (wave == 0 && !has_before))
        return left;
    return lane == 0 ? front[wave] : op(front[wave], left);
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
                      T before, bool exclusive, struct room *room)
{
    const int thread = (int)threadIdx.x;
    const int rest = count - thread * M;
    const int own = rest < M ? rest : M;     /* below 1: none */
    const int threads = (count + M - 1) / M; /* that have elements */
    T mine[M];

    load(in, count, mine, room->words);
    const T total = scan_own(mine, own);
    const T front =
        scan_group(total, threads, has_before, before, room);
    distribute(mine, own, has_before || thread > 0, front, exclusive);
    store(out, count, mine, room->words);
}

/* ---------------------------------------------------------- kernels */

DEVICE int count_from(uint64_t begin, uint64_t end)
{
    return end - begin < TILE ? (int)(end - begin) : TILE;
}

DEVICE uint64_t end_of_group(uint64_t begin, uint64_t turns, uint64_t n)
{
    return n - begin < turns * TILE ? n : begin + turns * TILE;
}

/* Steps 1 to 4 for `turns` tiles, in front of each what came before;
 * and the group's last, unless nobody comes after. */
__global__ void __launch_bounds__(BLOCK)
    scan_groups(const T *in, T *out, T *lasts, uint64_t n,
                uint64_t turns)
{
    __shared__ struct room room;
    const uint64_t first = blockIdx.x * turns * TILE;
    const uint64_t end = end_of_group(first, turns, n);
    T upto = identity(); /* of thread 0: the group's tiles so far */

    for (uint64_t begin = first; begin < end; begin += TILE) {
        scan_tile(in + begin, out + begin, count_from(begin, end),
                  begin > first, upto, EXCLUSIVE, &room);
        if (threadIdx.x == 0 && begin + TILE < n)
            upto = room.front[WARPS];
        __syncthreads(); /* [1] all are done with the shared memory */
    }
    if (threadIdx.x == 0 && blockIdx.x + 1 < gridDim.x)
        lasts[blockIdx.x] = upto;
}

/* Step 5: one group, one tile. Inclusive always: lasts[g] is what comes
 * before group g + 1. */
__global__ void __launch_bounds__(BLOCK)
    scan_lasts(T *lasts, uint64_t count)
{
    __shared__ struct room room;

    scan_tile(lasts, lasts, (int)count, false, identity(), false, &room);
}

/* Step 6: block g puts what comes before group g + 1 in front of its
 * elements. The first one of an exclusive scan was the identity. */
__global__ void __launch_bounds__(BLOCK)
    add_lasts(T *out, const T *lasts, uint64_t n, uint64_t turns)
{
    __shared__ T front;
    const uint64_t begin = ((uint64_t)blockIdx.x + 1) * turns * TILE;
    const uint64_t end = end_of_group(begin, turns, n);

    if (threadIdx.x == 0)
        front = lasts[blockIdx.x];
    __syncthreads(); /* all wait for thread 0 to fetch it */
    for (uint64_t at = begin + threadIdx.x; at < end; at += BLOCK)
        if (EXCLUSIVE && at == begin)
            out[at] = front;
        else
            out[at] = op(front, out[at]);
}
