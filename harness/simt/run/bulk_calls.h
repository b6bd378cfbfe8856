/* bulk_calls.h - a warp's calls to bulk_...() in algorithms/gpu/bulk.h. */
#ifndef SIMT_BULK_CALLS_H
#define SIMT_BULK_CALLS_H

#include "threads.h"

struct simt;

/* The arguments of one call; all lanes of the warp pass the same. */
struct bulk_call {
    uintptr_t to, from;
    uintptr_t barrier; /* of a load */
    uint32_t bytes;
    /* bulk_stores_read(): how many of the newest stores it does not wait for */
    uint32_t newest;
};

/* All lanes of the warp have met in the call; `any` is one of them. */
void bulk_together(struct simt *simt, struct thread *any);

#endif
