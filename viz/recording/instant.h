/* instant.h - what is so at one time of a recording: a plain replay.
 *
 *     tile       0  1  2  3  4 ...
 *     flag       P  P  A  X  X        what it has published by now
 *     phase      -  store  look back  load  -
 *
 * Going forward costs the events in between, going back begins again.
 */
#ifndef INSTANT_H
#define INSTANT_H

#include "recording.h"

struct tile_now {
    char flag; /* 'X', 'A' or 'P' */
    enum phase phase;
    double phase_until;
    int look;                       /* event: its newest look, or -1 */
    const char *aggregate, *prefix; /* or NULL: not published, not known */
};

struct instant {
    double at;
    int event; /* the newest one that has begun, or -1 */
    struct tile_now *tile;
    int ops;                   /* so many by now */
    int in_state[3];           /* tiles that are X, A, P */
    struct accesses *accesses; /* kept by accesses_at() */
};

/* False: out of memory. The caller closes it. */
bool instant_open(const struct recording *recording, struct instant *instant);
void instant_close(struct instant *instant);

void instant_go(const struct recording *recording, struct instant *instant,
                double at);

/* ... but no event after number `until`: of those at the same time some have
 * happened, others not yet. */
void instant_go_until(const struct recording *recording,
                      struct instant *instant, double at, int until);

/* What the tile is at: no phase before its block runs and after it. */
enum phase phase_now(const struct instant *instant, int tile);

/* The tile that the picture is about: of the newest event
 * that tells of one, or -1. */
int tile_of_instant(const struct recording *recording,
                    const struct instant *instant);

#endif
