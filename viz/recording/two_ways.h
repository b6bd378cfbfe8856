/* two_ways.h - the same tiles, scanned as a chain and by look-back: what the
 * film of the two tells, taken from two recordings.
 *
 *     tile            0   1   2   3   4   5   6   7   8   9
 *     own sum         3   7   4   1   5   9   2   6   8  11
 *     total           3  10  14  15  20  29  31  37  45  56
 *     step, chain     1   2   3   4   5   6   7   8   9  10
 *     look-back       1   2   2   2   2   3   3   3   3   3
 *     found               0   0   0   0   0   1   2   3   4     whose P ends its look-back
 *
 * A step is a moment in which tiles get their P: a new one begins where no tile
 * gets one for more than 0.4 of the longest such time.
 */
#ifndef TWO_WAYS_H
#define TWO_WAYS_H

#include "recording.h"

enum { WAY_CHAIN, WAY_LOOK_BACK, WAYS };
/* Tiles shown one by one, and on one clock; numbers of a tile; tiles of a look. */
enum { ROW_TILES = 10, RACE_TILES = 16, TILE_NUMBERS = 4, LOOK_TILES = 4 };
enum { MOST_GROWTH = 6, MOST_STEPS = 16, MOST_GROWN = 64 };

struct two_ways {
    long long own[RACE_TILES], total[RACE_TILES];
    const char *elements[ROW_TILES]; /* "0 1 2 0"; of the recording */
    double done[WAYS][RACE_TILES];   /* its P is published: microseconds */
    double shown[RACE_TILES];        /* look-back: its A, or of tile 0 its P */
    int step[WAYS][RACE_TILES];      /* that of its P: 1, 2, ... */
    int found[ROW_TILES];            /* from tile 1 on */
    int looks[ROW_TILES];            /* that took something in */
    /* The last tile of the row is followed. In the step of its first look it
     * sees A's alone; tiles 1 to `early` find the P of tile 0 then. In the next
     * step it finds the P of tile `early`, which is just beyond these A's. */
    int followed, early;
    int growths; /* of recorded runs: so many tiles, and the steps of both */
    struct growth {
        int tiles, steps[WAYS];
        int by_one; /* look-back: steps, where a look is at one tile */
        int done_by_one[MOST_STEPS]; /* so many tiles in each of them, */
        int done[MOST_STEPS];        /* and in each where it is at four */
    } growth[MOST_GROWTH];
};

/* `growth` has a line "8 8 5 3 1 1 2 3 1 1 4 3" for each run: tiles; steps of the
 * chain, one for each tile and at most MOST_GROWN, of look-back by one tile a look, and
 * of look-back; for each step of these two how many tiles get their P in it. Lines with
 * # are comments. False: *why says what the two lack for the
 * film. Both recordings must outlive it. */
bool two_ways_open(struct two_ways *out, const struct recording *chain,
                   const struct recording *look_back, const char *growth,
                   char *why, size_t bytes);

/* Steps of the first `tiles` of them. */
int two_ways_steps(const struct two_ways *ways, int way, int tiles);

/* Of the first `tiles`, those whose step is at most that one. */
int two_ways_done(const struct two_ways *ways, int way, int tiles, int step);

#endif
