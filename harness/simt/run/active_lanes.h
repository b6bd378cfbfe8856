/* active_lanes.h - __activemask(): which lanes run together.
 *
 * CUDA leaves that to the hardware: the mask can name any lanes of the warp
 * that have reached the call, and always names the calling lane. So the
 * schedule decides for how many lanes a lane waits:
 *
 *     inorder    all that arrive while it waits, until nothing else can run
 *     random     each lane either waits like that or continues alone
 *     others     none: a lane names only itself
 */
#ifndef SIMT_ACTIVE_H
#define SIMT_ACTIVE_H

#include <stdbool.h>

struct simt;

/* Called when no thread can run: lanes that wait in __activemask() continue;
 * those lanes of a warp that wait in the same call share one mask. False: no
 * lane waits there. */
bool active_lanes_go_on(struct simt *simt);

#endif
