/* show.h - playing by event: how long each event is on screen.
 *
 *     machine time   0      0.52 .53 .54            1.05 us
 *     events         launch  A    A   A              a look
 *     on screen      0 ---- 2.1  4.4 4.7 5.1 ------- 5.4 ------- 9.8 s
 *
 * A look stays until its sentence can be read, the first event of a kind too;
 * events like it pass quickly, and so do stretches in which nothing happens. A
 * recording that would take too long follows one tile: what the others do
 * passes quickly. Without tiles each moment of ops, or each barrier, has its time.
 * At a stop of a story its question stays until it can be read and
 * thought about, then its answer; what its tile adds up in a look passes level by level.
 * Of recordings beside it ops have their times as well.
 */
#ifndef SHOW_H
#define SHOW_H

#include "recording.h"

/* Seconds that a look stays, where there is time. */
#define SHOW_LEAST_LOOK 0.8

/* What is told of: tiles; ops, those of one moment together; or barriers and what a
 * finding is about. */
enum show_of { SHOW_TILES, SHOW_WAYS, SHOW_OPS, SHOW_BARRIERS };

struct beat {
    double at;            /* of the recording's clock */
    double begin, length; /* seconds of the show; then the clock goes on */
    int event;            /* -1: the end, or a stop */
    int asks;             /* of a stop, as in a view; or -1 */
    bool is_told;         /* its sentence can be read */
};

struct show {
    int beats;
    struct beat *beat;
    double seconds;
    enum show_of of;
    int follow;   /* the tile that it follows, or -1: all */
    bool in_view; /* ... as the view does */
};

/* What is to be shown at one moment of it. */
struct moment {
    double at;
    int until;   /* the newest event that has happened */
    int stage;   /* the event that is told of, or -1 */
    int asks;    /* a stop's question or answer, or -1 */
    double part; /* ... of which so much is over: 0 to 1 */
};

struct show_wish {
    enum show_of of;
    int follow;     /* a tile, or -1 */
    double seconds; /* so long; 0: as long as it takes */
    double most;    /* longer than that it follows one tile */
    /* SHOW_OPS: those that are shown beside it, up to the first NULL. */
    const struct recording *with[MOST_PARTNERS];
};

/* False: there is nothing to be told by event, or there is no memory. The caller
 * closes it in either case. */
bool show_open(const struct recording *recording, const struct show_wish *wish,
               struct show *show);
void show_close(struct show *show);

struct moment show_moment(const struct recording *recording,
                          const struct show *show, double seconds);

/* When this time of the recording is on screen first; with `asks` of 0 or more, when
 * this is asked or answered. */
double show_seconds(const struct show *show, double at, int asks);

/* So many seconds a sentence takes to be read. */
double show_reading(const char *sentence);

#endif
