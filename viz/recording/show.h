/* show.h - playing by event: how long each event is on screen.
 *
 *     machine time   0      0.52 .53 .54            1.05 us
 *     events         launch  A    A   A              a look
 *     on screen      0 ---- 2.1  4.4 4.7 5.1 ------- 5.4 ------- 9.8 s
 *
 * A look, and the first event of each kind, stay until the sentence can be read. Similar
 * events pass quickly, as do stretches without events. A recording that would take too
 * long follows one tile: the events of other tiles pass quickly. If there are
 * no tiles, each moment at which ops happen, or each barrier, is given its own
 * time on the screen. At each stop of a story, the question stays long enough
 * to be read and thought about, then the answer appears; the sums that the
 * story's tile computes from a look appear level by level. The ops of
 * recordings shown beside this one are given time, too.
 */
#ifndef SHOW_H
#define SHOW_H

#include "recording.h"

/* How many seconds a look stays on the screen, if there is time. */
#define SHOW_LEAST_LOOK 0.8

/* The events that are explained: those of tiles; or ops, one moment at a time;
 * or barriers, and the accesses that a finding names. */
enum show_of { SHOW_TILES, SHOW_WAYS, SHOW_OPS, SHOW_BARRIERS };

struct beat {
    double at;            /* by the recording's clock */
    double begin, length; /* seconds of the show; the clock advances after it */
    int event;            /* -1: the end, or a stop */
    int asks;             /* question or answer, as in a view; or -1 */
    bool is_told;         /* stays long enough to be read */
};

struct show {
    int beats;
    struct beat *beat;
    double seconds;
    enum show_of of;
    int follow;   /* the tile that it follows, or -1: all */
    bool in_view; /* ... because the view follows it */
};

/* The state to draw at one moment of the show. */
struct moment {
    double at;
    int until;   /* the newest event that has happened */
    int stage;   /* the event that is explained, or -1 */
    int asks;    /* a stop's question or answer, or -1 */
    double part; /* the elapsed part of its time: 0 to 1 */
};

struct show_wish {
    enum show_of of;
    int follow;     /* a tile, or -1 */
    double seconds; /* length of the show; 0: as long as it needs */
    double most;    /* if the show would be longer, it follows one tile */
    /* SHOW_OPS: the recordings beside it, up to the first NULL. */
    const struct recording *with[MAX_PARTNERS];
};

/* False: no event to explain, or out of memory. The caller closes the show in either
 * case. */
bool show_open(const struct recording *recording, const struct show_wish *wish,
               struct show *show);
void show_close(struct show *show);

struct moment show_moment(const struct recording *recording,
                          const struct show *show, double seconds);

/* The second of the show at which time `at` of the recording first appears or,
 * if `asks` is 0 or more, at which this question or answer appears. */
double show_seconds(const struct show *show, double at, int asks);

/* How many seconds it takes to read the sentence. */
double show_reading(const char *sentence);

#endif
