/* busiest.c - see busiest.h. */
#include "busiest.h"

#include <stdlib.h>
#include <string.h>

bool busiest_open(struct busiest *busiest, uint32_t sites)
{
    if (busiest->sites)
        return true;
    busiest->requests = calloc(sites, sizeof *busiest->requests);
    busiest->events = calloc(sites, sizeof *busiest->events);
    if (!busiest->requests || !busiest->events)
        return false;
    busiest->sites = sites;
    return true;
}

void busiest_close(struct busiest *busiest)
{
    free(busiest->requests);
    free(busiest->events);
    *busiest = (struct busiest){.sites = 0};
}

void busiest_reset(struct busiest *busiest)
{
    if (!busiest->sites)
        return;
    memset(busiest->requests, 0, busiest->sites * sizeof *busiest->requests);
    memset(busiest->events, 0, busiest->sites * sizeof *busiest->events);
}

uint64_t busiest_count(const struct busiest *busiest, enum busy_kind kind,
                       uint32_t site)
{
    const struct request_count *const requests = &busiest->requests[site];

    switch (kind) {
    case BUSY_SECTORS: return requests->sectors;
    case BUSY_SHARED: return requests->wavefronts;
    case BUSY_CONFLICTS: return requests->conflicts;
    default: return busiest->events[site][kind];
    }
}
