/* kernel.cu - look-ahead: one pass, blocks that stay, no chain of tiles.
 *
 * As many blocks as run at once. Together they take a generation of
 * tiles, one each, then the next:
 *
 *     generation 0   | tile 0 | tile 1 | ... | tile B-1 |
 *     generation 1   | tile 0 | tile 1 | ...
 *
 * Nobody looks back for a prefix. Every block reads the aggregates of a
 * whole generation, so it knows by itself what is in front of its own
 * tile, and what is in front of the next generation. The aggregates are
 * out before they are wanted: warps have roles, tiles are in a ring of
 * buffers in shared memory, and each role is ahead of the next one.
 *
 *     loader     tile of generation 7 : global -> ring, by bulk copy
 *     reducers   4, 5 : fold strips; publish the tile's aggregate
 *     lookers    3    : read B aggregates; what is in front of my tile?
 *     scanners   2    : scan the strips, in place
 *     storer     1    : ring -> global, by bulk copy
 *
 * A tile is made of strips, a strip of runs of RUN elements, one for each
 * lane:
 *
 *     tile    | strip 0              | strip 1              | ...
 *     strip   | run of lane 0 | run of lane 1 | ... | run of lane 31 |
 *
 * RUN is odd, so that the lanes' runs begin in different banks.
 *
 * Barriers in shared memory (bulk.h), one of each for a buffer, are all
 * that the roles share:
 *
 *     landed     loader -> reducer      the tile is in the ring
 *     folded     reducer -> looker      its strips are folded
 *     carried    looker -> scanners     the start of each strip is known
 *     scanned    scanners -> storer     all strips are scanned
 *     stored     storer -> loader       the buffer may be filled again
 *
 * and `passed`, from a looker to the next one: the fold of all generations
 * before. Who waits for a phase of a barrier must have seen the one before
 * it end, since only parities are told apart. So a buffer always belongs
 * to the same reducer and looker: the number of buffers is a multiple of
 * theirs.
 *
 * An aggregate travels in words of 8 bytes, {launch number, 4 bytes of
 * it}: who reads the number of this launch has read the value too, so no
 * fence is needed, and nothing has to be cleared before the next launch.
 *
 * A small n is one generation, and needs no ring: scan_once.
 *
 * Cost: 2n + n/9 ops or so; 2n traffic, and B*B aggregates read for each
 * generation.
 * Source: the look-ahead scan of CUB (NVIDIA/cccl) publishes aggregates
 * only; Merrill and Garland, NVR-2016-002, for what it leaves out.
 * Try it: delete bulk_fence() and run
 * `scanlab verify lookahead --source kernel.cu`.
 */
#include "bulk.h" /* and gpu.h: T, op(), identity() */

#ifndef ITEMS
#define ITEMS 0 /* elements of a lane's run, odd; 0: by their size */
#endif
#ifndef STRIPS
#define STRIPS 4 /* of a tile, at most 32 */
#endif
#ifndef SCANNERS
#define SCANNERS 4 /* warps: each takes some strips of every tile */
#endif
#ifndef REDUCERS
#define REDUCERS 2 /* warps: each takes a tile in turn */
#endif
#ifndef LOOKERS
#define LOOKERS 2 /* warps: each takes a generation in turn */
#endif
#ifndef BLOCK
#define BLOCK 256 /* threads of scan_once */
#endif

enum {
    /* Measured on an H200: results/h200. */
    RUN = ITEMS                    ? ITEMS
          : (int)sizeof(T) <= 4  ? 45
          : (int)sizeof(T) <= 8  ? 23
          : (int)sizeof(T) <= 16 ? 15
                                 : 7,
    STRIP = RUN * WARP,
    TILE = STRIP * STRIPS,
    THREADS = WARP * (2 + REDUCERS + LOOKERS + SCANNERS),
    MOST_STAGES = 32,     /* buffers of the ring */
    AHEAD = 5,            /* aggregates that a lane reads at once, ... */
    ROUND = AHEAD * WARP, /* ... and a warp */
    TOGETHER = 4,         /* strips that a reducer folds side by side */
    /* Places after which an address is a multiple of BULK_UNIT again. */
    UNIT = sizeof(T) % 16 == 0  ? 1
           : sizeof(T) % 8 == 0 ? 2
                                : 4
};

/* ------------------------------------------------------- how n is cut */

/* Places count from the last multiple of 16 bytes before the input, so
 * that tiles begin where bulk copies can: element i is at place i + skip.
 * What is left of the last generation is spread over all blocks. */
struct cut {
    uint64_t n, skip;
    uint32_t full;      /* generations of whole tiles */
    uint32_t rest;      /* strips of the last, shorter generation */
    uint32_t rest_each; /* of them in a tile */
    bool loads_in_bulk, stores_in_bulk;
};

struct tile {
    uint64_t begin;  /* its first place */
    uint32_t strips; /* 0: none in this generation */
};

DEVICE uint32_t past_unit(const void *p)
{
    return (uint32_t)((uint64_t)p % BULK_UNIT);
}

DEVICE struct cut cut_up(const T *in, const T *out, uint64_t n)
{
    struct cut cut;
    const uint32_t whole = gridDim.x * STRIPS;

    cut.n = n;
    cut.skip = 0;
    while (cut.skip < UNIT &&
           (past_unit(in) + BULK_UNIT * UNIT - cut.skip * sizeof(T)) %
               BULK_UNIT)
        cut.skip++;
    cut.loads_in_bulk = cut.skip < UNIT;
    cut.stores_in_bulk =
        cut.loads_in_bulk && past_unit(in) == past_unit(out);
    if (!cut.loads_in_bulk)
        cut.skip = 0;

    const uint32_t strips = (uint32_t)((n + cut.skip + STRIP - 1) / STRIP);
    cut.full = strips / whole;
    cut.rest = strips % whole;
    cut.rest_each = (cut.rest + gridDim.x - 1) / gridDim.x;
    return cut;
}

DEVICE uint32_t generations_of(const struct cut *cut)
{
    return cut->full + (cut->rest > 0);
}

DEVICE struct tile tile_of(const struct cut *cut, uint32_t generation,
                           uint32_t block)
{
    const uint32_t before = generation * gridDim.x * STRIPS;
    struct tile tile;

    tile.strips = STRIPS;
    tile.begin = (uint64_t)(before + block * STRIPS) * STRIP;
    if (generation == cut->full) {
        const uint32_t first = block * cut->rest_each;
        const uint32_t left = first < cut->rest ? cut->rest - first : 0;
        tile.strips = left < cut->rest_each ? left : cut->rest_each;
        tile.begin = (uint64_t)(before + first) * STRIP;
    }
    return tile;
}

/* Tiles of a generation. */
DEVICE uint32_t tiles_of(const struct cut *cut, uint32_t generation)
{
    return generation < cut->full
               ? gridDim.x
               : (cut->rest + cut->rest_each - 1) / cut->rest_each;
}

/* Of a tile's places: which are elements, and which of these a bulk copy
 * can take. The others share 16 bytes with what is not ours. */
struct extent {
    uint64_t from, to;
    uint64_t bulk_from, bulk_to;
};

DEVICE struct extent extent_of(const struct cut *cut, struct tile tile,
                               bool in_bulk)
{
    const uint64_t end = tile.begin + (uint64_t)tile.strips * STRIP;
    const uint64_t last = cut->n + cut->skip;
    struct extent e;

    e.from = tile.begin < cut->skip ? cut->skip : tile.begin;
    e.to = end < last ? end : last;
    e.bulk_from = (e.from + UNIT - 1) / UNIT * UNIT;
    e.bulk_to = e.to / UNIT * UNIT;
    if (!in_bulk || e.bulk_from >= e.bulk_to)
        e.bulk_from = e.bulk_to = e.to;
    return e;
}

/* --------------------------------------------------------------- board */

/* The aggregates of all tiles. A lane reads those of AHEAD neighbours, and
 * a warp's reads are to be side by side, so neighbours are WARP apart:
 *
 *     of lane   0       1       2            31
 *             | 0     | 5     | 10    | ... | 155 |      words of tile ...
 *             | 1     | 6     | 11    | ... | 156 |
 *             ...
 *             | 4     | 9     | 14    | ... | 159 |
 */
struct board {
    uint64_t *words; /* launch number, 4 bytes of the aggregate */
    uint32_t launch;
};

/* Rounds of a generation: how often a warp has to read all it can. */
DEVICE uint32_t rounds_of_generation(void)
{
    return (gridDim.x + ROUND - 1) / ROUND;
}

/* The first of the WORDS_OF_T words, WARP apart, of a generation's tile. */
DEVICE uint64_t *slot_of(const struct board *board, uint32_t generation,
                         uint32_t block)
{
    const uint32_t round = block / ROUND, at = block % ROUND;
    const uint64_t first =
        (uint64_t)(generation * rounds_of_generation() + round) * ROUND +
        at % AHEAD * WARP;

    return board->words + first * WORDS_OF_T + at / AHEAD;
}

DEVICE void publish(const struct board *board, uint64_t *slot, T x)
{
    volatile uint64_t *const to = slot; /* seen by all, at once */

    for (int k = 0; k < WORDS_OF_T; k++)
        to[k * WARP] = (uint64_t)board->launch << 32 | word_of(&x, k);
}

/* The aggregate, if it is there: if every word carries this launch's
 * number. */
DEVICE bool decode(const struct board *board,
                   const uint64_t words[WORDS_OF_T], T *x)
{
    bool there = true;

    for (int k = 0; k < WORDS_OF_T; k++) {
        there &= (uint32_t)(words[k] >> 32) == board->launch;
        ((uint32_t *)x)[k] = (uint32_t)words[k];
    }
    return there;
}

/* Inclusive, over the first `lanes` lanes. */
DEVICE T scan_warp(T x, int lanes)
{
    for (int stride = 1; stride < WARP; stride *= 2) {
        const T left = shuffle_up(x, stride);
        if (lane_of_thread() >= stride && lane_of_thread() < lanes)
            x = op(left, x);
    }
    return x;
}

/* What a warp has read of a generation. */
struct seen {
    T all;    /* its fold */
    T before; /* of the tiles in front of this block's */
};

/* Waits for the aggregates of tiles begin, ..., begin + count - 1, at most
 * AHEAD, and folds them; *before becomes the fold of those in front of
 * tile `mine`, where that is one of them and not the first. */
DEVICE T gather(const struct board *board, uint32_t generation,
                uint32_t begin, int count, uint32_t mine, T *before)
{
    const volatile uint64_t *const from = /* looked at again and again */
        slot_of(board, generation, begin);
    T x[AHEAD];
    bool missing[AHEAD], waits = count > 0;

    for (int k = 0; k < AHEAD; k++)
        missing[k] = k < count;
    while (waits) { /* all are on their way before the first is looked at */
        uint64_t words[AHEAD][WORDS_OF_T];
        for (int k = 0; k < AHEAD; k++)
            for (int w = 0; w < WORDS_OF_T; w++)
                if (missing[k])
                    words[k][w] = from[(k * WORDS_OF_T + w) * WARP];
        waits = false;
        for (int k = 0; k < AHEAD; k++) {
            if (missing[k])
                missing[k] = !decode(board, words[k], &x[k]);
            waits |= missing[k];
        }
    }

    T sum = identity();
    for (int k = 0; k < AHEAD; k++) {
        if (begin + (uint32_t)k == mine)
            *before = sum;
        if (k < count)
            sum = k > 0 ? op(sum, x[k]) : x[k];
    }
    return sum;
}

/* A round: as many tiles as a warp takes at once. */
DEVICE struct seen look_at_round(const struct board *board,
                                 uint32_t generation, uint32_t begin,
                                 uint32_t tiles)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    const uint32_t first = begin + lane * AHEAD, me = blockIdx.x;
    const uint32_t left = first < tiles ? tiles - first : 0;
    const uint32_t here = tiles - begin;
    const int lanes =
        here < WARP * AHEAD ? (int)((here + AHEAD - 1) / AHEAD) : WARP;
    struct seen seen;

    seen.before = identity();
    const T sum = gather(board, generation, first,
                         left < AHEAD ? (int)left : AHEAD, me,
                         &seen.before);
    const T upto = scan_warp(sum, lanes);
    const T front = shuffle_up(upto, 1);
    seen.all = shuffle_from(upto, lanes - 1);
    /* In the lane that has this block's tile: all lanes before it count. */
    if (lane > 0 && first <= me && me - first < AHEAD)
        seen.before = first < me ? op(front, seen.before) : front;
    const uint32_t at = me < begin ? 0 : (me - begin) / AHEAD;
    seen.before = shuffle_from(seen.before, at < WARP ? (int)at : WARP - 1);
    return seen;
}

/* Where there are more blocks than a round has, it takes a few. */
DEVICE struct seen look_at_generation(const struct board *board,
                                      uint32_t generation, uint32_t tiles)
{
    struct seen seen = look_at_round(board, generation, 0, tiles);

    for (uint32_t begin = ROUND; begin < tiles; begin += ROUND) {
        const struct seen more =
            look_at_round(board, generation, begin, tiles);
        if (blockIdx.x >= begin)
            seen.before = blockIdx.x == begin ? seen.all
                                              : op(seen.all, more.before);
        seen.all = op(seen.all, more.all);
    }
    return seen;
}

/* ------------------------------------------------------- shared memory */

/* A place in the ring: which buffer, and the parity of its phases. */
struct turn {
    uint32_t stage, parity;
};

/* Of generation 0, 1, 2, ...: before the ring goes round for the first
 * time. */
DEVICE struct turn first_turn(uint32_t generation)
{
    struct turn turn;

    turn.stage = generation;
    turn.parity = 0;
    return turn;
}

DEVICE struct turn next_turn(struct turn turn, uint32_t steps,
                             uint32_t stages)
{
    for (turn.stage += steps; turn.stage >= stages; turn.stage -= stages)
        turn.parity ^= 1;
    return turn;
}

struct plumbing {
    struct barrier landed[MOST_STAGES], folded[MOST_STAGES];
    struct barrier carried[MOST_STAGES], scanned[MOST_STAGES];
    struct barrier stored[MOST_STAGES];
    struct barrier passed[LOOKERS];
};

/* What all roles are given. */
struct work {
    const T *in;
    T *out;
    struct cut cut;
    struct board board;
    uint32_t stages;
    T *ring;    /* buffers of TILE elements */
    T *start;   /* of each stage's strips: what is in front of them */
    T *running; /* of each looker: the fold of all up to its generation */
    struct plumbing *plumbing;
};

/* Elements of shared memory, in accesses as wide as their size allows. */
DEVICE T fetch(const T *from)
{
    T r;
    if (sizeof(T) % 16 == 0)
        for (int k = 0; k < (int)sizeof(T) / 16; k++)
            ((uint4 *)&r)[k] = ((const uint4 *)from)[k];
    else if (sizeof(T) % 8 == 0)
        for (int k = 0; k < (int)sizeof(T) / 8; k++)
            ((uint2 *)&r)[k] = ((const uint2 *)from)[k];
    else
        r = *from;
    return r;
}

DEVICE void put(T *to, T x)
{
    if (sizeof(T) % 16 == 0)
        for (int k = 0; k < (int)sizeof(T) / 16; k++)
            ((uint4 *)to)[k] = ((const uint4 *)&x)[k];
    else if (sizeof(T) % 8 == 0)
        for (int k = 0; k < (int)sizeof(T) / 8; k++)
            ((uint2 *)to)[k] = ((const uint2 *)&x)[k];
    else
        *to = x;
}

/* -------------------------------------------------------------- loader */

/* Puts in the buffer what the bulk copy does not: single elements, and
 * identities where no element is. */
DEVICE void load_singles(const struct work *work, struct extent e,
                         struct tile tile, T *buffer)
{
    const uint64_t lane = (uint64_t)lane_of_thread();
    const uint64_t end = tile.begin + (uint64_t)tile.strips * STRIP;
    const T *const in = work->in - work->cut.skip;
    T *const at = buffer - tile.begin;

    for (uint64_t k = tile.begin + lane; k < e.from; k += WARP)
        put(&at[k], identity());
    for (uint64_t k = e.from + lane; k < e.bulk_from; k += WARP)
        put(&at[k], in[k]);
    for (uint64_t k = e.bulk_to + lane; k < e.to; k += WARP)
        put(&at[k], in[k]);
    for (uint64_t k = e.to + lane; k < end; k += WARP)
        put(&at[k], identity());
    __syncwarp(); /* lane 0 arrives for all */
}

DEVICE void load_tiles(const struct work *work)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct turn turn = first_turn(0);

    for (uint32_t g = 0; g < generations; g++) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        const struct extent e = extent_of(cut, tile, cut->loads_in_bulk);
        T *const buffer = work->ring + turn.stage * TILE;
        struct barrier *const landed = &work->plumbing->landed[turn.stage];

        if (tile.strips == 0)
            return;
        if (g >= work->stages)
            barrier_wait(&work->plumbing->stored[turn.stage],
                         turn.parity ^ 1);
        load_singles(work, e, tile, buffer);
        if (e.bulk_from < e.bulk_to)
            bulk_load(&buffer[e.bulk_from - tile.begin],
                      &work->in[e.bulk_from - cut->skip],
                      (uint32_t)((e.bulk_to - e.bulk_from) * sizeof(T)),
                      landed);
        else if (lane_of_thread() == 0)
            barrier_arrive(landed);
        turn = next_turn(turn, 1, work->stages);
    }
}

/* ------------------------------------------------------------ reducers */

/* Puts what is in front of it in its strip into the first element of each
 * run. Lane s gets the fold of strip s. */
DEVICE T fold_strips(T *buffer, uint32_t strips)
{
    const int lane = lane_of_thread();
    T mine = identity();

    for (uint32_t s = 0; s < strips; s += TOGETHER) {
        T first[TOGETHER], sum[TOGETHER];
        for (int u = 0; u < TOGETHER; u++) {
            if (s + u >= strips)
                break;
            T *const run = buffer + (s + u) * STRIP + lane * RUN;
            sum[u] = first[u] = fetch(&run[0]);
            for (int i = 1; i < RUN; i++)
                sum[u] = op(sum[u], fetch(&run[i]));
        }
        for (int u = 0; u < TOGETHER; u++) {
            if (s + u >= strips)
                break;
            sum[u] = scan_warp(sum[u], WARP);
        }
        for (int u = 0; u < TOGETHER; u++) {
            if (s + u >= strips)
                break;
            const T left = shuffle_up(sum[u], 1);
            const T fold = shuffle_from(sum[u], WARP - 1);
            if (lane > 0)
                put(buffer + (s + u) * STRIP + lane * RUN,
                    op(left, first[u]));
            if (lane == (int)(s + u))
                mine = fold;
        }
    }
    return mine;
}

DEVICE void reduce_tiles_of(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    const int lane = lane_of_thread();
    struct turn turn = first_turn(me); /* of as many stages at least */

    for (uint32_t g = me; g < generations; g += REDUCERS) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        if (tile.strips == 0)
            return;
        barrier_wait(&work->plumbing->landed[turn.stage], turn.parity);
        const T fold =
            fold_strips(work->ring + turn.stage * TILE, tile.strips);
        const T upto = scan_warp(fold, (int)tile.strips);
        if (lane == (int)tile.strips - 1)
            publish(&work->board, slot_of(&work->board, g, blockIdx.x),
                    upto);
        const T left = shuffle_up(upto, 1);
        if (lane < (int)tile.strips)
            put(&work->start[turn.stage * STRIPS + lane],
                lane > 0 ? left : identity());
        __syncwarp(); /* lane 0 arrives for all */
        if (lane == 0)
            barrier_arrive(&work->plumbing->folded[turn.stage]);
        turn = next_turn(turn, REDUCERS, work->stages);
    }
}

/* ------------------------------------------------------------- lookers */

DEVICE void look_ahead(const struct work *work, uint32_t me, const T *carry)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    const uint32_t lane = (uint32_t)lane_of_thread();
    const uint32_t left = (me + LOOKERS - 1) % LOOKERS; /* looker before */
    struct turn turn = first_turn(me); /* of as many stages at least */
    uint32_t parity = 0; /* of the lookers' own barriers */

    for (uint32_t g = me; g < generations; g += LOOKERS) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        if (tile.strips == 0)
            return;
        /* Before its own tile is folded others are hardly ready. */
        barrier_wait(&work->plumbing->folded[turn.stage], turn.parity);
        const struct seen seen =
            look_at_generation(&work->board, g, tiles_of(cut, g));

        T running = carry ? *carry : identity();
        if (g > 0) {
            barrier_wait(&work->plumbing->passed[left],
                         me > 0 ? parity : parity ^ 1);
            running = work->running[left];
        }
        __syncwarp(); /* all lanes have read it before it is replaced */
        if (lane == 0) {
            work->running[me] = op(running, seen.all);
            barrier_arrive(&work->plumbing->passed[me]);
        }
        if (lane < tile.strips) {
            T *const start = &work->start[turn.stage * STRIPS + lane];
            const T front =
                blockIdx.x > 0 ? op(running, seen.before) : running;
            put(start, lane > 0 ? op(front, fetch(start)) : front);
        }
        __syncwarp(); /* lane 0 arrives for all */
        if (lane == 0)
            barrier_arrive(&work->plumbing->carried[turn.stage]);
        turn = next_turn(turn, LOOKERS, work->stages);
        parity ^= 1;
    }
}

/* ------------------------------------------------------------ scanners */

/* A strip, in place; its runs begin with what is in front of them. */
DEVICE void scan_strip(T *strip, T start)
{
    const int lane = lane_of_thread();
    T *const run = strip + lane * RUN;
    T sum = op(start, fetch(&run[0]));

    if (!EXCLUSIVE) {
        put(&run[0], sum);
        for (int i = 1; i < RUN; i++) {
            sum = op(sum, fetch(&run[i]));
            put(&run[i], sum);
        }
    } else { /* everything moves on by one, the last one to the next lane */
        for (int i = 1; i < RUN; i++) {
            const T x = fetch(&run[i]);
            put(&run[i], sum);
            sum = op(sum, x);
        }
        const T left = shuffle_up(sum, 1);
        put(&run[0], lane > 0 ? left : start);
    }
}

DEVICE void scan_tiles_of(const struct work *work, uint32_t me)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct turn turn = first_turn(0);

    for (uint32_t g = 0; g < generations; g++) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        if (tile.strips == 0)
            return;
        barrier_wait(&work->plumbing->carried[turn.stage], turn.parity);
        for (uint32_t s = me; s < tile.strips; s += SCANNERS)
            scan_strip(work->ring + turn.stage * TILE + s * STRIP,
                       fetch(&work->start[turn.stage * STRIPS + s]));
        bulk_fence(); /* the storer's bulk copy is to see it */
        __syncwarp(); /* lane 0 arrives for all */
        if (lane_of_thread() == 0)
            barrier_arrive(&work->plumbing->scanned[turn.stage]);
        turn = next_turn(turn, 1, work->stages);
    }
}

/* -------------------------------------------------------------- storer */

DEVICE void store_singles(const struct work *work, struct extent e,
                          struct tile tile, const T *buffer)
{
    const uint64_t lane = (uint64_t)lane_of_thread();
    const T *const at = buffer - tile.begin;
    T *const out = work->out - work->cut.skip;

    for (uint64_t k = e.from + lane; k < e.bulk_from; k += WARP)
        out[k] = fetch(&at[k]);
    for (uint64_t k = e.bulk_to + lane; k < e.to; k += WARP)
        out[k] = fetch(&at[k]);
}

DEVICE void store_tiles(const struct work *work)
{
    const struct cut *const cut = &work->cut;
    const uint32_t generations = generations_of(cut);
    struct turn turn = first_turn(0);

    for (uint32_t g = 0; g < generations; g++) {
        const struct tile tile = tile_of(cut, g, blockIdx.x);
        const struct extent e = extent_of(cut, tile, cut->stores_in_bulk);
        const T *const buffer = work->ring + turn.stage * TILE;

        if (tile.strips == 0)
            return;
        barrier_wait(&work->plumbing->scanned[turn.stage], turn.parity);
        if (e.bulk_from < e.bulk_to)
            bulk_store(&work->out[e.bulk_from - cut->skip],
                       &buffer[e.bulk_from - tile.begin],
                       (uint32_t)((e.bulk_to - e.bulk_from) * sizeof(T)));
        store_singles(work, e, tile, buffer);
        bulk_stores_read(0);
        __syncwarp(); /* lane 0 arrives for all */
        if (lane_of_thread() == 0)
            barrier_arrive(&work->plumbing->stored[turn.stage]);
        turn = next_turn(turn, 1, work->stages);
    }
}

/* -------------------------------------------------------------- kernel */

/* One block per multiprocessor: all of them must run at once. Dynamic
 * shared memory: `stages` buffers. */
__global__ void __launch_bounds__(THREADS, 1)
    scan_ahead(const T *in, T *out, uint64_t n, const T *carry,
               uint64_t *board, uint32_t stages, uint32_t launch)
{
    extern __shared__ uint4 ring[];
    __shared__ struct plumbing plumbing;
    __shared__ uint4 start[(MOST_STAGES * STRIPS * sizeof(T) + 15) / 16];
    __shared__ T running[LOOKERS];
    const uint32_t warp = threadIdx.x / WARP;
    struct work work;

    if (threadIdx.x == 0) {
        for (uint32_t k = 0; k < stages; k++) {
            barrier_init(&plumbing.landed[k], 1);
            barrier_init(&plumbing.folded[k], 1);
            barrier_init(&plumbing.carried[k], 1);
            barrier_init(&plumbing.scanned[k], SCANNERS);
            barrier_init(&plumbing.stored[k], 1);
        }
        for (int k = 0; k < LOOKERS; k++)
            barrier_init(&plumbing.passed[k], 1);
    }
    work.in = in;
    work.out = out;
    work.cut = cut_up(in, out, n);
    work.board.words = board;
    work.board.launch = launch;
    work.stages = stages;
    work.ring = (T *)ring;
    work.start = (T *)start;
    work.running = running;
    work.plumbing = &plumbing;
    __syncthreads(); /* the barriers are there */
    next_launch_may_begin();
    wait_for_launch_before();

    if (warp == 0)
        load_tiles(&work);
    else if (warp == 1)
        store_tiles(&work);
    else if (warp < 2 + REDUCERS)
        reduce_tiles_of(&work, warp - 2);
    else if (warp < 2 + REDUCERS + LOOKERS)
        look_ahead(&work, warp - 2 - REDUCERS, carry);
    else
        scan_tiles_of(&work, warp - 2 - REDUCERS - LOOKERS);
}

/* ------------------------------------------------------------ small n */

/* One generation, in registers: each block has its one tile, and reads the
 * aggregates of those before it. A warp has rows of WARP * WIDE elements,
 * a lane WIDE neighbours in each:
 *
 *     row 0   | lane 0 | lane 1 | ...     WIDE elements are 16 bytes
 *     row 1   | lane 0 | lane 1 | ...
 */
enum {
    BLOCK_WARPS = BLOCK / WARP,
    MOST_ROWS = 32,
    WIDE = sizeof(T) <= 4 ? 4 : sizeof(T) == 8 ? 2 : 1,
    ROW = WIDE * WARP
};

/* A lane's elements, 16 bytes at a time where that is possible. */
union wide {
    T x[WIDE];
    uint4 all[(sizeof(T) * WIDE + 15) / 16];
    uint32_t word[(sizeof(T) * WIDE + 15) / 16 * 4];
};

DEVICE bool is_wide(const T *p)
{
    return sizeof(T) * WIDE % 16 == 0 && past_unit(p) == 0;
}

DEVICE void store_wide(T *out, const union wide row[MOST_ROWS],
                       const int rows)
{
    for (int r = 0; r < rows; r++)
        for (int k = 0; k < (int)(sizeof row[0] / 16); k++)
            store_16_bytes((uint4 *)(out + r * ROW) + k, &row[r].word[4 * k]);
}

/* `left`: elements from `out` to the end, as a signed number. */
DEVICE void store_narrow(T *out, int64_t left,
                         const union wide row[MOST_ROWS], const int rows)
{
    for (int r = 0; r < rows; r++)
        for (int i = 0; i < WIDE; i++)
            if (r * ROW + i < left)
                out[r * ROW + i] = row[r].x[i];
}

DEVICE void scan_rows(const T *in, T *out, uint64_t n, const T *carry,
                      const struct board *board, T totals[BLOCK_WARPS],
                      T *shared_before, const int rows)
{
    const int lane = lane_of_thread(), warp = (int)threadIdx.x / WARP;
    const uint64_t tile = (uint64_t)BLOCK_WARPS * rows * ROW;
    const uint64_t begin = blockIdx.x * tile +
                           (uint64_t)warp * rows * ROW +
                           (uint64_t)lane * WIDE;
    const bool whole = (blockIdx.x + 1) * tile <= n;
    union wide row[MOST_ROWS];
    T upto[MOST_ROWS];

    for (int r = 0; r < rows; r++) {
        const T *const from = in + begin + r * ROW;
        if (whole && is_wide(in))
            for (int k = 0; k < (int)(sizeof row[0] / 16); k++)
                row[r].all[k] = ((const uint4 *)from)[k];
        else
            for (int i = 0; i < WIDE; i++)
                row[r].x[i] =
                    begin + r * ROW + i < n ? from[i] : identity();
    }
    for (int r = 0; r < rows; r++) {
        upto[r] = row[r].x[0];
        for (int i = 1; i < WIDE; i++)
            upto[r] = op(upto[r], row[r].x[i]);
    }
    for (int stride = 1; stride < WARP; stride *= 2)
        for (int r = 0; r < rows; r++) {
            const T left = shuffle_up(upto[r], stride);
            if (lane >= stride)
                upto[r] = op(left, upto[r]);
        }
    T total = shuffle_from(upto[0], WARP - 1);
    for (int r = 1; r < rows; r++)
        total = op(total, shuffle_from(upto[r], WARP - 1));
    if (lane == 0)
        totals[warp] = total;
    __syncthreads(); /* all wait for the totals of all warps */

    /* Every warp for itself: what is in front of it? */
    const T warps = scan_warp(totals[lane % BLOCK_WARPS], BLOCK_WARPS);
    if (gridDim.x > 1) {
        if (threadIdx.x == BLOCK_WARPS - 1)
            publish(board, slot_of(board, 0, blockIdx.x), warps);
        if (warp == 0 && blockIdx.x > 0) {
            const T before = look_at_generation(board, 0, blockIdx.x).all;
            if (lane == 0)
                *shared_before = before;
        }
        __syncthreads(); /* all wait for what warp 0 has read */
    }
    T front = carry ? *carry : identity();
    if (blockIdx.x > 0)
        front = op(front, *shared_before);
    const T left_warps = shuffle_from(warps, warp > 0 ? warp - 1 : 0);
    if (warp > 0)
        front = op(front, left_warps);

    for (int r = 0; r < rows; r++) {
        const T left = shuffle_up(upto[r], 1);
        const T fold = shuffle_from(upto[r], WARP - 1);
        T sum = lane > 0 ? op(front, left) : front;
        for (int i = 0; i < WIDE; i++) {
            const T next = op(sum, row[r].x[i]);
            row[r].x[i] = EXCLUSIVE ? sum : next;
            sum = next;
        }
        if (r + 1 < rows)
            front = op(front, fold);
    }
    if (whole && is_wide(out))
        store_wide(out + begin, row, rows);
    else
        store_narrow(out + begin, (int64_t)(n - begin), row, rows);
}

/* A kernel for each number of rows, since registers have no index. */
#define SCAN_ONCE(rows)                                                 \
    __global__ void __launch_bounds__(BLOCK) scan_once_##rows(   \
        const T *in, T *out, uint64_t n, const T *carry,                \
        uint64_t *words, uint32_t launch)                               \
    {                                                                   \
        __shared__ T totals[BLOCK_WARPS];                                \
        __shared__ T before;                                            \
        struct board board;                                             \
        board.words = words;                                            \
        board.launch = launch;                                          \
        next_launch_may_begin();                                        \
        wait_for_launch_before();                                       \
        scan_rows(in, out, n, carry, &board, totals, &before, rows);    \
    }

SCAN_ONCE(1)
SCAN_ONCE(2)
SCAN_ONCE(4)
SCAN_ONCE(8)
SCAN_ONCE(16)
SCAN_ONCE(32)
