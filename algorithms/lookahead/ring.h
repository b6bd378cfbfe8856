/* ring.h - look-ahead: the barriers of the ring's buffers, one of each kind
 * per buffer, and the lookers' relay.
 *
 *     loader -- landed --> reducer -- reduced --> looker -- carried --> scanners
 *        ^                                                                 |
 *        +----------------------------- stored ----------------------------+
 */
#ifndef LOOKAHEAD_RING_H
#define LOOKAHEAD_RING_H

#include "lookahead/relay.h"

#ifndef RING_STAGES
#define RING_STAGES MAX_STAGES
#endif

/* In shared memory. */
struct plumbing {
    struct barrier landed[RING_STAGES], reduced[RING_STAGES];
    struct barrier carried[RING_STAGES], stored[RING_STAGES];
    struct relay relay;
};

/* Thread 0 sets up `stages` buffers, each stored by `storers` warps. */
DEVICE void lay_plumbing(struct plumbing *plumbing, uint32_t stages,
                         uint32_t storers)
{
    for (uint32_t k = 0; k < stages; k++) {
        barrier_init(&plumbing->landed[k], 1);
        barrier_init(&plumbing->reduced[k], 1);
        barrier_init(&plumbing->carried[k], 1);
        barrier_init(&plumbing->stored[k], storers);
    }
    lay_relay(&plumbing->relay);
}

#endif
