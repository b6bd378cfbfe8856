/* halving.h - which points of a stage continue to the next one.
 *
 * Successive halving: all points are timed for a short time, the better half
 * for twice as long, and so on. The comparison uses a ratio within one round
 * (memcpy's time over the point's), so that points of different fields can be
 * compared although the machine drifts. A point whose interval overlaps the
 * best point's is not dropped, since only noise may separate them. The
 * incumbent, the scan as the user named it, is never dropped.
 *
 * Source: Jamieson and Talwalkar, Non-stochastic best arm identification and
 * hyperparameter optimization, AISTATS 2016.
 */
#ifndef HALVING_H
#define HALVING_H

#include <stdbool.h>
#include <stddef.h>

/* A larger score is better. Without an interval, low = high = score. */
struct entrant {
    double score, low, high;
    bool incumbent;
    bool stays; /* result: it continues */
};

/* Sets `stays`. At least `fewest` entrants stay (or all, if there are fewer),
 * and at most `most` besides the incumbent. Returns the number that stay. */
size_t halving(struct entrant *entrant, size_t count, size_t fewest,
               size_t most);

#endif
