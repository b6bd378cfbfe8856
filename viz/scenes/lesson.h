/* lesson.h - the film that explains look-back: a pure function of two recorded
 * runs (two_ways.h) and of the time played so far.
 *
 *     act 1   chain: each tile waits for the P before it; a step for each tile
 *     act 2   look-back: follows one tile back, tile by tile, to a P, and the
 *             tiles that find a P earlier
 *     act 3   both runs on one clock, and steps for more and more tiles
 *
 * It is a list of beats. A beat has a sentence, which is true of each of its
 * pictures, and one thing that moves.
 */
#ifndef LESSON_H
#define LESSON_H

#include "recording/two_ways.h"
#include "drawing.h"

enum act {
    ACT_WANTED,
    ACT_CHAIN,  /* k: the tile that gets its P; -1: none yet */
    ACT_OWN,    /* all tiles have computed their own sums */
    ACT_ALL,    /* ... and show them */
    ACT_FOLLOW, /* a tile is framed */
    ACT_LOOK,   /* it sees only A's */
    ACT_EARLY,  /* the tiles that find the first P */
    ACT_STOP,   /* the followed tile finds a P */
    ACT_SUM,    /* it adds up the values found */
    ACT_NO_WAIT,
    ACT_DONE,   /* it has its P */
    ACT_OTHERS, /* ... and all tiles have theirs */
    ACT_REST,
    ACT_RACE,
    ACT_GROWTH
};

enum { MAX_BEATS = 40 };

struct lesson_beat {
    enum act act;
    int k;
    double begin, seconds;
    char says[96];
};

struct lesson {
    const struct two_ways *ways;
    int beats;
    struct lesson_beat beat[MAX_BEATS];
    double seconds; /* length of the whole film */
};

/* Precondition: `ways` outlives the lesson. */
void lesson_open(struct lesson *lesson, const struct two_ways *ways);

/* The beat at that second. */
const struct lesson_beat *lesson_at(const struct lesson *lesson,
                                    double seconds);

/* The second at which all motion in the beat has ended. */
double lesson_rest(const struct lesson_beat *beat);

/* The second at which the next beat (by 1) or the previous one (by -1) is at rest. */
double lesson_next(const struct lesson *lesson, double seconds, int by);

void lesson_draw(struct drawing *d, const struct lesson *lesson,
                 const struct theme *theme, double width, double height,
                 double seconds);

#endif
