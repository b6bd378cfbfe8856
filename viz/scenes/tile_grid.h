/* tile_grid.h - where each tile is drawn.
 *
 *     one row      | 0 | 1 | 2 |    up to 16 tiles, in the order of the array:
 *                                   lines above it, bars below it
 *     with a strip [][][][][][][]   more tiles that look back: all of them, small,
 *                  | 8 | 9 |10 |    and below them some near the one in view;
 *                                   where the height is small, these alone
 *     a grid       | 0 | 1 | 2 |    tiles that do not look back
 *                  | 3 | 4 | 5 |
 */
#ifndef TILE_GRID_H
#define TILE_GRID_H

#include "scene.h"

struct grid {
    int first, tiles; /* that it shows; 0: it is not drawn */
    int columns;
    bool is_row; /* with lines above it and bars below */
    double w, h; /* of a cell, with the gap to the next one */
    double gap;
    double spot;  /* smaller cells have no room for letters */
    double pixel; /* ... for gaps */
    bool reads;   /* a row: above its lines is room for what was read */
    double lift;  /* so far above a row lines run */
    struct box box;
};

struct tile_places {
    struct grid all; /* the strip, or the grid */
    struct grid row;
};

/* Of so many tiles; `looks`: they look back; `tile`: in view, or -1. */
struct tile_places places_of(const struct theme *theme, int tiles, bool looks,
                             int tile, struct box box);

static inline bool grid_has(const struct grid *grid, int tile)
{
    return tile >= grid->first && tile < grid->first + grid->tiles;
}

/* Of a tile that it has. */
struct box cell_of(const struct grid *grid, int tile);

/* Cells have room for two lines. */
bool grid_has_two_lines(const struct theme *theme, const struct grid *grid);

/* A row has bars in three lanes below it: so high, and the top of one. */
/* What was read, with a value on its way below it, takes so much above the lines. */
double read_height(const struct theme *theme);

double lane_height(const struct theme *theme);
double lane_top(const struct theme *theme, const struct grid *row, int lane);

/* The tile at a point, or -1. */
int grid_tile_at(const struct grid *grid, double x, double y);

#endif
