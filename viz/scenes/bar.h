/* bar.h - the time bar: the elapsed part, bookmarks, and the clock beside it.
 */
#ifndef BAR_H
#define BAR_H

#include "picture.h"

/* Writes "12.5 us of 40" or "step 3 of 9, op 2 of 7"; `ops`: the ops so far. */
void say_clock(const struct recording *recording, double at, int ops,
               char *line, size_t bytes);

/* Draws the bar and its text in the box. */
void draw_bar(struct drawing *d, const struct stage *stage, struct box box);

/* The bar without its text, from 0 to the end of time_axis(); its length is always the
 * same. */
struct box bar_of(const struct stage *stage, struct box box);

#endif
