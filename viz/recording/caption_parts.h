/* caption_parts.h - shared by the files caption*.c. */
#ifndef CAPTION_PARTS_H
#define CAPTION_PARTS_H

#include "recording.h"

/* The caption for a tile event. False: no sentence for that kind of event. */
bool caption_of_tile(const struct recording *recording,
                     const struct event *event, int now, char *out,
                     size_t bytes);

/* The caption for an event of a scan by several ranks. */
void caption_of_rank(const struct recording *recording,
                     const struct event *event, char *out, size_t bytes);

#endif
