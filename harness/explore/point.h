/* point.h - one setting of a space, and its results. */
#ifndef POINT_H
#define POINT_H

#include "bench/bench.h"
#include "prove/count.h"

enum point_state {
    POINT_WAITING, /* not reached: the time was up */
    POINT_REFUSED, /* the algorithm does not support it; see `why` */
    POINT_FAILED,  /* it does not compile or does not fit; see `why` */
    POINT_WRONG,   /* a proof or a timed run found it wrong; see `why` */
    POINT_PROVED,  /* right; not timed yet */
    POINT_TIMED
};

struct point {
    struct choice choice;
    size_t index;   /* in the space; (size_t)-1: the incumbent, outside it */
    bool incumbent; /* the scan as the user named it */
    enum point_state state;
    char why[512];
    struct counts counts; /* at search_job.count_n on the SIMT machine */
    bool counted;
    int stage;      /* the last stage in which it was timed, from 1 */
    bool contends;  /* it was timed, and is still among the better ones */
    size_t samples; /* number of samples in that stage */
    double ns[MAX_ROUNDS];
    size_t calls;                /* per sample */
    struct summary times, ratio; /* ns; memcpy's time / this point's */
    struct summary gain; /* the incumbent's time / this point's, by round */
    double score;        /* larger is better: ratio.median or, on a
                            device without real time, 1 / cycles */
    double proved_s, timed_s; /* time spent */
};

/* "timed", "refused": for tables. */
const char *point_state_name(enum point_state state);

/* The same setting on another device, with every parameter given, for a proof.
 * `elem_bytes` and `floating` describe the elements of the timed runs, on which
 * defaults depend. */
enum status point_settled(const struct point *point,
                          const struct device *device, size_t elem_bytes,
                          bool floating, struct choice *out,
                          struct problem *why);

#endif
