/* message_arrows.h - the messages between ranks, as arrows between the rows of a
 * timeline.
 *
 *     rank 0  | reduce |s         | scan |
 *                        \
 *     rank 1  | reduce |  waits  r| scan |
 */
#ifndef MESSAGE_ARROWS_H
#define MESSAGE_ARROWS_H

#include "timeline.h"

/* Draws all messages; those of the newest send or receipt are highlighted. */
void message_arrows_draw(struct drawing *d, const struct stage *stage,
                         const struct timeline *timeline);

/* The event of the message whose arrow is at that point; NULL: there is none. */
const struct event *message_at(const struct stage *stage,
                               const struct timeline *timeline, double x,
                               double y);

#endif
