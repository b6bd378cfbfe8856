/* bar.h - the bar of time: how much is over, bookmarks, and the clock beside
 * it.
 */
#ifndef BAR_H
#define BAR_H

#include "picture.h"

/* "12.5 us of 40", "step 3 of 9, op 2 of 7" after so many ops. */
void say_clock(const struct recording *recording, double at, int ops,
               char *line, size_t bytes);

/* In that box, with its words. */
void draw_bar(struct drawing *d, const struct stage *stage, struct box box);

/* The bar alone: from 0 to the end of time_axis(), as long at every time. */
struct box bar_of(const struct stage *stage, struct box box);

#endif
