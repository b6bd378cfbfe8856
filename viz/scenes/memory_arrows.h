/* memory_arrows.h - the accesses of a step: an arrow from the word to the
 * thread that reads it, and from the thread to the word that it writes.
 */
#ifndef MEMORY_ARROWS_H
#define MEMORY_ARROWS_H

#include "memory_layout.h"

/* Of a read, or of a write. */
enum colour memory_colour(bool writes);

/* Those of the step that is now; accesses to come are faint. */
void memory_draw_arrows(struct drawing *d, const struct stage *stage,
                        const struct memory_layout *p);

/* An arrow of each kind with its name, and how many there have been, from
 * `left` on, in `most` at most. Returns the room that they take. */
double memory_draw_legend(struct drawing *d, const struct stage *stage,
                          const struct memory_layout *p, double left, double y,
                          double most);

#endif
