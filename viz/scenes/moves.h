/* moves.h - how keys and the pointer change a view, in a window and on a page. */
#ifndef MOVES_H
#define MOVES_H

#include "screen.h"

/* The time of the next event with a caption (by 1) or the previous one (by -1) in the
 * first recording; with `phases` only phases count, and if a tile is followed,
 * only its events. If there is no such event: the end, or 0. Precondition: the
 * recording's instant is that of the view. */
double next_time(const struct screen *screen, const struct view *view, int by,
                 bool phases);

/* Sets a bookmark at the view's time, or removes the one there. */
void bookmark(struct view *view);

/* The time of the next bookmark or story stop (by 1), or of the previous one (by -1);
 * if there is none, the view's time. At a stop, view->asks is set, first to its
 * question. */
double next_mark(const struct screen *screen, struct view *view, int by);

/* Sets the view to the question or the answer of a story's stop (-1: to
 * neither). At a question about a look, the sum of that look is not shown yet.
 * */
void ask_stop(const struct screen *screen, struct view *view, int asks);

/* Zooms by the factor `by` around the pixel at (x, y) of the part. */
void zoom_at(struct view *view, double x, double y, double by);

/* Moves the scene so that its point at `from` moves to `to`. */
void pan(struct view *view, struct point from, struct point to);

#endif
