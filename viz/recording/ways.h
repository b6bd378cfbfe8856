/* ways.h - where an application has moved its elements.
 *
 *     in   7 2 9 4        out   2 4 7 9        way  1 3 0 2   (out[0] was in[1])
 *
 * Only where all elements differ: then an element is known by its value. Of two
 * passes the first one's elements are known where the second reads them.
 */
#ifndef WAYS_H
#define WAYS_H

#include "recording.h"

/* Fills in ways, and how many; 0: the recording has none, or too many to be
 * shown. Its texts and events are known. */
void ways_find(struct recording *recording);

/* The pass whose digits are known with this event, or -1. */
int ways_counted(const struct recording *recording, int event);

#endif
