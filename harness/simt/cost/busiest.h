/* busiest.h - counts for each site, to find the line with the largest part of a
 * count.
 *
 *     barriers   x.cu:47  48   x.cu:52  62     the busiest line is x.cu:52
 *
 * Kept while requests are counted.
 */
#ifndef SIMT_BUSIEST_H
#define SIMT_BUSIEST_H

#include "requests.h"

#include <stdbool.h>

enum busy_kind {
    BUSY_BARRIERS,
    BUSY_ATOMICS,
    BUSY_FENCES,
    BUSY_OPS,   /* calls of op() on elements of a proof or a measurement */
    BUSY_DEPTH, /* the greatest depth of their results: a maximum, not a sum */
    /* number of the kinds above, whose events are noted one by one */
    BUSY_EVENTS,
    BUSY_SECTORS = BUSY_EVENTS,
    BUSY_SHARED,
    BUSY_CONFLICTS,
    BUSY_KINDS
};

struct busiest {
    uint32_t sites; /* 0: nothing is kept */
    struct request_count *requests;
    uint32_t (*events)[BUSY_EVENTS];
};

/* False: out of memory. A second call does nothing. */
bool busiest_open(struct busiest *busiest, uint32_t sites);
void busiest_close(struct busiest *busiest);
void busiest_reset(struct busiest *busiest);

static inline void busiest_event(struct busiest *busiest, enum busy_kind kind,
                                 uint32_t site)
{
    if (site < busiest->sites)
        busiest->events[site][kind]++;
}

static inline void busiest_op(struct busiest *busiest, uint32_t site,
                              uint32_t depth)
{
    if (site >= busiest->sites)
        return;
    uint32_t *const events = busiest->events[site];
    events[BUSY_OPS]++;
    if (depth > events[BUSY_DEPTH])
        events[BUSY_DEPTH] = depth;
}

/* The count of one site. */
uint64_t busiest_count(const struct busiest *busiest, enum busy_kind kind,
                       uint32_t site);

#endif
