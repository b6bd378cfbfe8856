/* tile_grid.c - see tile_grid.h. */
#include "tile_grid.h"

#include <math.h>

enum { MAX_IN_ROW = 16, MIN_IN_ROW = 3, LANES = 3 };

double lane_height(const struct theme *theme)
{
    return theme->text * 1.45;
}

double lane_top(const struct theme *theme, const struct grid *row, int lane)
{
    return row->box.y + row->h + theme->text * 0.35 +
           lane * (lane_height(theme) + theme->text * 0.3);
}

double read_height(const struct theme *theme)
{
    return theme->small * 2.6;
}

/* One row, in the middle of the height: lines above it, and optionally the values read
 * above them; bars below. */
static bool lay_row(const struct theme *theme, int first, int tiles,
                    struct box box, bool reads, struct grid *row)
{
    const double w = box.w / tiles;
    const double lift = reads ? theme->text * 1.2 + read_height(theme)
                              : fmin(theme->text * 2.4, box.h * 0.15);
    const double below = LANES * (lane_height(theme) + theme->text * 0.3);
    const double h = fmin(box.h - lift - below, w * 2.2);

    if (w < theme->least * 3.55 || h < theme->least * 6)
        return false;
    *row = (struct grid){.first = first,
                         .tiles = tiles,
                         .columns = tiles,
                         .is_row = true,
                         .reads = reads,
                         .w = w,
                         .h = h,
                         .gap = fmin(w, h) * 0.1,
                         .spot = theme->least,
                         .pixel = theme->least / 6,
                         .lift = theme->text * 1.1,
                         .box = box};
    row->box.y += (box.h - h - lift - below) / 2 + lift;
    return true;
}

static bool try_row(const struct theme *theme, int first, int tiles,
                    struct box box, bool looks, struct grid *row)
{
    return (looks && lay_row(theme, first, tiles, box, true, row)) ||
           lay_row(theme, first, tiles, box, false, row);
}

/* Cells as large as possible, somewhat wider than high. */
static struct grid grid_of(const struct theme *theme, int tiles, struct box box)
{
    struct grid best = {.tiles = tiles,
                        .columns = 1,
                        .box = box,
                        .spot = theme->least,
                        .pixel = theme->least / 6};
    double most = 0;

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
        best.w =
            fmax(floor(best.w), 1); /* whole pixels: all gaps look the same */
        best.h = fmax(floor(best.h), 1);
        best.columns = (int)floor(box.w / best.w);
    }
    best.gap = best.h >= best.spot
                   ? fmin(best.w, best.h) * 0.14
                   : (best.h >= best.pixel) * fmax(1, floor(best.h / 6));
    return best;
}

/* The tiles near a tile: at least half a row before it. The choice changes only every
 * half row, so that the picture does not slide. */
static int first_near(int tile, int shown, int tiles)
{
    const int half = shown / 2 > 0 ? shown / 2 : 1;
    const int first = tile < 0 ? 0 : (tile / half - 1) * half;
    const int last = tiles - shown;

    return first < 0 ? 0 : first < last ? first : last;
}

struct tile_places places_of(const struct theme *theme, int tiles, bool looks,
                             int tile, struct box box)
{
    struct tile_places out = {.all = {.tiles = 0}, .row = {.tiles = 0}};
    const int room = (int)fmin(box.w / (theme->least * 3.6), MAX_IN_ROW);
    const int shown = tiles < room ? tiles : room;

    if (tiles > 0 && tiles <= room &&
        try_row(theme, 0, tiles, box, looks, &out.row))
        return out;
    if (looks && shown >= MIN_IN_ROW) {
        const struct box strip = {box.x, box.y, box.w, box.h * 0.3};
        const struct box below = {box.x, box.y + strip.h, box.w,
                                  box.h - strip.h};
        if (try_row(theme, first_near(tile, shown, tiles), shown, below, looks,
                    &out.row)) {
            out.all = grid_of(theme, tiles, strip);
            return out;
        }
        if (try_row(theme, first_near(tile, shown, tiles), shown, box, looks,
                    &out.row))
            return out;
    }
    out.all = grid_of(theme, tiles, box);
    return out;
}

struct box cell_of(const struct grid *grid, int tile)
{
    const int k = tile - grid->first;

    return (struct box){
        grid->box.x + k % grid->columns * grid->w + grid->gap / 2,
        grid->box.y + k / grid->columns * grid->h + grid->gap / 2,
        grid->w - grid->gap, grid->h - grid->gap};
}

bool grid_has_two_lines(const struct theme *theme, const struct grid *grid)
{
    return grid->h - grid->gap >= theme->least * 2.1;
}

int grid_tile_at(const struct grid *grid, double x, double y)
{
    const double column = grid->tiles ? floor((x - grid->box.x) / grid->w) : -1;
    const double row = grid->tiles ? floor((y - grid->box.y) / grid->h) : -1;
    const double tile = grid->first + row * grid->columns + column;

    return column >= 0 && column < grid->columns && row >= 0 &&
                   tile < grid->first + grid->tiles
               ? (int)tile
               : -1;
}
