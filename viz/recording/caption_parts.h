/* caption_parts.h - what the files caption*.c share. */
#ifndef CAPTION_PARTS_H
#define CAPTION_PARTS_H

#include "recording.h"

/* Of an event of a tile. False: there is no sentence for that kind. */
bool caption_of_tile(const struct recording *recording,
                     const struct event *event, int now, char *out,
                     size_t bytes);

#endif
