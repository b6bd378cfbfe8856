/* frame_times.h - measures how long drawing takes: --benchmark. */
#ifndef FRAME_TIMES_H
#define FRAME_TIMES_H

#include "scenes/screen.h"

/* Prints the time to open the trace, and the milliseconds per frame of each scene that
 * can show it, drawn off-screen. */
void frame_times_print(struct screen *screen, struct view view);

#endif
