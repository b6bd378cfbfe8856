/* window.h - the recording in a window, played by keys and mouse. */
#ifndef WINDOW_H
#define WINDOW_H

#include "recording/live.h"
#include "scenes/screen.h"

/* Until it is closed. `live`: NULL, or what the first recording came from; it
 * is replaced, and *first with it, as keys are pressed. False: *why, of `bytes`
 * bytes, says why there is no window. */
bool window_run(struct screen *screen, const struct view *view,
                struct live *live, struct recording **first, char *why,
                size_t bytes);

#endif
