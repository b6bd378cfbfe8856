/* active_lanes.h - __activemask(): which lanes run together.
 *
 * CUDA leaves that to the hardware: any of the warp's lanes that have come to
 * the call may be named, and the calling lane always is. So the schedule says
 * how many a lane waits for:
 *
 *     inorder    all that come there while it waits, until nothing else can run
 *     random     each lane does so, or goes on alone, as is drawn
 *     others     none: a lane names itself alone
 */
#ifndef SIMT_ACTIVE_H
#define SIMT_ACTIVE_H

#include <stdbool.h>

struct simt;

/* No thread can run: lanes that wait in __activemask() go on, those of a warp
 * that are in one call with the same mask. False: no lane waits there. */
bool active_lanes_go_on(struct simt *simt);

#endif
