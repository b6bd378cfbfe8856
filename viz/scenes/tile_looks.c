/* tile_looks.c - see tile_looks.h. */
#include "tile_looks.h"
#include "picture.h"
#include "recording/running_sum.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* -------------------------------------------------------------------- ways */

/* Where lines run: above a row, and at the left of a column. */
static double above_row(const struct grid *grid, int tile)
{
    return grid->box.y + tile / grid->columns * grid->h - grid->lift;
}

static double left_of_column(const struct grid *grid, int tile)
{
    return grid->box.x + tile % grid->columns * grid->w;
}

enum { CORNERS = 6 };

/* From a tile that was seen up to the line above its row, along it to the
 * column of the tile that looks, down beside that to its own row, and over to
 * it. How many corners. */
static int way_of(const struct grid *grid, int from, int to,
                  struct point at[CORNERS])
{
    const struct box a = cell_of(grid, from), b = cell_of(grid, to);
    const double end = b.x + b.w / 2, beside = left_of_column(grid, to);
    int n = 0;

    at[n++] = (struct point){a.x + a.w / 2, a.y};
    at[n++] = (struct point){a.x + a.w / 2, above_row(grid, from)};
    if (above_row(grid, from) < above_row(grid, to)) {
        at[n++] = (struct point){beside, above_row(grid, from)};
        at[n++] = (struct point){beside, above_row(grid, to)};
    }
    at[n++] = (struct point){end, above_row(grid, to)};
    at[n++] = (struct point){end, b.y};
    return n;
}

/* So far along it: 0 to 1. */
static struct point along(const struct point *at, int n, double part)
{
    double whole = 0;
    int k = 0;

    for (int i = 1; i < n; i++)
        whole += hypot(at[i].x - at[i - 1].x, at[i].y - at[i - 1].y);
    double left = whole * part;
    for (; k + 2 < n; k++) {
        const double piece =
            hypot(at[k + 1].x - at[k].x, at[k + 1].y - at[k].y);
        if (left <= piece)
            break;
        left -= piece;
    }
    const double piece = hypot(at[k + 1].x - at[k].x, at[k + 1].y - at[k].y);
    const double much = piece > 0 ? fmin(left / piece, 1) : 1;
    return (struct point){at[k].x + (at[k + 1].x - at[k].x) * much,
                          at[k].y + (at[k + 1].y - at[k].y) * much};
}

/* All but the last piece, which all ways to a tile share. */
static void draw_way(struct drawing *d, const struct grid *grid, int from,
                     int to)
{
    struct point at[CORNERS];
    const int n = way_of(grid, from, to, at);

    path_move(d, at[0].x, at[0].y);
    for (int k = 1; k + 1 < n; k++)
        path_line(d, at[k].x, at[k].y);
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

/* ------------------------------------------------------------------ values */

/* Of a look's time: values set out one after the other, and have arrived. */
static const double sets_out = 0.06, arrived = 0.72;

/* The look that is told of, if it is this tile's; -1: all have arrived. */
static int look_on_stage(const struct stage *stage, int tile)
{
    const struct view *const view = stage->view;
    const int stage_event = view->stage;

    return stage_event >= 0 && view->part < arrived &&
                   stage->recording->event[stage_event].kind == EVENT_LOOK &&
                   stage->recording->event[stage_event].tile == tile
               ? stage_event
               : -1;
}

/* How far value k of `count` has come: 0 to 1. */
static double come_so_far(const struct stage *stage, int k, int count)
{
    const double each = (arrived - sets_out) / count;
    const double part =
        fmin(fmax((stage->view->part - sets_out - k * each) / each, 0), 1);

    return part * part * (3 - 2 * part);
}

/* The terms of the tile's look-back, and how many of them have arrived. */
static int terms_now(const struct stage *stage, int tile,
                     struct term terms[MOST_TERMS], int *have_arrived)
{
    const int look =
        look_back_newest(stage->recording, stage->instant->event, tile);
    const int on_stage = look_on_stage(stage, tile);
    const int count =
        look < 0 ? 0 : look_back_terms(stage->recording, look, terms);
    int fresh = 0;

    for (int k = 0; k < count; k++)
        fresh += terms[k].is_new;
    *have_arrived = count;
    for (int k = 0; on_stage >= 0 && on_stage == look && k < fresh; k++)
        *have_arrived -= come_so_far(stage, k, fresh) < 1;
    return count;
}

/* A value in a box, on its way. */
static void draw_token(struct drawing *d, const struct stage *stage,
                       const struct term *term, struct point at)
{
    const double size = fmax(stage->theme->text, stage->theme->least);
    const enum colour colour = term->is_prefix ? COLOUR_P : COLOUR_A;
    const double w = text_width(stage->theme, term->value, size) + size;
    const struct box box = {at.x - w / 2, at.y - size * 0.75, w, size * 1.5};

    use_colour(d, colour);
    fill_box(d, box);
    use_colour(d, COLOUR_INK);
    stroke_box(d, box, stage->theme->line * 1.2);
    use_ink_on(d, colour);
    draw_text(d, term->value, size, at.x, at.y, 0.5, 0);
}

static void draw_values(struct drawing *d, const struct stage *stage,
                        const struct grid *grid, int tile)
{
    struct term terms[MOST_TERMS];
    int have_arrived, fresh = 0, k = 0;

    if (look_on_stage(stage, tile) < 0 ||
        !grid_has_two_lines(stage->theme, grid))
        return;
    const int count = terms_now(stage, tile, terms, &have_arrived);
    for (int i = 0; i < count; i++)
        fresh += terms[i].is_new;
    for (int i = count - fresh; i < count; i++, k++) {
        struct point at[CORNERS];
        const double part = come_so_far(stage, k, fresh);
        const int n = way_of(grid, terms[i].tile, tile, at);
        if (part > 0 && part < 1)
            draw_token(d, stage, &terms[i], along(at, n, part));
    }
}

/* ---------------------------------------------------------------- brackets */

/* Below tiles from..to of one row, with a value. */
static void draw_bracket(struct drawing *d, const struct stage *stage,
                         const struct grid *grid, const struct term *term,
                         int from)
{
    const struct theme *const theme = stage->theme;
    const struct box a = cell_of(grid, from), b = cell_of(grid, term->tile);
    const double y = b.y + b.h + theme->text * 0.9, up = theme->text * 0.4;
    const double left = a.x, right = b.x + b.w;
    const double middle = (left + right) / 2, size = theme->text;
    char words[TERM_BYTES + 8];

    snprintf(words, sizeof words, "%s%s", term->is_prefix ? "P " : "A ",
             term->value);
    use_colour(d, COLOUR_INK);
    use_width(d, theme->line * 1.5);
    path_move(d, left, y - up);
    path_line(d, left, y);
    path_line(d, right, y);
    path_line(d, right, y - up);
    path_stroke(d);
    draw_whole(d, words, size, middle, y + size * 0.75, 0.5, right - left);
}

/* Which tiles each part of the sum comes from: a prefix covers all before. */
static void draw_brackets(struct drawing *d, const struct stage *stage,
                          const struct grid *grid, int tile)
{
    struct term terms[MOST_TERMS];
    int have_arrived;

    if (!grid->one_row)
        return;
    const int count = terms_now(stage, tile, terms, &have_arrived);
    for (int k = 0; k < have_arrived && k < count; k++)
        draw_bracket(d, stage, grid, &terms[k],
                     terms[k].is_prefix ? 0 : terms[k].tile);
}

/* Tiles in view are framed. */
void draw_look(struct drawing *d, const struct stage *stage,
               const struct grid *grid, int tile)
{
    const struct tile_now *const now = &stage->instant->tile[tile];
    const struct box cell = cell_of(grid, tile);

    use_colour(d, COLOUR_INK);
    frame_cell(d, grid, cell, stage->theme->line * 3);
    if (phase_now(stage->instant, tile) != PHASE_LOOK_BACK || now->look < 0)
        return;
    draw_ways(d, stage->theme, grid, &stage->recording->event[now->look].look,
              tile);
    draw_brackets(d, stage, grid, tile);
    draw_values(d, stage, grid, tile);
}

/* --------------------------------------------------------------------- sum */

enum { MOST_WITH_SUM = 256 }; /* tiles: cells of more show no values */

double sum_height(const struct stage *stage)
{
    return stage->recording->first_end >= 0 &&
                   stage->recording->tiles <= MOST_WITH_SUM
               ? stage->theme->text * 2
               : 0;
}

/* "; P = 77 + 5 = 82", once it is published. */
static void add_published(const struct stage *stage, int tile,
                          const struct term *last, char *line, size_t bytes)
{
    const char *const own = stage->recording->tile[tile].a;
    const char *const prefix = stage->instant->tile[tile].prefix;
    const size_t used = strlen(line);

    if (prefix && own && last->sum[0] && look_back_adds(stage->recording))
        snprintf(line + used, bytes - used, ";   P = %s + its own %s = %s",
                 last->sum, own, prefix);
    else if (prefix)
        snprintf(line + used, bytes - used, ";   P = %s", prefix);
}

/* The end of a long sum is what matters: "... = 33, + 5 = 38". */
static void shorten_front(const struct theme *theme, char *line, double size,
                          double most)
{
    char *from = line;

    for (char *comma = line; text_width(theme, from, size) > most;) {
        comma = strstr(comma + 1, ", ");
        if (!comma)
            break;
        from = comma;
        if (from - line >= 4)
            memcpy(from -= 3, "...", 3);
    }
    memmove(line, from, strlen(from) + 1);
}

void draw_sum(struct drawing *d, const struct stage *stage, int tile,
              struct box box)
{
    const struct theme *const theme = stage->theme;
    const double size = theme->text * 1.15;
    struct term terms[MOST_TERMS];
    char line[4096], name[40];
    int have_arrived;
    const int count = terms_now(stage, tile, terms, &have_arrived);

    if (count == 0)
        return;
    snprintf(name, sizeof name, "tile %d adds up:", tile);
    if (!look_back_adds(stage->recording))
        snprintf(name, sizeof name, "tile %d takes in:", tile);
    const double left =
        fmin(text_width(theme, name, size) + size, box.w * 0.35);
    const double y = box.y + box.h / 2;
    look_back_sum(stage->recording, terms, have_arrived, line,
                  sizeof line - 100);
    if (have_arrived == count)
        add_published(stage, tile, &terms[count - 1], line, sizeof line);
    shorten_front(theme, line, size, box.w - left);
    use_colour(d, COLOUR_INK);
    draw_text(d, name, size, box.x, y, 0, left);
    draw_text(d, line, size, box.x + left, y, 0, box.w - left);
}
