/* sync.h - __syncthreads() and the collectives of a warp. */
#ifndef SIMT_SYNC_H
#define SIMT_SYNC_H

#include "threads.h"

struct simt;

/* All may have come, now that a thread has returned. */
void sync_check_barrier(struct simt *simt, struct block *block);
/* All lanes come; the last one calls bulk_together. */
void sync_meet_for_bulk(enum collective what, const struct bulk_call *call,
                        const void *pc);

#endif
