/* scene_tiles.c - a grid of tiles with their flags, and one look at a time.
 *
 *     | 0    | 1    | 2    | 3    |
 *     |  P   |  P   |  A   |  X   |     what each has published
 *     |  42  |  77  |  30  | load |     its value, or what it does
 *        ^------^------'               who is looked at
 */
#include "decision.h"
#include "picture.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

/* Pixels: smaller cells have no room for letters; for gaps. */
enum { SPOT = 14, PIXEL = 3 };

struct grid {
    int columns;
    double w, h; /* of a cell, with the gap to the next one */
    struct box box;
};

/* As large cells as fit, somewhat wider than high. */
static struct grid grid_of(int tiles, struct box box)
{
    struct grid best = {.columns = 1, .box = box};
    double most = 0;

    for (int columns = 1; columns <= tiles; columns++) {
        const int rows = (tiles + columns - 1) / columns;
        const double w = box.w / columns;
        const double h = fmin(box.h / rows, w / 1.1);
        const double size = fmin(w / 1.5, h);
        if (size > most + 1e-9) {
            most = size;
            best.columns = columns;
            best.w = fmin(w, h * 1.9);
            best.h = h;
        }
    }
    if (best.h >= PIXEL && best.h < SPOT) { /* whole pixels: gaps are alike */
        best.w = floor(best.w);
        best.h = floor(best.h);
        best.columns = (int)floor(box.w / best.w);
    }
    return best;
}

static struct box cell_of(const struct grid *grid, int tile)
{
    const double gap =
        grid->h < SPOT ? grid->h >= PIXEL : fmin(grid->w, grid->h) * 0.12;

    return (struct box){grid->box.x + tile % grid->columns * grid->w + gap / 2,
                        grid->box.y + tile / grid->columns * grid->h + gap / 2,
                        grid->w - gap, grid->h - gap};
}

static enum colour colour_of(char flag)
{
    return flag == 'P' ? COLOUR_P : flag == 'A' ? COLOUR_A : COLOUR_X;
}

/* Many tiles: an image with a pixel for each, stretched. */
static void draw_spots(cairo_t *cr, const struct stage *stage,
                       const struct grid *grid)
{
    const int tiles = stage->recording->tiles;
    const int rows = (tiles + grid->columns - 1) / grid->columns;
    cairo_surface_t *const image =
        cairo_image_surface_create(CAIRO_FORMAT_ARGB32, grid->columns, rows);
    unsigned char *const pixels = cairo_image_surface_get_data(image);
    const int stride = cairo_image_surface_get_stride(image);

    for (int k = 0; pixels && k < tiles; k++) {
        const uint32_t colour =
            0xff000000 | colour_rgb(stage->theme->dark,
                                    colour_of(stage->moment->tile[k].flag));
        memcpy(pixels + k / grid->columns * (ptrdiff_t)stride +
                   k % grid->columns * 4,
               &colour, sizeof colour);
    }
    cairo_surface_mark_dirty(image);
    cairo_save(cr);
    cairo_translate(cr, grid->box.x, grid->box.y);
    cairo_scale(cr, grid->w, grid->h);
    if (pixels) {
        cairo_set_source_surface(cr, image, 0, 0);
        cairo_pattern_set_filter(cairo_get_source(cr),
                                 grid->h < 1 ? CAIRO_FILTER_GOOD
                                             : CAIRO_FILTER_NEAREST);
        cairo_paint(cr);
    }
    cairo_restore(cr);
    cairo_surface_destroy(image);
}

/* What a flag looks like without its letter: P fills the cell, A the lower
 * half, X is hatched, or a spot where that is too fine to see. */
static struct box body_of(struct box cell, char flag, bool spot)
{
    if (spot && flag == 'A')
        return snap_box(
            (struct box){cell.x, cell.y + cell.h / 2, cell.w, cell.h / 2});
    if (spot && flag == 'X')
        return snap_box((struct box){cell.x + cell.w * 0.35,
                                     cell.y + cell.h * 0.35, cell.w * 0.3,
                                     cell.h * 0.3});
    return snap_box(cell);
}

/* All tiles with this flag, as one path. */
static void draw_bodies(cairo_t *cr, const struct stage *stage,
                        const struct grid *grid, char flag)
{
    const struct box first = cell_of(grid, 0);
    const bool spot = first.h < SPOT;

    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; k < stage->recording->tiles; k++) {
            const struct box cell = cell_of(grid, k);
            if (stage->moment->tile[k].flag == flag && box_is_seen(cr, cell))
                add_box(cr, body_of(cell, flag, spot));
        }
        if (pass == 0) {
            use_colour(cr, stage->theme,
                       spot && flag == 'X' ? COLOUR_FAINT : colour_of(flag));
            cairo_fill(cr);
        }
        if (flag != 'X' || spot)
            return;
        use_colour(cr, stage->theme, COLOUR_FAINT);
    }
    hatch_path(cr, first.h / 7, stage->theme->line * 0.5);
}

/* What the tile is at, in its corner. */
static const char *doing_of(const struct stage *stage, int tile)
{
    static const char *const doing[] = {"", "load", "scan", "look", "store"};
    const enum phase phase = phase_now(stage->moment, tile);
    const struct tile *const t = &stage->recording->tile[tile];
    const bool over = t->until > t->from && stage->moment->at >= t->until;

    if (phase != PHASE_NONE || !over)
        return doing[phase];
    return stage->recording->finding && t->until >= stage->recording->duration
               ? "stuck"
               : "done";
}

static void draw_words(cairo_t *cr, const struct stage *stage, int tile,
                       struct box cell)
{
    const struct theme *const theme = stage->theme;
    const struct tile_now *const now = &stage->moment->tile[tile];
    const char letter[] = {now->flag, 0};
    const char *value = now->prefix ? now->prefix : now->aggregate;
    char number[16];

    if (now->flag == 'X')
        use_colour(cr, theme, COLOUR_INK);
    else
        cairo_set_source_rgb(cr, 0.04, 0.04, 0.04);
    if (cell.h < 2 * SPOT) {
        draw_text(cr, theme, letter, cell.h * 0.7, cell.x + cell.w / 2,
                  cell.y + cell.h / 2, 0.5, 0);
        return;
    }
    draw_text(cr, theme, letter, cell.h * 0.42, cell.x + cell.w / 2,
              cell.y + cell.h * 0.40, 0.5, 0);
    snprintf(number, sizeof number, "%d", tile);
    draw_text(cr, theme, number, cell.h * 0.19, cell.x + cell.w * 0.05,
              cell.y + cell.h * 0.13, 0, cell.w * 0.4);
    if (value)
        draw_text(cr, theme, value, cell.h * 0.27, cell.x + cell.w / 2,
                  cell.y + cell.h * 0.80, 0.5, cell.w * 0.92);
    draw_text(cr, theme, doing_of(stage, tile), cell.h * 0.19,
              cell.x + cell.w * 0.95, cell.y + cell.h * 0.13, 1, cell.w * 0.55);
}

/* Who looks is framed; from each tile that it has looked at comes an arrow
 * with what was seen. */
static void draw_look(cairo_t *cr, const struct theme *theme,
                      const struct recording *recording,
                      const struct moment *moment, const struct grid *grid,
                      int tile)
{
    const struct tile_now *const now = &moment->tile[tile];
    const struct box to = cell_of(grid, tile);
    const bool looks = phase_now(moment, tile) == PHASE_LOOK_BACK;

    use_colour(cr, theme, COLOUR_INK);
    stroke_box(cr, to, theme->line * 2.5);
    if (!looks || now->look < 0)
        return;
    const struct look *const look = &recording->event[now->look].look;
    const int seen = (int)strlen(look->flags);
    for (int k = 0; k < seen && look->first - k >= 0; k++) {
        const struct box from = cell_of(grid, look->first - k);
        const char flag = look->flags[k];
        if (flag == '.')
            continue;
        use_colour(cr, theme, flag == 'X' ? COLOUR_WARN : COLOUR_INK);
        stroke_box(cr, from, theme->line * 1.2);
        draw_arrow(cr, from.x + from.w / 2, from.y, to.x + to.w / 2, to.y,
                   grid->h * (0.30 + 0.12 * k), theme->line * 1.1);
        if (flag == 'P')
            break; /* nothing further counts */
    }
}

/* Part of the scene's width that the diagram of decisions takes. */
static double diagram_part(const struct stage *stage)
{
    return stage->view->diagram ? 0.28 : 0;
}

/* The first line of the box has room for arrows. */
static struct grid grid_in(const struct stage *stage, struct box box)
{
    const double above = stage->theme->text;
    const double w = box.w * (1 - diagram_part(stage) * 1.07);

    return grid_of(stage->recording->tiles,
                   (struct box){box.x, box.y + above, w, box.h - above});
}

/* At the right of what is seen: with zoom, tiles pass below. */
static void draw_diagram(cairo_t *cr, const struct stage *stage)
{
    const struct box window = scene_window(stage->view);
    const double w = window.w * diagram_part(stage);
    const struct box right = {window.x + window.w - w, window.y, w, window.h};

    use_colour(cr, stage->theme, COLOUR_PAPER);
    fill_box(cr, (struct box){right.x - w * 0.04, right.y, w * 1.04, right.h});
    draw_decision(cr, stage, right);
}

static void draw(cairo_t *cr, const struct stage *stage, struct box box)
{
    const struct grid grid = grid_in(stage, box);
    const int tile = tile_in_view(stage->recording, stage->moment, stage->view);

    if (grid.h < PIXEL) {
        draw_spots(cr, stage, &grid);
    } else {
        draw_bodies(cr, stage, &grid, 'X');
        draw_bodies(cr, stage, &grid, 'A');
        draw_bodies(cr, stage, &grid, 'P');
    }
    for (int k = 0; grid.h >= SPOT && k < stage->recording->tiles; k++) {
        const struct box cell = cell_of(&grid, k);
        if (box_is_seen(cr, cell))
            draw_words(cr, stage, k, cell);
    }
    if (tile >= 0)
        draw_look(cr, stage->theme, stage->recording, stage->moment, &grid,
                  tile);
    if (stage->view->diagram)
        draw_diagram(cr, stage);
}

static const char *lacks(const struct recording *recording)
{
    return recording->tiles > 0
               ? NULL
               : "This kernel tells of no tiles: look at its lanes (key 2).";
}

static int tile_at(const struct stage *stage, struct box box, double x,
                   double y)
{
    const struct grid grid = grid_in(stage, box);
    const int column = (int)floor((x - grid.box.x) / grid.w);
    const int row = (int)floor((y - grid.box.y) / grid.h);
    const long tile = (long)row * grid.columns + column;

    return column >= 0 && column < grid.columns && row >= 0 &&
                   tile < stage->recording->tiles
               ? (int)tile
               : -1;
}

/* Its elements, and what it has published. */
static bool tell(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes)
{
    const int tile = tile_at(stage, box, x, y);
    if (tile < 0)
        return false;
    const struct tile *const t = &stage->recording->tile[tile];
    const struct tile_now *const now = &stage->moment->tile[tile];
    if (t->begin < 0) {
        snprintf(line, bytes, "tile %d: its block has not started", tile);
        return true;
    }
    int used = snprintf(line, bytes, "tile %d: elements %ld to %ld; ", tile,
                        t->begin, t->begin + t->count - 1);

    if (used < 0 || (size_t)used >= bytes)
        return true;
    if (now->flag == 'X')
        snprintf(line + used, bytes - (size_t)used, "nothing published yet");
    else if (now->flag == 'A')
        snprintf(line + used, bytes - (size_t)used, "its sum is published%s%s",
                 now->aggregate ? ", " : "",
                 now->aggregate ? now->aggregate : "");
    else
        snprintf(line + used, bytes - (size_t)used,
                 "the prefix up to it is published%s%s",
                 now->prefix ? ", " : "", now->prefix ? now->prefix : "");
    return true;
}

const struct scene scene_tiles = {
    .name = "tiles",
    .about = "each tile, what it has published, and who looks at whom",
    .lacks = lacks,
    .draw = draw,
    .tile_at = tile_at,
    .tell = tell,
};
