/* scene_tiles.c - a grid of tiles with their flags, and one look at a time.
 *
 *     | 0    | 1    | 2    | 3    |
 *     |  P   |  P   |  A   |  X   |     what each has published
 *     |  42  |  77  |  30  | load |     its value, or what it does
 *
 * A tile that is looked at is framed; a line leads from it, between the rows,
 * to an arrow at the tile that looks.
 */
#include "decision.h"
#include "picture.h"
#include "signs.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct grid {
    int columns;
    double w, h; /* of a cell, with the gap to the next one */
    double gap;
    double spot;  /* smaller cells have no room for letters */
    double pixel; /* ... for gaps */
    struct box box;
};

/* As large cells as fit, somewhat wider than high. */
static struct grid grid_of(const struct theme *theme, int tiles, struct box box)
{
    struct grid best = {.columns = 1,
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
        best.w = fmax(floor(best.w), 1); /* whole pixels: gaps are alike */
        best.h = fmax(floor(best.h), 1);
        best.columns = (int)floor(box.w / best.w);
    }
    best.gap = best.h >= best.spot
                   ? fmin(best.w, best.h) * 0.14
                   : (best.h >= best.pixel) * fmax(1, floor(best.h / 6));
    return best;
}

static struct box cell_of(const struct grid *grid, int tile)
{
    return (struct box){
        grid->box.x + tile % grid->columns * grid->w + grid->gap / 2,
        grid->box.y + tile / grid->columns * grid->h + grid->gap / 2,
        grid->w - grid->gap, grid->h - grid->gap};
}

static char flag_of(const struct stage *stage, int tile)
{
    const char flag = stage->instant->tile[tile].flag;

    return flag == 'X'
               ? recording_flag(stage->recording, tile, stage->instant->at)
               : flag;
}

static enum colour colour_of(char flag)
{
    return sign_of_flag(flag)->colour;
}

/* Many tiles: an image with a pixel for each, stretched. */
static void draw_spots(struct drawing *d, const struct stage *stage,
                       const struct grid *grid)
{
    const int tiles = stage->recording->tiles;
    const int rows = (tiles + grid->columns - 1) / grid->columns;
    uint32_t *const pixel = draw_image(
        d, grid->columns, rows,
        (struct box){grid->box.x, grid->box.y, grid->w, grid->h}, grid->h < 1);

    for (int k = 0; pixel && k < tiles; k++)
        pixel[k] = 0xff000000 |
                   colour_rgb(stage->theme->dark, colour_of(flag_of(stage, k)));
}

/* What a flag looks like without its letter: P fills the cell, A the lower
 * half, X is a spot, and a tile that never publishes a line. */
static struct box spot_of(struct box cell, char flag)
{
    if (flag == 'A')
        return snap_box(
            (struct box){cell.x, cell.y + cell.h / 2, cell.w, cell.h / 2});
    if (flag == 'X')
        return snap_box((struct box){cell.x + cell.w * 0.35,
                                     cell.y + cell.h * 0.35, cell.w * 0.3,
                                     cell.h * 0.3});
    if (flag == '-')
        return snap_box(
            (struct box){cell.x, cell.y + cell.h * 0.8, cell.w, cell.h * 0.2});
    return snap_box(cell);
}

/* Cells from this height on have room for two lines. */
static bool has_two_lines(const struct stage *stage, const struct grid *grid)
{
    return grid->h - grid->gap >= stage->theme->least * 2.1;
}

/* All tiles with this flag, each smaller by an edge, as one path. */
static void add_bodies(struct drawing *d, const struct stage *stage,
                       const struct grid *grid, char flag, double edge)
{
    for (int k = 0; k < stage->recording->tiles; k++) {
        const struct box cell = cell_of(grid, k);
        if (flag_of(stage, k) != flag || !box_is_seen(d, cell))
            continue;
        const struct box body =
            snap_box(grid->h < grid->spot ? spot_of(cell, flag) : cell);
        add_box(d, (struct box){body.x + edge, body.y + edge, body.w - 2 * edge,
                                body.h - 2 * edge});
    }
}

/* X, and tiles that never publish, are pale: they have an edge. */
static void draw_bodies(struct drawing *d, const struct stage *stage,
                        const struct grid *grid, char flag)
{
    const struct theme *const theme = stage->theme;
    const bool is_bare = flag == 'X' || flag == '-';
    const double edge = fmax(round(fmin(theme->line, grid->h * 0.05)), 1);

    use_colour(d, is_bare ? COLOUR_FAINT : colour_of(flag));
    add_bodies(d, stage, grid, flag, 0);
    path_fill(d);
    if (!is_bare || grid->h < grid->spot)
        return;
    use_colour(d, colour_of(flag));
    add_bodies(d, stage, grid, flag, edge);
    path_fill_keep(d);
    use_colour(d, COLOUR_FAINT);
    if (flag == 'X' && has_two_lines(stage, grid))
        hatch_path(d, HATCH_RISING, grid->h / 7, theme->line * 0.5);
    path_new(d);
}

/* ------------------------------------------------------------------- words */

/* What the tile is at, in its corner. */
static const char *doing_of(const struct stage *stage, int tile)
{
    static const char *const doing[PHASES] = {
        "", "load", "scan", "look", "store", "count", "reduce", "scatter"};
    const enum phase phase = phase_now(stage->instant, tile);
    const struct tile *const t = &stage->recording->tile[tile];
    const bool over = t->until > t->from && stage->instant->at >= t->until;

    if (phase != PHASE_NONE)
        return doing[phase];
    if (!over)
        return stage->instant->at < t->from                     ? "not started"
               : stage->instant->tile[tile].phase == PHASE_NONE ? "started"
                                                                : "";
    return stage->recording->finding && t->until >= stage->recording->duration
               ? "stuck"
               : "done";
}

/* For letters on a cell. */
static void use_ink_of(struct drawing *d, char flag)
{
    use_ink_on(d, colour_of(flag));
}

/* Its number and what it does, its flag, its value: those that are read well
 * enough. */
static void draw_words(struct drawing *d, const struct stage *stage, int tile,
                       struct box cell)
{
    const struct theme *const theme = stage->theme;
    const struct tile_now *const now = &stage->instant->tile[tile];
    const char flag = flag_of(stage, tile), letter[] = {flag, 0};
    const char *const value = now->prefix ? now->prefix : now->aggregate;
    const double corner = cell.h * 0.25, edge = cell.w * 0.04;
    const bool roomy = corner >= theme->least;
    const double middle = cell.x + cell.w / 2;
    char number[16];

    use_ink_of(d, flag);
    snprintf(number, sizeof number, "%d", tile);
    if (roomy) {
        draw_text(d, letter, cell.h * 0.40, middle, cell.y + cell.h * 0.46, 0.5,
                  0);
        draw_whole(d, number, corner, cell.x + edge, cell.y + cell.h * 0.15, 0,
                   cell.w * 0.36);
        draw_whole(d, doing_of(stage, tile), corner, cell.x + cell.w - edge,
                   cell.y + cell.h * 0.15, 1, cell.w * 0.56);
    } else {
        draw_text(d, letter, cell.h * 0.5, cell.x + cell.w - edge,
                  cell.y + cell.h * 0.3, 1, 0);
        draw_whole(d, number, cell.h * 0.4, cell.x + edge,
                   cell.y + cell.h * 0.3, 0, cell.w * 0.92 - cell.h * 0.5);
    }
    if (value)
        draw_whole(d, value, cell.h * (roomy ? 0.28 : 0.4), middle,
                   cell.y + cell.h * (roomy ? 0.81 : 0.76), 0.5, cell.w * 0.92);
}

/* Cells with room for nothing but their letters: all at once. */
static void draw_all_letters(struct drawing *d, const struct stage *stage,
                             const struct grid *grid, char flag)
{
    const int tiles = stage->recording->tiles;
    struct point *const at = calloc((size_t)tiles + 1, sizeof *at);
    const double size = fmax(stage->theme->least, (grid->h - grid->gap) * 0.75);
    int count = 0;

    for (int k = 0; at && k < tiles; k++) {
        const struct box cell = cell_of(grid, k);
        if (flag_of(stage, k) != flag || !box_is_seen(d, cell))
            continue;
        at[count++] = (struct point){cell.x + cell.w / 2, cell.y + cell.h / 2};
    }
    use_ink_of(d, flag);
    if (count > 0)
        draw_letters(d, flag, size, at, count);
    free(at);
}

/* ------------------------------------------------------------------- looks */

/* Where lines run: above a row, and at the left of a column. */
static double above_row(const struct grid *grid, int tile)
{
    return grid->box.y + tile / grid->columns * grid->h;
}

static double left_of_column(const struct grid *grid, int tile)
{
    return grid->box.x + tile % grid->columns * grid->w;
}

/* From a tile that was seen up to the line above its row, along it to the
 * column of the tile that looks, down beside that to its own row, and over to
 * it. */
static void draw_way(struct drawing *d, const struct grid *grid, int from,
                     int to)
{
    const struct box a = cell_of(grid, from), b = cell_of(grid, to);
    const double end = b.x + b.w / 2, beside = left_of_column(grid, to);

    path_move(d, a.x + a.w / 2, a.y);
    path_line(d, a.x + a.w / 2, above_row(grid, from));
    if (above_row(grid, from) < above_row(grid, to)) {
        path_line(d, beside, above_row(grid, from));
        path_line(d, beside, above_row(grid, to));
    }
    path_line(d, end, above_row(grid, to));
}

/* Around a cell, so that no letter is hidden. */
static void frame_cell(struct drawing *d, const struct grid *grid,
                       struct box cell, double line)
{
    const double wide = fmin(line, fmax(grid->gap * 0.4, 1));

    stroke_box(d,
               (struct box){cell.x - wide * 0.7, cell.y - wide * 0.7,
                            cell.w + wide * 1.4, cell.h + wide * 1.4},
               wide);
}

/* A dot where a way begins; a ring where nothing was to be had. */
static void draw_start(struct drawing *d, const struct theme *theme,
                       const struct grid *grid, int from, char flag)
{
    const struct box cell = cell_of(grid, from);
    const double dot = fmin(theme->line * 3.2, grid->gap * 0.4);

    use_colour(d, flag == 'X' ? COLOUR_WARN : COLOUR_INK);
    frame_cell(d, grid, cell, theme->line * 1.6);
    path_new(d);
    path_arc(d, cell.x + cell.w / 2, cell.y, dot, 0, 2 * M_PI);
    if (flag == 'X') {
        use_colour(d, COLOUR_PAPER);
        path_fill_keep(d);
        use_colour(d, COLOUR_WARN);
        use_width(d, dot * 0.6);
        path_stroke(d);
    } else {
        path_fill(d);
    }
}

/* All ways that lead to the tile that looks. */
static void draw_ways(struct drawing *d, const struct theme *theme,
                      const struct grid *grid, const struct look *look, int to)
{
    const struct box cell = cell_of(grid, to);
    const double line = fmin(theme->line * 1.8, fmax(grid->gap * 0.3, 1));
    const double head = fmax(line * 4.5, theme->text * 0.4);
    const double x = cell.x + cell.w / 2;

    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; look->flags[k] && look->first - k >= 0; k++) {
            const char flag = look->flags[k];
            if (flag != '.' && pass == 0)
                draw_way(d, grid, look->first - k, to);
            else if (flag != '.')
                draw_start(d, theme, grid, look->first - k, flag);
            if (flag == 'P')
                break; /* nothing further counts */
        }
        if (pass > 0)
            continue;
        use_colour(d, COLOUR_INK);
        use_width(d, line);
        use_round_joins(d, true);
        path_stroke(d);
        path_move(d, x, above_row(grid, to));
        path_line(d, x, cell.y + head * 0.2);
        path_stroke(d);
    }
    use_colour(d, COLOUR_INK);
    draw_head_of_arrow(d, x, cell.y + fmax(head - grid->gap / 2, 0), M_PI / 2,
                       head);
}

/* Tiles in view are framed. */
static void draw_look(struct drawing *d, const struct stage *stage,
                      const struct grid *grid, int tile)
{
    const struct tile_now *const now = &stage->instant->tile[tile];
    const struct box cell = cell_of(grid, tile);

    use_colour(d, COLOUR_INK);
    frame_cell(d, grid, cell, stage->theme->line * 3);
    if (phase_now(stage->instant, tile) == PHASE_LOOK_BACK && now->look >= 0)
        draw_ways(d, stage->theme, grid,
                  &stage->recording->event[now->look].look, tile);
}

/* ------------------------------------------------------------------- scene */

/* Part of the scene's width that the diagram of decisions takes. */
static double diagram_part(const struct stage *stage)
{
    return stage->view->diagram ? 0.31 : 0;
}

/* Its place at the top of what is seen, as wide as tiles are there. */
static struct box legend_in(const struct stage *stage,
                            const struct sign *signs[FLAGS], int *count)
{
    struct box legend = scene_window(stage->view);

    *count = signs_of_flags(stage->recording, signs);
    legend.w *= 1 - diagram_part(stage) * 1.07;
    legend.h = legend_height(stage->theme, signs, *count, legend.w);
    return legend;
}

/* With zoom, tiles pass below. */
static void draw_flags(struct drawing *d, const struct stage *stage)
{
    const struct sign *signs[FLAGS];
    int count;
    const struct box box = legend_in(stage, signs, &count);

    use_colour(d, COLOUR_PAPER);
    fill_box(d, box);
    draw_legend(d, stage->theme, signs, count, box);
}

/* Below the legend, and a line that has room for arrows. */
static struct grid grid_in(const struct stage *stage, struct box box)
{
    const struct sign *signs[FLAGS];
    int count;
    const double above =
        legend_in(stage, signs, &count).h + stage->theme->text * 0.5;
    const double w = box.w * (1 - diagram_part(stage) * 1.07);

    return grid_of(stage->theme, stage->recording->tiles,
                   (struct box){box.x, box.y + above, w, box.h - above});
}

/* At the right of what is seen: with zoom, tiles pass below. */
static void draw_diagram(struct drawing *d, const struct stage *stage)
{
    const struct box window = scene_window(stage->view);
    const double w = window.w * diagram_part(stage);
    const struct box right = {window.x + window.w - w, window.y, w, window.h};

    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){right.x - w * 0.04, right.y, w * 1.04, right.h});
    draw_decision(d, stage, right);
}

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    const struct grid grid = grid_in(stage, box);
    const int tile =
        tile_in_view(stage->recording, stage->instant, stage->view);

    if (grid.h < grid.pixel)
        draw_spots(d, stage, &grid);
    for (const char *flag = "XAP-"; grid.h >= grid.pixel && *flag; flag++) {
        draw_bodies(d, stage, &grid, *flag);
        if (grid.h >= grid.spot && !has_two_lines(stage, &grid))
            draw_all_letters(d, stage, &grid, *flag);
    }
    for (int k = 0; has_two_lines(stage, &grid) && k < stage->recording->tiles;
         k++) {
        const struct box cell = cell_of(&grid, k);
        if (box_is_seen(d, cell))
            draw_words(d, stage, k, cell);
    }
    if (tile >= 0)
        draw_look(d, stage, &grid, tile);
    draw_flags(d, stage);
    if (stage->view->diagram)
        draw_diagram(d, stage);
}

static int tile_at(const struct stage *stage, struct box box, double x,
                   double y)
{
    const struct grid grid = grid_in(stage, box);
    const int column = (int)floor((x - grid.box.x) / grid.w);
    const int row = (int)floor((y - grid.box.y) / grid.h);
    const long long tile = (long long)row * grid.columns + column;

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
    const struct tile_now *const now = &stage->instant->tile[tile];
    if (t->begin < 0) {
        snprintf(line, bytes, "tile %d: its block has not started", tile);
        return true;
    }
    int used = snprintf(line, bytes, "tile %d: elements %lld to %lld; ", tile,
                        t->begin, t->begin + t->count - 1);

    if (used < 0 || (size_t)used >= bytes)
        return true;
    if (flag_of(stage, tile) == '-')
        snprintf(line + used, bytes - (size_t)used,
                 "it is done and has published nothing");
    else if (now->flag == 'X')
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
    .about = "each tile, what it has published, and which tile looks at which",
    .lacks = scene_lacks_tiles,
    .draw = draw,
    .tile_at = tile_at,
    .tell = tell,
};
