/* tile_grid.h - where each tile is drawn.
 *
 *     one row      | 0 | 1 | 2 |    up to 16 tiles, in the order of the array:
 *                                   lines above it, bars below it
 *     with a strip [][][][][][][]   more tiles that look back: all of them, small,
 *                  | 8 | 9 |10 |    and below them some near the tile in view;
 *                                   if the height is small, only the latter
 *     a grid       | 0 | 1 | 2 |    tiles that do not look back
 *                  | 3 | 4 | 5 |
 */
#ifndef TILE_GRID_H
#define TILE_GRID_H

#include "scene.h"

struct grid {
    int first, tiles; /* the tiles shown; 0: the grid is not drawn */
    int columns;
    bool is_row; /* with lines above it and bars below */
    double w, h; /* size of a cell, with the gap to the next */
    double gap;
    double spot;  /* smaller cells have no room for letters */
    double pixel; /* smaller cells have no gaps */
    bool reads;   /* a row with room above its lines for the values read */
    double lift;  /* height of the lines above a row */
    struct box box;
};

struct tile_places {
    struct grid all; /* the strip, or the grid */
    struct grid row;
};

/* The places of `tiles` tiles. `looks`: the tiles look back; `tile`: the tile
 * in view, or -1. */
struct tile_places places_of(const struct theme *theme, int tiles, bool looks,
                             int tile, struct box box);

static inline bool grid_has(const struct grid *grid, int tile)
{
    return tile >= grid->first && tile < grid->first + grid->tiles;
}

/* The cell of a tile. Precondition: grid_has(). */
struct box cell_of(const struct grid *grid, int tile);

/* Whether cells have room for two lines. */
bool grid_has_two_lines(const struct theme *theme, const struct grid *grid);

/* The height that the values read need above the lines, including that of a
 * moving value below them. */
double read_height(const struct theme *theme);

/* A row has bars in three lanes below it: the height of a lane, and the top of one. */
double lane_height(const struct theme *theme);
double lane_top(const struct theme *theme, const struct grid *row, int lane);

/* The tile at a point, or -1. */
int grid_tile_at(const struct grid *grid, double x, double y);

#endif
