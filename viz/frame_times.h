/* frame_times.h - how long drawing takes: --benchmark. */
#ifndef FRAME_TIMES_H
#define FRAME_TIMES_H

#include "scenes/screen.h"

/* Prints, for the trace, how long it takes to open, and for each scene that
 * can show it, milliseconds a frame; drawn off-screen. */
void frame_times_print(struct screen *screen, struct view view);

#endif
