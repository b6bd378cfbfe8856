/* window.h - recordings in a window, played by keys and mouse. */
#ifndef WINDOW_H
#define WINDOW_H

#include "recording/live.h"
#include "scenes/screen.h"

struct window;

/* As large as the view. False: *why, of `bytes` bytes, says why there is no
 * window. The caller closes *out. */
bool window_open(struct window **out, const struct view *view, char *why,
                 size_t bytes);
void window_close(struct window *window);

/* A story, in the order of story.h, or -1: the window is to be closed. The one
 * that is `chosen` is lit at first. */
int window_choose(struct window *window, const struct view *view, int chosen);

/* Until it is to be closed, or by `m` (true) another story is to be chosen.
 * `live`: NULL, or what the first recording came from; it is replaced, and
 * *first with it, as keys are pressed. */
bool window_run(struct window *window, struct screen *screen,
                const struct view *view, struct live *live,
                struct recording **first);

#endif
