/* kernel.cu - decoupled look-back: one pass, one block per tile.
 *
 *     tile  0   1   2   3   4   5 ...   numbered by ticket
 *     flag  P   P   A   A   A   X       X: nothing is known yet
 *               '---+---+---'           A: its aggregate is there,
 *           tile 4 looks back: two         the fold of the tile alone
 *           aggregates, a prefix,       P: its prefix is there, the
 *           done                           fold of all up to its end
 *
 * In a tile, with M = 3 elements for each of 4 threads:
 *
 *      1  ticket       which tile?
 *      2  load         aei   bfj   cgk   dhl       coalesced
 *      3  transpose    abc   def   ghi   jkl       each has its own
 *      4  own scan     a..c  d..f  g..i  j..l
 *      5  block scan    -    a..c  a..f  a..i      what is in front
 *      6  publish A = a..l (tile 0: P)
 *      7  look at the direct predecessor
 *      8  look at windows of WINDOW tiles, further and further back
 *      9  publish P = before a..l
 *     10  distribute   before and what is in front, to all elements
 *     11  transpose back, store
 *
 * The report's slips are mended here: its Table 2 has no row (Anything,
 * Prefix), see join(); in its figure 5 thread t > 0 must take
 * localPrefixes[t - 1]; in its figures 7 and 13 the prefix must be the
 * left operand of op, the accumulator the right one.
 *
 * Cost: 2n + 5n/M ops or so, and 2n traffic, as a copy, besides a few
 * status words per tile.
 * Source: Persson and Nicolaisen, Implementing Single-Pass Scan in the
 * Futhark Compiler; Merrill and Garland, NVR-2016-002.
 * Try it: delete fence [1] and run
 * `scanlab verify lookback --source kernel.cu`.
 */
#include "gpu.h" /* T, op(), identity(): compiled for this monoid */

#define NO_PREFIX 0 /* values of PUBLISH: only tile 0 publishes a P */
#define CHAINED   1 /* no A: each tile waits for its predecessor's P */
#define FULL      2 /* A as soon as possible, then P */

#ifndef BLOCK
#define BLOCK 256 /* threads: 4, 8, 16, or whole warps */
#endif
#ifndef ITEMS
#define ITEMS 16 /* elements per thread; 0: by the report's rule */
#endif
#ifndef WINDOW
#define WINDOW 32 /* tiles looked at together, at most LANES */
#endif
#ifndef WARP_FOLDS
#define WARP_FOLDS 1 /* 0: one thread folds a window */
#endif
#ifndef STEP_USED
#define STEP_USED 1 /* 0: go on when the whole window is known */
#endif
#ifndef PREDECESSOR
#define PREDECESSOR 1 /* 0: no step 7 */
#endif
#ifndef PUBLISH
#define PUBLISH FULL
#endif
#ifndef TICKETS
#define TICKETS 1 /* 0: the tile is blockIdx.x, which may hang */
#endif
#ifndef PAUSE
#define PAUSE 0 /* nanoseconds, before each look at a window */
#endif
#ifndef REGISTERS
#define REGISTERS 0 /* of a thread, at most; 0: as the compiler likes */
#endif
#ifndef PACKED
#define PACKED 0 /* 1: flag and value in one word, so no fences */
#endif
#ifndef MAP
#define MAP(x) (x) /* fused: applied to each element when loaded */
#endif

/* The report's rule: as many elements as leave room for 1024 threads on
 * a multiprocessor with 64 Ki registers and 48 KiB of shared memory,
 * where a transposition takes 4 bytes per element, all else 1 KiB. */
enum {
    BY_SHARED = (48 - 1) * 1024 / 1024 / 4,
    BY_REGISTERS = (64 - 1 - WORDS_OF_T) / (2 * WORDS_OF_T),
    BY_BOTH = BY_SHARED < BY_REGISTERS ? BY_SHARED : BY_REGISTERS,
    BY_RULE = BY_BOTH > 1 ? BY_BOTH : 1,
    M = ITEMS ? ITEMS : BY_RULE,
    TILE = M * BLOCK,
    LANES = BLOCK < WARP ? BLOCK : WARP, /* of a warp of this block */
    WARPS = BLOCK / LANES,
    /* Of a multiprocessor with 64 Ki registers; all lanes have theirs. */
    LEAST_BLOCKS = REGISTERS ? 65536 / REGISTERS / (WARPS * WARP) : 1
};

/* What a mask may name: a small block has no whole warp. */
#define OUR_LANES (ALL_LANES >> (WARP - LANES))

/* ----------------------------------------------------------- status */

enum state { X, A, P };

#if PACKED
/* A tile has words of 8 bytes, {launch * 4 + state, 4 bytes of a value}.
 * Who reads the state has read the value too, in one access. */
struct board {
    volatile uint64_t *status;
    uint32_t launch;
};

DEVICE void publish(const struct board *board, uint32_t tile,
                    uint32_t state, T value)
{
    const uint64_t tag = board->launch * 4 + state;

    for (int k = 0; k < WORDS_OF_T; k++)
        board->status[(uint64_t)tile * WORDS_OF_T + k] =
            tag << 32 | word_of(&value, k);
    TRACE_PUBLISH(tile, state, value);
}

/* X until all words of the value are of one state of this launch. */
DEVICE uint32_t observe(const struct board *board, uint32_t tile,
                        T *value)
{
    uint32_t state = X;

    for (int k = 0; k < WORDS_OF_T; k++) {
        const uint64_t word =
            board->status[(uint64_t)tile * WORDS_OF_T + k];
        const uint32_t its = (uint32_t)(word >> 32) - board->launch * 4;
        state = k == 0 || its == state ? its : X;
        ((uint32_t *)value)[k] = (uint32_t)word;
    }
    if (state > P)
        state = X;
    TRACE_LOOK(tile, state);
    return state;
}

DEVICE T value_of(const struct board *board, uint32_t tile,
                  uint32_t state, T observed)
{
    (void)board, (void)tile, (void)state;
    return observed;
}
#else
/* One of each per tile, in global memory. */
struct board {
    volatile uint32_t *flags; /* launch * 4 + state */
    T *aggregates, *prefixes;
    uint32_t launch;
};

/* The value first, then the flag that announces it. */
DEVICE void publish(const struct board *board, uint32_t tile,
                    uint32_t state, T value)
{
    if (state == P)
        board->prefixes[tile] = value;
    else
        board->aggregates[tile] = value;
    __threadfence(); /* [1] no block sees the flag before the value */
    board->flags[tile] = board->launch * 4 + state;
    TRACE_PUBLISH(tile, state, value);
}

/* What an earlier launch has left reads as X. */
DEVICE uint32_t observe(const struct board *board, uint32_t tile,
                        T *not_yet)
{
    const uint32_t state = board->flags[tile] - board->launch * 4;

    (void)not_yet;
    TRACE_LOOK(tile, state);
    return state <= P ? state : X;
}

/* The value that the observed flag, A or P, has announced. */
DEVICE T value_of(const struct board *board, uint32_t tile,
                  uint32_t state, T not_yet)
{
    (void)not_yet;
    __threadfence(); /* [2] the value is not read before the flag was:
                        it may be in a cache still, from before */
    return state == P ? board->prefixes[tile] : board->aggregates[tile];
}
#endif

/* ---------------------------------------------------- tile (1 to 5) */

/* Step 1. Blocks may start in any order, and only some at a time: by
 * ticket, who waits for a lower tile waits for a block that has
 * started. The counter wraps to 0 when the last block has drawn. */
DEVICE uint32_t take_ticket(uint32_t *counter, uint32_t *shared)
{
    if (!TICKETS)
        return blockIdx.x;
    if (threadIdx.x == 0) /* atomic: no two blocks get the same tile */
        *shared = atomicInc(counter, gridDim.x - 1);
    __syncthreads(); /* all wait for thread 0's draw */
    return *shared;
}

/* Place in the tile of a thread's i-th element, in two orders. */
DEVICE int striped(int i)
{
    return i * BLOCK + (int)threadIdx.x;
}

DEVICE int consecutive(int i)
{
    return (int)threadIdx.x * M + i;
}

DEVICE uint32_t *word_in(T *x, int k)
{
    return (uint32_t *)x + k;
}

/* Step 2. Beyond the end: a filler that no op is applied to. */
DEVICE void load_and_map(const T *in, int count, T mine[M])
{
    for (int i = 0; i < M; i++)
        mine[i] = striped(i) < count ? MAP(in[striped(i)]) : identity();
}

/* Step 3. One word of each element at a time: shared memory holds TILE
 * words, whatever the size of T. */
DEVICE void transpose(T mine[M], uint32_t *words)
{
    for (int k = 0; k < WORDS_OF_T; k++) {
        if (k > 0)
            __syncthreads(); /* all have read the word before */
        for (int i = 0; i < M; i++)
            words[striped(i)] = *word_in(&mine[i], k);
        __syncthreads(); /* all have written before any reads */
        for (int i = 0; i < M; i++)
            *word_in(&mine[i], k) = words[consecutive(i)];
    }
}

/* Step 4, in place. Returns the fold of the thread's own elements. */
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
    for (int stride = 1; stride < LANES; stride *= 2) {
        const T left = shuffle_up_in(OUR_LANES, x, stride);
        if (part && lane_of_thread() >= stride)
            x = op(left, x);
    }
    return x;
}

/* Step 5, for the first `threads` threads. Returns the fold of all in
 * front of this thread (of thread 0: nothing). totals[] is scanned
 * then: the last that takes part is the tile's aggregate. */
DEVICE T scan_block(T mine, int threads, T totals[WARPS])
{
    const int thread = (int)threadIdx.x, lane = lane_of_thread();
    const int warp = thread / LANES;
    const T upto = scan_warp(mine, thread < threads);
    const T left = shuffle_up_in(OUR_LANES, upto, 1);

    if (thread < threads && (lane == LANES - 1 || thread == threads - 1))
        totals[warp] = upto;
    __syncthreads(); /* warp 0 waits for the totals of all warps */
    if (warp == 0) {
        const bool part = lane * LANES < threads;
        const T sum = scan_warp(part ? totals[lane] : identity(), part);
        if (part)
            totals[lane] = sum;
    }
    __syncthreads(); /* all wait for warp 0 */
    if (warp == 0 || thread >= threads)
        return left;
    return lane == 0 ? totals[warp - 1] : op(totals[warp - 1], left);
}

/* ---------------------------------------------- look-back (7 and 8) */

/* A window, folded. */
struct seen {
    uint32_t state;
    uint32_t used; /* tiles that are in the value */
    T value;
};

/* Where one thread folds, the lanes put here what they saw. */
struct window {
    uint32_t state[WINDOW];
    T value[WINDOW];
};

/* Lane k looks at the k-th tile before `end`, 0 being the nearest. Who
 * has nothing to look at sees an X. Waits for the nearest tile, or for
 * the whole window; both come, since their blocks have started. */
DEVICE uint32_t wait_for_window(const struct board *board, uint32_t end,
                                T *observed)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    const bool looks = lane < WINDOW && lane < end;
    const bool must_see = STEP_USED ? lane == 0 : looks;
    uint32_t state;

    do { /* all lanes go on together */
        if (PAUSE) /* who looks later has less far to look back */
            __nanosleep(PAUSE);
        state = looks ? observe(board, end - 1 - lane, observed) : X;
    } while (__any_sync(OUR_LANES, must_see && state == X));
    return state;
}

/* The report's Table 2, with the row that it lacks, [3]:
 *
 *     left      right  together
 *     anything  X      X
 *     anything  P      the right one: all on the left is in it   [3]
 *     X         A      the right one
 *     A or P    A      the left flag, op(left, right)
 */
DEVICE void join(struct seen *left, uint32_t state, const T *right)
{
    if (left->state == X || state != A) {
        left->state = state;
        left->used = state != X;
        left->value = *right;
    } else {
        left->value = op(left->value, *right);
        left->used++;
    }
}

#if WARP_FOLDS
/* Step 8 in a warp: the same table, read for all lanes at once. What
 * counts is the A's up to the first lane that has none, and that lane
 * too if it has a P. Lane 0 gets the value. */
DEVICE struct seen look_at_window(const struct board *board,
                                  uint32_t end, struct window *unused)
{
    const int lane = lane_of_thread();
    T observed = identity(); /* with the flag, if they are packed */
    const uint32_t state = wait_for_window(board, end, &observed);
    const unsigned stops = __ballot_sync(OUR_LANES, state != A);
    const int stop = stops ? __ffs((int)stops) - 1 : LANES;
    const bool found = __shfl_sync(OUR_LANES, state, stop % LANES) == P;
    struct seen seen;

    (void)unused;
    seen.state = found ? P : A;
    seen.used = (uint32_t)(stop + found);
    seen.value = lane < (int)seen.used
                     ? value_of(board, end - 1 - (uint32_t)lane, state,
                                observed)
                     : identity();
    for (int stride = 1; stride < LANES; stride *= 2) {
        const T left = shuffle_from_in(OUR_LANES, seen.value,
                                       (lane + stride) % LANES);
        if (lane % (2 * stride) == 0 && lane + stride < (int)seen.used)
            seen.value = op(left, seen.value); /* higher lanes: left */
    }
    return seen;
}
#else
/* Step 8 as in the report: the lanes gather, and one thread folds, from
 * the furthest tile to the nearest. Lane 0 gets the value. */
DEVICE struct seen look_at_window(const struct board *board,
                                  uint32_t end, struct window *window)
{
    const int lane = lane_of_thread();
    T observed = identity(); /* with the flag, if they are packed */
    const uint32_t state = wait_for_window(board, end, &observed);
    struct seen seen;

    seen.state = X;
    seen.used = 0;
    seen.value = identity();
    if (lane < WINDOW) {
        const uint32_t tile = end - 1 - (uint32_t)lane;
        window->state[lane] = state;
        window->value[lane] =
            state == X ? identity()
                       : value_of(board, tile, state, observed);
    }
    __syncwarp(OUR_LANES); /* lane 0 waits for what all lanes saw */
    if (lane == 0)
        for (int k = WINDOW - 1; k >= 0; k--)
            join(&seen, window->state[k], &window->value[k]);
    __syncwarp(OUR_LANES); /* lane 0 has read before the next is written */
    seen.state = __shfl_sync(OUR_LANES, seen.state, 0);
    seen.used = __shfl_sync(OUR_LANES, seen.used, 0);
    return seen;
}
#endif

/* Step 7, by one thread: is the fold of all before there already? */
DEVICE uint32_t look_at_predecessor(const struct board *board,
                                    uint32_t tile, T *before)
{
    T observed = identity();
    uint32_t state;

    do
        state = observe(board, tile - 1, &observed);
    while (PUBLISH == CHAINED && state != P);
    if (state == P)
        *before = value_of(board, tile - 1, P, observed);
    return state;
}

/* Steps 7 and 8, by a warp. Lane 0 gets the fold of all tiles before.
 * Tile 0 has no A, only a P, so every way back ends. */
DEVICE T look_back(const struct board *board, uint32_t tile,
                   struct window *window)
{
    const int lane = lane_of_thread();
    T before = identity(); /* until something is seen */
    uint32_t state = X;

    if (PREDECESSOR && lane == 0)
        state = look_at_predecessor(board, tile, &before);
    state = __shfl_sync(OUR_LANES, state, 0); /* all go lane 0's way */
    for (uint32_t end = tile; state != P;) {
        const struct seen seen = look_at_window(board, end, window);
        if (lane == 0)
            before = end == tile ? seen.value : op(seen.value, before);
        state = seen.state;
        end -= seen.used;
    }
    return before;
}

/* -------------------------------------------------- out (10 and 11) */

/* Step 10. `front` is what comes before the thread's own elements. */
DEVICE void distribute(T mine[M], int own, bool has_front, T front)
{
    if (EXCLUSIVE) {
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

/* Step 11. Nobody reads what step 3 has left in words[]: there were
 * barriers since, in step 5. */
DEVICE void transpose_back(T mine[M], uint32_t *words)
{
    for (int k = 0; k < WORDS_OF_T; k++) {
        if (k > 0)
            __syncthreads(); /* all have read the word before */
        for (int i = 0; i < M; i++)
            words[consecutive(i)] = *word_in(&mine[i], k);
        __syncthreads(); /* all have written before any reads */
        for (int i = 0; i < M; i++)
            *word_in(&mine[i], k) = words[striped(i)];
    }
}

DEVICE void store(T *out, int count, const T mine[M])
{
    for (int i = 0; i < M; i++)
        if (striped(i) < count)
            out[striped(i)] = mine[i];
}

/* ----------------------------------------------------------- kernel */

/* What the warps of a block tell each other, besides words[]. */
struct room {
    T totals[WARPS];
    struct window window;
    T before;
    uint32_t ticket;
};

/* Steps 2 to 11, for `count` elements. */
DEVICE void scan_tile(const T *in, T *out, int count,
                      const struct board *board, uint32_t tile,
                      uint32_t *words, struct room *room)
{
    const bool last = tile == gridDim.x - 1; /* nobody comes after */
    const int thread = (int)threadIdx.x;
    const int rest = count - thread * M;
    const int own = rest < M ? rest : M;     /* below 1: none */
    const int threads = (count + M - 1) / M; /* that have elements */
    T mine[M];

    TRACE_PHASE(load);
    load_and_map(in, count, mine);
    transpose(mine, words);
    TRACE_PHASE(scan);
    const T total = scan_own(mine, own);
    T front = scan_block(total, threads, room->totals);

    TRACE_PHASE(look_back);
    if (thread < LANES) { /* one warp speaks for the block */
        const T aggregate = room->totals[(threads - 1) / LANES];
        if (!last && thread == 0 && (PUBLISH != CHAINED || tile == 0))
            publish(board, tile, tile == 0 ? P : A, aggregate);
        if (tile > 0) {
            const T before = look_back(board, tile, &room->window);
            if (!last && thread == 0 && PUBLISH != NO_PREFIX)
                publish(board, tile, P, op(before, aggregate)); /* 9 */
            if (thread == 0)
                room->before = before;
        }
    }
    __syncthreads(); /* all wait for what the first warp found */

    TRACE_PHASE(store);
    if (tile > 0 && own > 0)
        front = thread > 0 ? op(room->before, front) : room->before;
    distribute(mine, own, tile > 0 || thread > 0, front);
    transpose_back(mine, words);
    store(out, count, mine);
}

/* A full tile is compiled by itself, without tests of what is in it. */
DEVICE void scan_my_tile(const T *in, T *out, uint64_t n,
                         uint32_t *counter, const struct board *board,
                         uint32_t *words)
{
    __shared__ struct room room;
    const uint32_t tile = take_ticket(counter, &room.ticket);
    const uint64_t begin = (uint64_t)tile * TILE;
    const int count =
        n - begin < TILE ? (int)(n - begin) : TILE; /* elements */

    TRACE_TICKET(tile, begin, count);
    if (count == TILE)
        scan_tile(in + begin, out + begin, TILE, board, tile, words,
                  &room);
    else
        scan_tile(in + begin, out + begin, count, board, tile, words,
                  &room);
}

extern __shared__ uint32_t words[]; /* of a tile */

#if PACKED
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_tiles(const T *in, T *out, uint64_t n, uint32_t *counter,
               volatile uint64_t *status, uint32_t launch)
{
    struct board board;
    board.status = status;
    board.launch = launch;
    scan_my_tile(in, out, n, counter, &board, words);
}
#else
__global__ void __launch_bounds__(BLOCK, LEAST_BLOCKS)
    scan_tiles(const T *in, T *out, uint64_t n, uint32_t *counter,
               volatile uint32_t *flags, T *aggregates, T *prefixes,
               uint32_t launch)
{
    struct board board;
    board.flags = flags;
    board.aggregates = aggregates;
    board.prefixes = prefixes;
    board.launch = launch;
    scan_my_tile(in, out, n, counter, &board, words);
}
#endif
