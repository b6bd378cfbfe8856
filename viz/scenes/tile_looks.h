/* tile_looks.h - what a tile looks at, and what it has added up so far.
 *
 *          .-----------.
 *     [1] [2] [3] ... [8]    a value travels along its line to the reader
 *        [ 9 ][ 7 ]          each over the tiles that it is the sum of
 *        [ 9+7=16 ]          so far: it grows to the left
 *     [   P = ... = 84  ]    up to this tile, when that is published
 */
#ifndef TILE_LOOKS_H
#define TILE_LOOKS_H

#include "tile_grid.h"

/* Of the tile in view, in a row: its frame, lines, values on their way, bars. */
void draw_look(struct drawing *d, const struct stage *stage,
               const struct grid *row, int tile);

/* In a strip or a grid: its frame, and those of the tiles that it has taken in. */
void frame_taken(struct drawing *d, const struct stage *stage,
                 const struct grid *grid, int tile);

/* The tile whose X this one waits for, or -1. */
int waits_for(const struct stage *stage, int tile);

#endif
