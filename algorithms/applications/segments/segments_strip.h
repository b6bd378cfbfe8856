/* segments_strip.h - how a warp reduces and scans a strip with heads, in shared
 * memory. A lane has a run, and its heads as the bits of a word:
 *
 *     strip   | run of lane 0 | run of lane 1 | run of lane 2 | ...
 *     in        1   2   3       4   5   6       7   8   9          sums
 *     heads     1   0   0       0   1   0       0   0   0
 *     leaves            6              11              24   since the last head
 *     reduce    1              10               18          first of each run
 *     scan      1   3   6      10   5  11       18  26  35
 *
 * When a strip is reduced, the first element of each run takes in all that
 * comes before it in the strip, up to a head: so a lane can scan its run by
 * itself. The scan joins the strip's prefix with the runs before the strip's
 * first head.
 *
 * Included after cut.h, for its RUN.
 */
#ifndef SEGMENTS_STRIP_H
#define SEGMENTS_STRIP_H

#include "applications/segments/head_bits.h"

enum {
    HEAD_WORDS = TILE / WARP, /* words per tile: a bit for each place */
    GROUP = TILE_STRIPS % 4 == 0   ? 4
            : TILE_STRIPS % 3 == 0 ? 3
            : TILE_STRIPS % 2 == 0 ? 2
                                   : 1 /* strips side by side */
};

/* The heads of this lane's run: bit i belongs to element i of the run. A
 * strip's bits are RUN words. */
DEVICE uint64_t heads_of_run(const uint32_t *heads)
{
    const uint32_t at = (uint32_t)lane_of_thread() * RUN;
    const uint32_t word = at / WARP, shift = at % WARP;
    const uint32_t next = word + 1 < RUN ? word + 1 : word;
    uint64_t own = ((uint64_t)heads[next] << WARP | heads[word]) >> shift;

    if (RUN > WARP + 1) { /* its bits can span three words */
        const uint32_t last = next + 1 < RUN ? next + 1 : next;
        if (shift > 0)
            own |= (uint64_t)heads[last] << (2 * WARP - shift);
    }
    return own & ~0ull >> (64 - RUN);
}

/* A warp's result for a strip. */
struct strip_fold {
    T fold; /* since its last head */
    bool has_head;
};

/* Reduces neighbouring strips side by side: while a lane waits for an op of one
 * strip, it goes on with another. */
DEVICE void reduce_group(T *strips, const uint32_t *heads, const int group,
                         struct strip_fold fold[GROUP])
{
    const int lane = lane_of_thread();
    T *const run = strips + lane * RUN;
    T first[GROUP], sum[GROUP];
    uint64_t own[GROUP];
    uint32_t lanes[GROUP];

    UNROLLED
    for (int u = 0; u < group; u++) {
        own[u] = heads_of_run(heads + u * RUN);
        sum[u] = first[u] = fetch(&run[u * STRIP]);
    }
    UNROLLED
    for (int i = 1; i < RUN; i++)
        UNROLLED
    for (int u = 0; u < group; u++) {
        const T x = fetch(&run[u * STRIP + i]);
        sum[u] = own[u] >> i & 1 ? x : op(sum[u], x);
    }
    UNROLLED
    for (int u = 0; u < group; u++) {
        lanes[u] = __ballot_sync(ALL_LANES, own[u] != 0);
        fold[u].has_head = lanes[u] != 0;
    }
    UNROLLED
    for (int stride = 1; stride < WARP; stride *= 2)
        UNROLLED
    for (int u = 0; u < group; u++) {
        const T left = shuffle_up(sum[u], stride);
        if (stride <= lane - last_bit(lanes[u] & bits_up_to(lane)))
            sum[u] = op(left, sum[u]);
    }
    UNROLLED
    for (int u = 0; u < group; u++) {
        const T left = shuffle_up(sum[u], 1);
        fold[u].fold = shuffle_from(sum[u], WARP - 1);
        if (lane > 0 && !(own[u] & 1))
            put(&run[u * STRIP], op(left, first[u]));
    }
}

/* Lane s gets the result of strip s. A tile consists of whole groups; only in
 * the last tile of the input are strips taken one by one. */
DEVICE struct strip_fold reduce_strips(T *buffer, const uint32_t *heads,
                                       uint32_t strips)
{
    const int lane = lane_of_thread();
    struct strip_fold mine, fold[GROUP];

    mine.fold = identity();
    mine.has_head = false;
    if (strips == TILE_STRIPS)
        for (int s = 0; s < TILE_STRIPS; s += GROUP) {
            reduce_group(buffer + s * STRIP, heads + s * RUN, GROUP, fold);
            UNROLLED
            for (int u = 0; u < GROUP; u++)
                if (lane == s + u)
                    mine = fold[u];
        }
    else
        for (int s = 0; s < (int)strips; s++) {
            reduce_group(buffer + s * STRIP, heads + s * RUN, 1, fold);
            if (lane == s)
                mine = fold[0];
        }
    return mine;
}

/* Scans a strip in place. `start` is its prefix. */
DEVICE void scan_strip(T *strip, const uint32_t *heads, T start)
{
    const int lane = lane_of_thread();
    const uint64_t own = heads_of_run(heads);
    const uint32_t lanes = __ballot_sync(ALL_LANES, own != 0);
    T *const run = strip + lane * RUN;
    T sum = fetch(&run[0]);

    if (!(own & 1) && !is_below(lanes))
        sum = op(start, sum);
    if (!EXCLUSIVE)
        put(&run[0], sum);
    UNROLLED
    for (int i = 1; i < RUN; i++) {
        const bool is_head = own >> i & 1;
        const T x = fetch(&run[i]);
        if (EXCLUSIVE)
            put(&run[i], is_head ? identity() : sum);
        if (is_head)
            sum = x;
        else
            sum = op(sum, x);
        if (!EXCLUSIVE)
            put(&run[i], sum);
    }
    if (EXCLUSIVE) { /* the last fold moves on to the next lane */
        const T left = shuffle_up(sum, 1);
        put(&run[0], own & 1 ? identity() : lane > 0 ? left : start);
    }
}

#endif
