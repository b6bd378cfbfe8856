/* ways.h - the paths of an application's elements.
 *
 *     in   7 2 9 4        out   2 4 7 9        way  1 3 0 2   (out[0] was in[1])
 *
 * This works only if all elements differ, since a value identifies its element.
 * If there are two passes, the elements between them are known from what the
 * second pass reads.
 */
#ifndef WAYS_H
#define WAYS_H

#include "recording.h"

/* Fills in `way` and `ways`; 0: the recording has no paths, or too many to show.
 * Precondition: its texts and events are known. */
void ways_find(struct recording *recording);

/* The pass whose digits are known from this event on, or -1. */
int ways_counted(const struct recording *recording, int event);

#endif
