/* memory_arrows.h - the accesses of a step: an arrow from the word to the
 * thread that reads it, and from the thread to the word that it writes.
 */
#ifndef MEMORY_ARROWS_H
#define MEMORY_ARROWS_H

#include "memory_layout.h"

/* The colour of writes, or of reads. */
enum colour memory_colour(bool writes);

/* Draws the accesses of the current step; those still to come are faint. */
void memory_draw_arrows(struct drawing *d, const struct stage *stage,
                        const struct memory_layout *p);

/* Draws an arrow of each kind with its name and the number of accesses so far, from
 * `left` on and at most `most` wide. Returns the width used. */
double memory_draw_legend(struct drawing *d, const struct stage *stage,
                          const struct memory_layout *p, double left, double y,
                          double most);

#endif
