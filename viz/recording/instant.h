/* instant.h - the state of a recording at one time, by a simple replay.
 *
 *     tile       0  1  2  3  4 ...
 *     flag       P  P  A  X  X        the newest flag published so far
 *     phase      -  store  look back  load  -
 *
 * Going forward processes the events in between; going back restarts from the
 * beginning.
 */
#ifndef INSTANT_H
#define INSTANT_H

#include "recording.h"

struct tile_now {
    char flag; /* 'X', 'A' or 'P' */
    enum phase phase;
    double phase_until;
    int look;                       /* the event of its newest look, or -1 */
    const char *aggregate, *prefix; /* or NULL: not published or not known */
};

struct instant {
    double at;
    int event; /* the newest event that has begun, or -1 */
    struct tile_now *tile;
    int ops;                   /* number of ops so far */
    int in_state[3];           /* numbers of tiles that are X, A, P */
    struct accesses *accesses; /* kept by accesses_at() */
};

/* False: out of memory. The caller closes it. */
bool instant_open(const struct recording *recording, struct instant *instant);
void instant_close(struct instant *instant);

void instant_go(const struct recording *recording, struct instant *instant,
                double at);

/* The same, but only up to event number `until`: of several events at the same
 * time, some have happened, others not yet. */
void instant_go_until(const struct recording *recording,
                      struct instant *instant, double at, int until);

/* The tile's phase: none before and after its block runs. */
enum phase phase_now(const struct instant *instant, int tile);

/* The tile that the picture is about: the tile of the newest event that has
 * one, or -1. */
int tile_of_instant(const struct recording *recording,
                    const struct instant *instant);

#endif
