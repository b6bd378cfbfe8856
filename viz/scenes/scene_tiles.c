/* scene_tiles.c - tiles with their flags, and one look at a time.
 *
 *     | 0    | 1    | 2    | 3    |
 *     |  P   |  P   |  A   |  X   |     the flag published
 *     |  42  |  77  |  30  | load |     its value, or the phase
 *
 * A tile that is looked at is framed; a line leads from it to an arrow at the tile
 * that looks. Below is the sum that it has added up so far: tile_looks.h.
 */
#include "decision.h"
#include "picture.h"
#include "signs.h"
#include "tile_looks.h"
#include "traffic.h"
#include "recording/running_sum.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The part of an event's time in which a flag changes. */
static const double wiped = 0.4;

/* The tile whose flag is about to change, or -1. */
static int changing_tile(const struct stage *stage)
{
    const struct view *const view = stage->view;

    return view->stage >= 0 && view->part < wiped &&
                   stage->recording->event[view->stage].kind == EVENT_PUBLISH
               ? stage->recording->event[view->stage].tile
               : -1;
}

/* The flag that the tile shows once all events so far are drawn. */
static char new_flag_of(const struct stage *stage, int tile)
{
    const char flag = stage->instant->tile[tile].flag;

    if (flag == 'P' && stage->recording->tile[tile].right_p)
        return '!';
    return flag == 'X' && recording_flag(stage->recording, tile,
                                         stage->instant->at) == '-'
               ? '-'
               : flag;
}

static char flag_of(const struct stage *stage, int tile)
{
    const char flag = new_flag_of(stage, tile);

    if (tile != changing_tile(stage))
        return flag;
    return strchr("P!", flag) && stage->instant->tile[tile].aggregate ? 'A'
                                                                      : 'X';
}

static enum colour colour_of(char flag)
{
    return sign_of_flag(flag)->colour;
}

/* Many tiles: an image with a pixel for each, stretched. */
static void draw_spots(struct drawing *d, const struct stage *stage,
                       const struct grid *grid)
{
    const int tiles = grid->tiles;
    const int rows = (tiles + grid->columns - 1) / grid->columns;
    uint32_t *const pixel = draw_image(
        d, grid->columns, rows,
        (struct box){grid->box.x, grid->box.y, grid->w, grid->h}, grid->h < 1);

    for (int k = 0; pixel && k < tiles; k++)
        pixel[k] = 0xff000000 |
                   colour_rgb(stage->theme->dark, colour_of(flag_of(stage, k)));
}

/* The look of a flag without its letter: P fills the cell, A the lower half, X is a
 * spot, and a tile that never publishes is a line. */
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

/* All tiles with this flag, or `only` one, each smaller by an edge, as one
 * path. */
static void add_bodies(struct drawing *d, const struct stage *stage,
                       const struct grid *grid, char flag, int only,
                       double edge)
{
    for (int k = grid->first; k < grid->first + grid->tiles; k++) {
        const struct box cell = cell_of(grid, k);
        if ((only < 0 ? flag_of(stage, k) != flag : k != only) ||
            !box_is_seen(d, cell))
            continue;
        const struct box body =
            snap_box(grid->h < grid->spot ? spot_of(cell, flag) : cell);
        add_box(d, (struct box){body.x + edge, body.y + edge, body.w - 2 * edge,
                                body.h - 2 * edge});
    }
}

/* X, and tiles that never publish, are pale, so they have an edge. */
static void draw_bodies(struct drawing *d, const struct stage *stage,
                        const struct grid *grid, char flag, int only)
{
    const struct theme *const theme = stage->theme;
    const bool is_bare = flag == 'X' || flag == '-';
    const double edge = fmax(round(fmin(theme->line, grid->h * 0.05)), 1);

    use_colour(d, is_bare ? COLOUR_FAINT : colour_of(flag));
    add_bodies(d, stage, grid, flag, only, 0);
    path_fill(d);
    if (!is_bare || grid->h < grid->spot)
        return;
    use_colour(d, colour_of(flag));
    add_bodies(d, stage, grid, flag, only, edge);
    path_fill_keep(d);
    use_colour(d, COLOUR_FAINT);
    if (flag == 'X' && grid_has_two_lines(theme, grid))
        hatch_path(d, HATCH_RISING, grid->h / 7, theme->line * 0.5);
    path_new(d);
}

/* ------------------------------------------------------------------- words */

/* The tile's phase, in its corner. */
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
        return stage->instant->at < t->from                     ? "later"
               : stage->instant->tile[tile].phase == PHASE_NONE ? "runs"
                                                                : "";
    return t->unfinished ? "not done" : "done";
}

/* The colour for letters on a cell. */
static void use_ink_of(struct drawing *d, char flag)
{
    use_ink_on(d, colour_of(flag));
}

static char letter_of(char flag)
{
    return flag == '!' ? 'P' : flag;
}

static const char *value_of(const struct tile_now *now, char flag)
{
    return strchr("P!", flag) ? now->prefix
           : flag == 'A'      ? now->aggregate
                              : NULL;
}

/* A wall before the first element of each segment: no sum crosses it. */
static void draw_walls(struct drawing *d, const struct stage *stage,
                       const struct tile *t, struct box cell, double w)
{
    const char *heads = stage->recording->heads;

    if (!heads || recording_value(heads, (int)t->begin, &heads) < 1)
        return;
    const double thick = fmax(stage->theme->line * 2, 3);
    for (int k = 0; k < t->count && heads; k++) {
        const struct box wall = snap_box(
            (struct box){cell.x + cell.w * 0.04 + k * w - thick * 0.8,
                         cell.y + cell.h * 0.76, thick, cell.h * 0.24});
        if (*heads != '0') {
            use_colour(d, COLOUR_PAPER);
            fill_box(
                d, (struct box){wall.x - thick / 2, wall.y, thick * 2, wall.h});
            use_colour(d, COLOUR_WARN);
            fill_box(d, wall);
        }
        heads = strchr(heads, '\n');
        heads += heads != NULL;
    }
}

/* Its elements as bars, at the foot of its cell. */
static void draw_element_bars(struct drawing *d, const struct stage *stage,
                              int tile, struct box cell)
{
    const struct recording *const r = stage->recording;
    const struct tile *const t = &r->tile[tile];
    const char *const values = r->input ? r->input : r->heads ? r->given : NULL;
    const char *at;
    double most = 1;

    if (!values || t->begin < 0 || t->count < 1 || t->count > cell.w / 2 ||
        recording_value(values, (int)t->begin, &at) < 1)
        return;
    const double w = cell.w * 0.92 / (double)t->count;
    for (int pass = 0; pass < 2; pass++) {
        const char *value = at;
        for (int k = 0; k < t->count && value; k++) {
            const double size = fabs((double)strtoll(value, NULL, 10));
            const double h = cell.h * 0.16 * size / most;
            most = pass == 0 ? fmax(most, size) : most;
            if (pass > 0)
                add_box(d,
                        (struct box){cell.x + cell.w * 0.04 + k * w,
                                     cell.y + cell.h * 0.97 - h, w * 0.8, h});
            value = strchr(value, '\n');
            value += value != NULL;
        }
    }
    path_fill(d);
    draw_walls(d, stage, t, cell, w);
}

/* "waits for 13", on two lines if it is too wide. Returns whether one more line fits
 * below. */
static bool draw_doing(struct drawing *d, const struct stage *stage,
                       const char *doing, double size, struct box cell)
{
    const double x = cell.x + cell.w / 2, wide = cell.w * 0.92;
    const double least = stage->theme->least;
    const char *const space = strchr(doing, ' ');
    const bool roomy = cell.h >= 8 * least;
    char first[24] = "";

    if (!space || text_width(stage->theme, doing, size) <= wide ||
        cell.h < 6.2 * least) {
        draw_whole(d, doing, size, x, cell.y + cell.h * 0.71, 0.5, wide);
        return true;
    }
    snprintf(first, sizeof first, "%.*s", (int)(space - doing), doing);
    draw_whole(d, first, size, x, cell.y + cell.h * (roomy ? 0.65 : 0.71), 0.5,
               wide);
    draw_whole(d, space + 1, size, x, cell.y + cell.h * (roomy ? 0.78 : 0.88),
               0.5, wide);
    return roomy;
}

/* Whether to show the tile's block: its number is not the tile's, and it matters. */
static bool shows_block(const struct stage *stage, int tile)
{
    const struct tile *const t = &stage->recording->tile[tile];

    return t->block >= 0 && t->block != tile &&
           !stage->recording->hides_blocks && stage->instant->at >= t->from;
}

/* "77 before": its look-back is done, and it will publish no P. */
static void say_before(const struct stage *stage, int tile, char *words,
                       size_t bytes)
{
    const struct recording *const r = stage->recording;
    struct term terms[MAX_TERMS];
    const int count =
        r->first_p < 0 && stage->instant->tile[tile].look >= 0
            ? look_back_terms(r, stage->instant->tile[tile].look, terms)
            : 0;

    if (count == tile && count > 0 && terms[count - 1].sum[0])
        snprintf(words, bytes, "%s before", terms[count - 1].sum);
}

/* A cell of a row: also what its tile is doing, and its elements. */
static void draw_high_words(struct drawing *d, const struct stage *stage,
                            int tile, char flag, struct box cell)
{
    const char letter[] = {letter_of(flag), 0};
    const char *const value = value_of(&stage->instant->tile[tile], flag);
    const struct tile *const t = &stage->recording->tile[tile];
    const double middle = cell.x + cell.w / 2, wide = cell.w * 0.92;
    const double small = fmin(stage->theme->small, cell.h * 0.13);
    const double number = fmin(cell.h * 0.175, stage->theme->text * 1.5);
    const int waits = waits_for(stage, tile);
    char words[TERM_BYTES + 20];

    /* The same for all cells of a row. */
    snprintf(words, sizeof words, "tile %d", stage->recording->tiles - 1);
    const bool roomy = text_width(stage->theme, words, number) <= wide;
    snprintf(words, sizeof words, "%s%d", roomy ? "tile " : "", tile);
    use_ink_of(d, flag);
    draw_whole(d, words, number, middle, cell.y + cell.h * 0.085, 0.5, wide);
    if (recording_has_flags(stage->recording))
        draw_text(d, letter, cell.h * 0.25, middle, cell.y + cell.h * 0.29, 0.5,
                  0);
    if (value)
        draw_whole(d, value, cell.h * 0.19, middle, cell.y + cell.h * 0.50, 0.5,
                   wide);
    else if (shows_block(stage, tile) && wide > small * 3.4) {
        snprintf(words, sizeof words, "block %d", t->block);
        draw_text(d, words, small, middle, cell.y + cell.h * 0.50, 0.5, wide);
    }
    snprintf(words, sizeof words, "%s", doing_of(stage, tile));
    if (value && stage->recording->stops > 0 && shows_block(stage, tile))
        snprintf(words, sizeof words, "block %d", t->block);
    else if (flag == '!')
        snprintf(words, sizeof words, "not %s", t->right_p);
    else if (waits >= 0)
        snprintf(words, sizeof words, "waits for %d", waits);
    else
        say_before(stage, tile, words, sizeof words);
    if (!draw_doing(d, stage, words, small, cell))
        return;
    if (t->elements)
        draw_whole(d, t->elements, small * 0.95, middle,
                   cell.y + cell.h * 0.905, 0.5, wide);
    else
        draw_element_bars(d, stage, tile, cell);
}

/* The tile's number and phase, its flag, its value: those that are large enough to
 * read. */
static void draw_words(struct drawing *d, const struct stage *stage, int tile,
                       char flag, struct box cell)
{
    const struct theme *const theme = stage->theme;
    const char letter[] = {
        recording_has_flags(stage->recording) ? letter_of(flag) : '\0', 0};
    const char *const value = value_of(&stage->instant->tile[tile], flag);
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

static void draw_cell_words(struct drawing *d, const struct stage *stage,
                            const struct grid *grid, int tile, char flag)
{
    if (grid->is_row)
        draw_high_words(d, stage, tile, flag, cell_of(grid, tile));
    else
        draw_words(d, stage, tile, flag, cell_of(grid, tile));
}

/* Cells with room only for their letters, all in one go. */
static void draw_all_letters(struct drawing *d, const struct stage *stage,
                             const struct grid *grid, char flag)
{
    struct point *const at = calloc((size_t)grid->tiles + 1, sizeof *at);
    const double size = fmax(stage->theme->least, (grid->h - grid->gap) * 0.75);
    int count = 0;

    for (int k = grid->first; at && k < grid->first + grid->tiles; k++) {
        const struct box cell = cell_of(grid, k);
        if (flag_of(stage, k) != flag || !box_is_seen(d, cell))
            continue;
        at[count++] = (struct point){cell.x + cell.w / 2, cell.y + cell.h / 2};
    }
    use_ink_of(d, flag);
    if (count > 0)
        draw_letters(d, letter_of(flag), size, at, count);
    free(at);
}

/* ------------------------------------------------------------------- scene */

/* Part of the scene's width that the diagram of decisions takes. */
static double diagram_part(const struct stage *stage)
{
    return stage->view->diagram ? 0.31 : 0;
}

/* The place of the legend at the top of the visible part, as wide as the tiles. */
static struct box legend_in(const struct stage *stage,
                            const struct sign *signs[MAX_SIGNS], int *count)
{
    struct box legend = scene_window(stage->view);

    *count = signs_of_flags(stage->recording, signs);
    legend.w *= 1 - diagram_part(stage) * 1.07;
    legend.h = legend_height(stage->theme, signs, *count, legend.w);
    return legend;
}

/* With zoom, tiles move below it. */
static void draw_flags(struct drawing *d, const struct stage *stage)
{
    const struct sign *signs[MAX_SIGNS];
    int count;
    const struct box box = legend_in(stage, signs, &count);

    struct box below = box;

    below.y += box.h;
    below.h = traffic_height(stage->theme, stage->recording);
    use_colour(d, COLOUR_PAPER);
    fill_box(d, box);
    draw_legend(d, stage->theme, signs, count, box);
    if (below.h > 0) {
        use_colour(d, COLOUR_PAPER);
        fill_box(d, below);
        draw_traffic(d, stage, below);
    }
}

/* Below the legend. */
static struct tile_places places_in(const struct stage *stage, struct box box)
{
    const struct sign *signs[MAX_SIGNS];
    int count;
    const double above = legend_in(stage, signs, &count).h +
                         stage->theme->text * 0.5 +
                         traffic_height(stage->theme, stage->recording);
    const double w = box.w * (1 - diagram_part(stage) * 1.07);

    return places_of(
        stage->theme, stage->recording->tiles, stage->recording->looks,
        tile_in_view(stage->recording, stage->instant, stage->view),
        (struct box){box.x, box.y + above, w, box.h - above});
}

/* At the right of the visible part: with zoom, tiles move below it. */
static void draw_diagram(struct drawing *d, const struct stage *stage)
{
    const struct box window = scene_window(stage->view);
    const double w = window.w * diagram_part(stage);
    const struct box right = {window.x + window.w - w, window.y, w, window.h};

    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){right.x - w * 0.04, right.y, w * 1.04, right.h});
    draw_decision(d, stage, right);
}

/* The new flag rises from below over the old one. */
static void draw_change(struct drawing *d, const struct stage *stage,
                        const struct grid *grid)
{
    const int tile = changing_tile(stage);

    if (tile < 0 || !grid_has(grid, tile) || grid->h < grid->pixel)
        return;
    const struct box cell = cell_of(grid, tile);
    const double h = cell.h * stage->view->part / wiped;
    const char flag = new_flag_of(stage, tile);
    drawing_clip(d, (struct box){cell.x, cell.y + cell.h - h, cell.w, h}, 0);
    draw_bodies(d, stage, grid, flag, tile);
    if (grid_has_two_lines(stage->theme, grid))
        draw_cell_words(d, stage, grid, tile, flag);
    drawing_clip_end(d);
}

static void draw_tiles(struct drawing *d, const struct stage *stage,
                       const struct grid *grid)
{
    const bool two_lines = grid_has_two_lines(stage->theme, grid);

    if (grid->h < grid->pixel)
        draw_spots(d, stage, grid);
    for (const char *flag = "XAP!-"; grid->h >= grid->pixel && *flag; flag++) {
        draw_bodies(d, stage, grid, *flag, -1);
        if (grid->h >= grid->spot && !two_lines)
            draw_all_letters(d, stage, grid, *flag);
    }
    for (int k = grid->first; two_lines && k < grid->first + grid->tiles; k++)
        if (box_is_seen(d, cell_of(grid, k)))
            draw_cell_words(d, stage, grid, k, flag_of(stage, k));
    draw_change(d, stage, grid);
}

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    const struct tile_places places = places_in(stage, box);
    const int tile =
        tile_in_view(stage->recording, stage->instant, stage->view);

    if (places.all.tiles > 0) {
        draw_tiles(d, stage, &places.all);
        if (tile >= 0)
            frame_taken(d, stage, &places.all, tile);
    }
    if (places.row.tiles > 0) {
        draw_tiles(d, stage, &places.row);
        if (tile >= 0)
            draw_look(d, stage, &places.row, tile);
    }
    draw_flags(d, stage);
    if (stage->view->diagram)
        draw_diagram(d, stage);
}

static int tile_at(const struct stage *stage, struct box box, double x,
                   double y)
{
    const struct tile_places places = places_in(stage, box);
    const int tile = grid_tile_at(&places.row, x, y);

    return tile >= 0 ? tile : grid_tile_at(&places.all, x, y);
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
                 "done, with nothing published");
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
    .about = "each tile with its flag, and which tile looks at which",
    .lacks = scene_lacks_tiles,
    .draw = draw,
    .tile_at = tile_at,
    .tell = tell,
};
