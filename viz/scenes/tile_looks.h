/* tile_looks.h - the looks of a tile, and the sum that it has added up so far.
 *
 *          .-----------.
 *     [1] [2] [3] ... [8]    a value travels along its line to the reader
 *        [ 9 ][ 7 ]          each below the tiles that it sums up
 *        [ 9+7=16 ]          the sum so far: it grows to the left
 *     [   P = ... = 84  ]    up to this tile, once its P is published
 */
#ifndef TILE_LOOKS_H
#define TILE_LOOKS_H

#include "tile_grid.h"

/* Draws the frame, lines, moving values and bars of the tile in view, in a row. */
void draw_look(struct drawing *d, const struct stage *stage,
               const struct grid *row, int tile);

/* Draws the frame of the tile, and the frames of the tiles that it has taken
 * in, in a strip or a grid. */
void frame_taken(struct drawing *d, const struct stage *stage,
                 const struct grid *grid, int tile);

/* The tile whose X this one waits for, or -1. */
int waits_for(const struct stage *stage, int tile);

#endif
