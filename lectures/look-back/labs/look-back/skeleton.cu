/* Scan in one pass, by decoupled look-back: publish, and look.
 *
 *     tile          0     1     2     3     4
 *     in           3 1   7 0   4 1   6 3   2 5      tiles of 2
 *     aggregate     4     7     5     9     7       published first: A
 *     prefix        4    11     -     -     -       tile 4 looks back: it
 *                   P     P     A     A             sees A 9, A 5, P 11:
 *                        11  +  5  +  9  = 25       what comes before it
 *     out          3 4  11 11  15 16 22 25 27 32
 *
 * Write the lines between FILL and END; 19 are enough. Leave the rest.
 * The task: lectures/look-back/labs/look-back/README.md.
 *
 *     T                 the type of an element
 *     op(left, right)   joins two of them; the left one first
 *     identity()        changes nothing: op(identity(), x) is x
 *     BLOCK, WARP       threads of a block, and of a warp
 *     WINDOW            tiles that a warp looks at together, up to 32
 */
#include "gpu.h" /* T, op(), identity(), EXCLUSIVE, shuffle_from() */

/* What a tile has announced: nothing yet; its aggregate, the fold of its
 * own elements; or its prefix, the fold of all up to its end. */
enum state { X, A, P };

/* One of each for every tile, in global memory. */
struct tiles {
    volatile uint32_t *flags; /* launch * 4 + state */
    T *aggregates, *prefixes;
    uint32_t launch; /* which launch this is: flags are not cleared */
};

/* X, A or P. A flag left by an earlier launch counts as X. */
DEVICE uint32_t state_of(const struct tiles *tiles, uint32_t tile)
{
    const uint32_t state = tiles->flags[tile] - tiles->launch * 4;

    return state <= P ? state : X;
}

/* Announces a tile's aggregate (A) or prefix (P). One thread calls it. */
DEVICE void publish(const struct tiles *tiles, uint32_t tile,
                    uint32_t state, T value)
{
    /* FILL [A]: the value goes to prefixes[tile] if the state is P, else
     * to aggregates[tile]. Then the flag, and no block may see the flag
     * before the value. (6 lines) */

    /* END [A] */
}

/* The value that a flag, A or P, has announced. */
DEVICE T value_of(const struct tiles *tiles, uint32_t tile,
                  uint32_t state)
{
    __threadfence(); /* [2] the value is read after the flag was */
    return state == P ? tiles->prefixes[tile] : tiles->aggregates[tile];
}

/* Lane 0 gets the fold of the values of lanes 0 to used - 1, the highest
 * lane first: it looks furthest to the left. */
DEVICE T fold_window(T value, int used)
{
    const int lane = lane_of_thread();

    for (int stride = 1; stride < WARP; stride *= 2) {
        const T left = shuffle_from(value, (lane + stride) % WARP);
        if (lane % (2 * stride) == 0 && lane + stride < used)
            value = op(left, value);
    }
    return value;
}

/* Lane k gets the state of tile end - 1 - k, k < WINDOW, once no lane sees
 * an X. A lane beyond tile 0 gets a P: it is further away than tile 0,
 * which has one too. Lanes from WINDOW on get an A: it is not used. */
DEVICE uint32_t wait_for(const struct tiles *tiles, uint32_t end)
{
    const uint32_t lane = (uint32_t)lane_of_thread();
    uint32_t state = lane < WINDOW ? P : A;

    do
        if (lane < WINDOW && lane < end)
            state = state_of(tiles, end - 1 - lane);
    while (__any_sync(ALL_LANES, state == X));
    return state;
}

/* The prefix of all tiles before `tile`, which is not 0. All lanes of a
 * warp call it; lane 0 gets the result. */
DEVICE T look_back(const struct tiles *tiles, uint32_t tile)
{
    const int lane = lane_of_thread();
    T before = identity(); /* until a window is folded */
    bool found = false;

    /* FILL [B]: window by window, nearest first. Lane k looks at tile
     * end - 1 - k, again and again until no lane sees an X. Of the window
     * the tiles up to the nearest P are used, or all. Their fold goes
     * before what was found so far. (13 lines) */

    /* END [B] */
    return before;
}

/* Which tile this block scans. `drawn` is in shared memory. */
DEVICE uint32_t take_tile(uint32_t *counter, uint32_t *drawn)
{
    if (threadIdx.x == 0)
        *drawn = atomicInc(counter, gridDim.x - 1); /* 0 after the last */
    __syncthreads(); /* [3] all wait for thread 0's draw */
    return *drawn;
}

/* Scans the first `count` cells in place (Kogge-Stone). */
DEVICE void scan_cells(T *cell, int count)
{
    const int i = (int)threadIdx.x;

    for (int stride = 1; stride < count; stride *= 2) {
        const bool joins = i >= stride && i < count;
        T sum = identity();
        __syncthreads(); /* [4] all have written before any reads */
        if (joins)
            sum = op(cell[i - stride], cell[i]);
        __syncthreads(); /* [5] all have read before any writes */
        if (joins)
            cell[i] = sum;
    }
    __syncthreads(); /* [6] all cells are scanned */
}

__global__ void scan_tiles(const T *in, T *out, uint64_t n,
                           uint32_t *counter, volatile uint32_t *flags,
                           T *aggregates, T *prefixes, uint32_t launch)
{
    __shared__ T cell[BLOCK], before;
    __shared__ uint32_t drawn;
    const struct tiles tiles = {flags, aggregates, prefixes, launch};
    const uint32_t tile = take_tile(counter, &drawn);
    const int i = (int)threadIdx.x;
    const uint64_t begin = (uint64_t)tile * BLOCK;
    const int count = n - begin < BLOCK ? (int)(n - begin) : BLOCK;
    const bool is_last = tile == gridDim.x - 1; /* no tile looks at it */

    if (i < count)
        cell[i] = in[begin + i];
    scan_cells(cell, count);
    const T aggregate = cell[count - 1];
    if (i == 0 && !is_last)
        publish(&tiles, tile, tile == 0 ? P : A, aggregate);
    if (tile > 0 && i < WARP) {
        const T found = look_back(&tiles, tile);
        if (i == 0 && !is_last)
            publish(&tiles, tile, P, op(found, aggregate));
        if (i == 0)
            before = found;
    }
    __syncthreads(); /* [7] all wait for the result of look_back() */

    if (i >= count)
        return;
    const bool has_left = !EXCLUSIVE || i > 0; /* in its tile */
    const T own = has_left ? cell[i - EXCLUSIVE] : identity();
    out[begin + i] = tile == 0  ? own
                     : has_left ? op(before, own)
                                : before;
}
