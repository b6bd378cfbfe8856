/* window.h - the recording in a window, played by keys and mouse. */
#ifndef WINDOW_H
#define WINDOW_H

#include "screen.h"

/* Until it is closed. False: *why, of `bytes` bytes, says why there is no
 * window. */
bool window_run(struct screen *screen, const struct view *view, char *why,
                size_t bytes);

#endif
