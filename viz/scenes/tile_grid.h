/* tile_grid.h - where each tile is drawn: a grid of cells, or one row.
 *
 *     one row          a line above it, brackets below it
 *     | 0 | 1 | 2 |    few tiles: looks lead to the left, as in the array
 *
 *     several rows     | 0 | 1 | 2 | 3 |
 *                      | 4 | 5 | 6 | 7 |
 */
#ifndef TILE_GRID_H
#define TILE_GRID_H

#include "scene.h"

struct grid {
    int columns;
    bool one_row;
    double w, h; /* of a cell, with the gap to the next one */
    double gap;
    double spot;  /* smaller cells have no room for letters */
    double pixel; /* ... for gaps */
    double lift;  /* so far above a row lines run */
    struct box box;
};

struct grid grid_of(const struct theme *theme, int tiles, struct box box);

struct box cell_of(const struct grid *grid, int tile);

/* Cells have room for two lines. */
bool grid_has_two_lines(const struct theme *theme, const struct grid *grid);

#endif
