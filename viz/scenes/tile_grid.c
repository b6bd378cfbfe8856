/* tile_grid.c - see tile_grid.h. */
#include "tile_grid.h"

#include <math.h>

enum { MOST_IN_ROW = 16 };

/* One row, in the middle of its height: lines above, brackets below. */
static bool try_row(const struct theme *theme, int tiles, struct grid *grid)
{
    const double w = grid->box.w / tiles, lift = theme->text * 2.4;
    const double below = theme->text * 2.6;
    const double h = fmin(grid->box.h - lift - below, w * 1.35);

    if (tiles > MOST_IN_ROW || w < theme->least * 4 || h < theme->least * 5)
        return false;
    const double top = grid->box.y + (grid->box.h - h - lift - below) / 2;
    grid->one_row = true;
    grid->columns = tiles;
    grid->w = w;
    grid->h = h;
    grid->gap = w * 0.1;
    grid->lift = theme->text * 1.1;
    grid->box.y = top + lift;
    return true;
}

/* As large cells as fit, somewhat wider than high. */
struct grid grid_of(const struct theme *theme, int tiles, struct box box)
{
    struct grid best = {.columns = 1,
                        .box = box,
                        .spot = theme->least,
                        .pixel = theme->least / 6};
    double most = 0;

    if (try_row(theme, tiles, &best))
        return best;
    for (int columns = 1; columns <= tiles; columns++) {
        const int rows = (tiles + columns - 1) / columns;
        const double w = box.w / columns;
        const double h = fmin(box.h / rows, w / 1.1);
        const double size = fmin(w / 1.5, h);
        if (size > most + 1e-9) {
            most = size;
            best.columns = columns;
            best.w = fmin(w, h * 3);
            best.h = h;
        }
    }
    if (best.h >= best.pixel && best.h < best.spot) {
        best.w = fmax(floor(best.w), 1); /* whole pixels: gaps are alike */
        best.h = fmax(floor(best.h), 1);
        best.columns = (int)floor(box.w / best.w);
    }
    best.gap = best.h >= best.spot
                   ? fmin(best.w, best.h) * 0.14
                   : (best.h >= best.pixel) * fmax(1, floor(best.h / 6));
    return best;
}

struct box cell_of(const struct grid *grid, int tile)
{
    return (struct box){
        grid->box.x + tile % grid->columns * grid->w + grid->gap / 2,
        grid->box.y + tile / grid->columns * grid->h + grid->gap / 2,
        grid->w - grid->gap, grid->h - grid->gap};
}

bool grid_has_two_lines(const struct theme *theme, const struct grid *grid)
{
    return grid->h - grid->gap >= theme->least * 2.1;
}
