/* tile_looks.h - what a tile looks at, and what it has added up so far.
 *
 *          .-----------.
 *     [1] [2] [3] ... [8]    a value travels along its line to the reader
 *     '-52-'-9-'             where each part of the sum comes from
 *
 *     tile 8:  9 + 7 = 16, + P 52 = 68
 */
#ifndef TILE_LOOKS_H
#define TILE_LOOKS_H

#include "tile_grid.h"

/* Of the tile in view: its frame, lines and values on their way. */
void draw_look(struct drawing *d, const struct stage *stage,
               const struct grid *grid, int tile);

/* The running sum, in a line. */
void draw_sum(struct drawing *d, const struct stage *stage, int tile,
              struct box box);

/* How high that line is; 0: nothing looks back in this recording, or its tiles
 * are too many for their values to be read. */
double sum_height(const struct stage *stage);

#endif
