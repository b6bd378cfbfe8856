/* window.h - recordings in a window, controlled by keys and mouse. */
#ifndef WINDOW_H
#define WINDOW_H

#include "recording/live.h"
#include "scenes/screen.h"

struct window;

/* Opens a window with the size of the view. False: *why, of `bytes` bytes, is the
 * error. The caller closes *out. */
bool window_open(struct window **out, const struct view *view, char *why,
                 size_t bytes);
void window_close(struct window *window);

/* Returns a story, in the order of story.h, or -1: close the window. The story
 * `chosen` is highlighted at first. */
int window_choose(struct window *window, const struct view *view, int chosen);

/* Runs until the window is closed (false) or the key `m` asks for another story (true).
 * `live`: NULL, or the settings that produced the first recording; keys change
 * the settings, and *first is then replaced. */
bool window_run(struct window *window, struct screen *screen,
                const struct view *view, struct live *live,
                struct recording **first);

#endif
