/* two_ways.h - the same tiles, scanned as a chain and with look-back: the numbers of
 * the film, taken from two recordings.
 *
 *     tile            0   1   2   3   4   5   6   7   8   9
 *     own sum         3   7   4   1   5   9   2   6   8  11
 *     total           3  10  14  15  20  29  31  37  45  56
 *     step, chain     1   2   3   4   5   6   7   8   9  10
 *     look-back       1   2   2   2   2   3   3   3   3   3
 *     found               0   0   0   0   0   1   2   3   4     whose P ends its look-back
 *
 * Tiles that get their P at almost the same time form a step: a new step begins
 * after a gap that is longer than 0.4 of the longest gap between two P's.
 */
#ifndef TWO_WAYS_H
#define TWO_WAYS_H

#include "recording.h"

enum { WAY_CHAIN, WAY_LOOK_BACK, WAYS };
/* Tiles shown one by one; tiles shown on one clock; numbers per tile; tiles per look. */
enum { ROW_TILES = 10, RACE_TILES = 16, TILE_NUMBERS = 4, LOOK_TILES = 4 };
enum { MAX_GROWTH = 6, MAX_STEPS = 16, MAX_GROWN = 64 };

struct two_ways {
    long long own[RACE_TILES], total[RACE_TILES];
    const char *elements[ROW_TILES]; /* "0 1 2 0"; owned by the recording */
    double done[WAYS][RACE_TILES];   /* its P is published: microseconds */
    /* look-back: its A is published (tile 0: its P) */
    double shown[RACE_TILES];
    int step[WAYS][RACE_TILES]; /* the step of its P: 1, 2, ... */
    int found[ROW_TILES];       /* from tile 1 on */
    int looks[ROW_TILES];       /* number of looks that took in a tile */
    /* The film follows the last tile of the row. In the step of its first look this
     * tile sees only A's, while tiles 1 to `early` find the P of tile 0. In the next
     * step it finds the P of tile `early`, just beyond these A's. */
    int followed, early;
    int growths; /* number of longer runs, each with its tiles and steps */
    struct growth {
        int tiles, steps[WAYS];
        int by_one; /* steps of look-back with one tile per look */
        int done_by_one
            /* number of tiles that get their P in each of these steps, */
            [MAX_STEPS];
        int done[MAX_STEPS]; /* and in each step with four tiles per look */
    } growth[MAX_GROWTH];
};

/* `growth` has a line "8 8 5 3 1 1 2 3 1 1 4 3" for each run: tiles; the steps of the
 * chain (one per tile, at most MAX_GROWN), of look-back with one tile per look, and of
 * look-back; and for each step of the last two, the number of tiles that get their P.
 * Lines with # are comments. False: *why is a line about what the film needs and the
 * recordings lack. Precondition: both recordings outlive *out. */
bool two_ways_open(struct two_ways *out, const struct recording *chain,
                   const struct recording *look_back, const char *growth,
                   char *why, size_t bytes);

/* The steps of the first `tiles` tiles. */
int two_ways_steps(const struct two_ways *ways, int way, int tiles);

/* The number of tiles, among the first `tiles`, whose step is at most `step`. */
int two_ways_done(const struct two_ways *ways, int way, int tiles, int step);

#endif
