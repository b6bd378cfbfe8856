/* search.h - the best settings of an algorithm on this machine: proves every
 * point of a space, times the right ones, then the better half again.
 *
 *     stage 1    all points, in shuffled order, in fields of a few; each is
 *                proved first, so nothing wrong is ever timed
 *     stage 2    the better half (halving.h), with more time
 *     ...        until only a few are left
 *
 * The incumbent, the scan as the user named it, takes part in every field. On a
 * device without real time (simt) there is only one stage, which compares model
 * cycles: they are the same in every run.
 *
 * When half of the time is gone, stage 1 ends. If time is left after the last
 * stage, further points are proved and timed, and compete with the finalists.
 * Points that were not reached stay POINT_WAITING, which the caller reports.
 */
#ifndef SEARCH_H
#define SEARCH_H

#include "point.h"
#include "simt/simt.h"
#include "space.h"

#include <stdint.h>

enum { MAX_SEARCH = 4096, FINALISTS = 4 };

struct search_job {
    const struct space *space;
    const struct device *device; /* where points are compared */
    const struct device *prover; /* simt for kernels, else the device itself */
    const struct monoid *monoid; /* of the timed runs */
    const struct monoid *interval;
    struct pool *pool;    /* for a device with threads; else NULL */
    size_t n;             /* of the timed runs */
    size_t count_n;       /* of the counted runs */
    enum pattern pattern; /* of an application's generated inputs */
    const char *function; /* of an application, as given; or NULL */
    bool exclusive;
    enum bench_mode mode;
    uint64_t seed;
    double seconds;                   /* limit for the whole search */
    const char *resume;               /* JSON of an earlier search; or NULL */
    const struct simt_options *simts; /* for a proof on simt; else NULL */
    int simt_count;
    const struct simt_options *counting; /* for counting on simt; else NULL */
    int children;                        /* processes of a proof */
    /* Called after each point and each round; `what` is "proving", "timing". */
    void (*progress)(const struct search_job *job, const char *what,
                     size_t done, size_t of);
};

struct search {
    /* the incumbent first; then in the order in which they were tried */
    struct point *point;
    size_t points;
    size_t resumed;  /* points whose state is of an earlier search */
    size_t in_space; /* points in the space, including those not sampled */
    int stages;
    double moved; /* bytes that the best possible code moves; 0: as a copy */
    struct contestant copy; /* memcpy, in the last field; closed */
};

/* Points stay waiting after a signal (bench_interrupted) or when the time is
 * up. Whatever the status, the caller frees with search_free(). */
enum status search_run(const struct search_job *job, struct search *out,
                       struct problem *why);
void search_free(struct search *search);

/* The best timed point; NULL: there is none. */
const struct point *search_best(const struct search *search);

#endif
