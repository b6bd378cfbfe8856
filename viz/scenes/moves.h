/* moves.h - what keys and a pointer do to a view, in a window and on a page. */
#ifndef MOVES_H
#define MOVES_H

#include "screen.h"

/* When the next event is that is told of, or by -1 the one before; of phases
 * alone; of the tile that is followed, if one is. Of the first recording, whose
 * instant is that of the view. Without one it is the end, or 0. */
double next_time(const struct screen *screen, const struct view *view, int by,
                 bool phases);

/* Sets a bookmark at the view's time, or takes away the one that is. */
void bookmark(struct view *view);

/* The time of the next bookmark or stop of a story, by -1 of the one before;
 * without one, now. view->asks is what a stop asks then, first its question. */
double next_mark(const struct screen *screen, struct view *view, int by);

/* The view as it is at what a stop asks, or by -1 at none: with the question about a
 * look nothing of it is added up yet. */
void ask_stop(const struct screen *screen, struct view *view, int asks);

/* Larger by a factor, what is at that pixel of the part stays there. */
void zoom_at(struct view *view, double x, double y, double by);

/* What was at `from` is then at `to`. */
void pan(struct view *view, struct point from, struct point to);

#endif
