/* sync.h - __syncthreads() and the collectives of a warp. */
#ifndef SIMT_SYNC_H
#define SIMT_SYNC_H

#include "threads.h"

struct simt;

/* Lets the block pass its barrier if all threads that have not returned are
 * there. A finding if a thread is at a different barrier or, before Volta, has
 * returned. */
void sync_check_barrier(struct simt *simt, struct block *block);
/* A lane has returned: lanes that waited only for it continue. */
void sync_lane_returned(struct simt *simt, struct thread *returned);
/* True when the two threads wait in the same collective. */
bool sync_are_together(const struct thread *a, const struct thread *b);
/* Before a finding about lanes that do not meet: adds advice. */
void sync_advise(struct simt *simt);
/* A finding: the two threads wait for each other in different collectives. */
void sync_report_apart(struct simt *simt, const struct thread *thread,
                       const struct thread *other);
/* Waits for all lanes of the warp; the last to arrive calls bulk_together().
 */
void sync_meet_for_bulk(enum collective what, const struct bulk_call *call,
                        const void *pc);

#endif
