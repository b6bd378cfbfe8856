/* tile_looks.c - see tile_looks.h. */
#include "tile_looks.h"
#include "picture.h"
#include "recording/running_sum.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* -------------------------------------------------------------------- ways */

/* Where lines run. */
static double above_row(const struct grid *row)
{
    return row->box.y - row->lift;
}

enum { CORNERS = 4 };

/* A line from a tile that was seen up to the line above the row, along it, and down to
 * the tile that looks; if the tile is not in the row, from its edge. Returns the number
 * of corners. */
static int way_of(const struct grid *row, int from, int to,
                  struct point at[CORNERS])
{
    const struct box b = cell_of(row, to);
    const double end = b.x + b.w / 2, y = above_row(row);
    int n = 0;

    if (grid_has(row, from)) {
        const struct box a = cell_of(row, from);
        at[n++] = (struct point){a.x + a.w / 2, a.y};
        at[n++] = (struct point){a.x + a.w / 2, y};
    } else {
        at[n++] = (struct point){row->box.x, y};
    }
    at[n++] = (struct point){end, y};
    at[n++] = (struct point){end, b.y};
    return n;
}

/* The point at a part of the line: 0 to 1. */
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

/* All pieces except the last, which all lines to a tile share. */
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

static enum colour colour_of_flag(char flag)
{
    return flag == 'P' ? COLOUR_P : flag == 'A' ? COLOUR_A : COLOUR_X;
}

/* A dot where a line begins; a ring if that tile had published nothing. */
static void draw_start(struct drawing *d, const struct theme *theme,
                       const struct grid *grid, int from, char flag)
{
    const struct box cell = cell_of(grid, from);
    const double dot = fmin(theme->line * 3.2, grid->gap * 0.4);

    use_colour(d, flag == 'X' ? COLOUR_WARN : COLOUR_INK);
    frame_cell(d, grid, cell, theme->line * 1.6);
    path_new(d);
    path_arc(d, cell.x + cell.w / 2, cell.y - (grid->is_row ? dot : 0), dot, 0,
             2 * M_PI);
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

/* "A 9": each flag that a look read, and its value, above its line; the tile itself may
 * have published more since. */
static void draw_read(struct drawing *d, const struct stage *stage,
                      const struct grid *row, const struct look *look)
{
    const double size = stage->theme->small, h = size * 1.4;
    char words[TERM_BYTES + 4];

    for (int k = 0; row->reads && look->flags[k]; k++) {
        const char flag = look->flags[k];
        const char *value = "";
        const int bytes = recording_value(look->values, k, &value);
        if (flag == '.' || !grid_has(row, look->first - k))
            continue;
        const struct box cell = cell_of(row, look->first - k);
        snprintf(words, sizeof words, "%c%s%.*s", flag, bytes > 0 ? " " : "",
                 look->is_stale                    ? 1
                 : bytes > 0 && bytes < TERM_BYTES ? bytes
                                                   : 0,
                 look->is_stale ? "?" : value);
        const double w =
            fmin(text_width(stage->theme, words, size) + size, cell.w);
        /* A moving value passes below it. */
        const double y =
            above_row(row) - read_height(stage->theme) + size * 0.2;
        const struct box box = {cell.x + (cell.w - w) / 2, y, w, h};
        use_colour(d, colour_of_flag(flag));
        fill_box(d, box);
        use_colour(d, COLOUR_INK);
        stroke_box(d, box, stage->theme->line * 0.6);
        use_ink_on(d, colour_of_flag(flag));
        draw_whole(d, words, size, box.x + w / 2, box.y + h / 2, 0.5, cell.w);
    }
}

/* All lines to the tile that looks. While a question is on the screen they do not end
 * at the first P, since that is the question. */
static void draw_ways(struct drawing *d, const struct stage *stage,
                      const struct grid *grid, const struct look *look, int to)
{
    const struct theme *const theme = stage->theme;
    const bool asks = stage->view->asks >= 0 && stage->view->asks % 2 == 0;
    const struct box cell = cell_of(grid, to);
    const double line = fmin(theme->line * 1.8, fmax(grid->gap * 0.3, 1));
    const double head = fmax(line * 4.5, theme->text * 0.4);
    const double x = cell.x + cell.w / 2;

    for (int pass = 0; pass < 2; pass++) {
        for (int k = 0; look->flags[k] && look->first - k >= 0; k++) {
            const char flag = look->flags[k];
            if (flag != '.' && pass == 0)
                draw_way(d, grid, look->first - k, to);
            else if (flag != '.' && grid_has(grid, look->first - k))
                draw_start(d, theme, grid, look->first - k, flag);
            if (flag == 'P' && !asks)
                break; /* nothing further back matters */
        }
        if (pass > 0)
            continue;
        use_colour(d, COLOUR_INK);
        use_width(d, line);
        use_round_joins(d, true);
        path_stroke(d);
        path_move(d, x, above_row(grid));
        path_line(d, x, cell.y - (grid->is_row ? head * 0.5 : -head * 0.2));
        path_stroke(d);
    }
    use_colour(d, COLOUR_INK);
    draw_head_of_arrow(d, x,
                       grid->is_row ? cell.y - theme->line
                                    : cell.y + fmax(head - grid->gap / 2, 0),
                       M_PI / 2, head);
    draw_read(d, stage, grid, look);
}

/* ------------------------------------------------------------------ values */

/* Parts of a look's time: values start one after the other, and all have arrived. */
static const double sets_out = 0.06, arrived = 0.72;

/* The look being explained, if it is this tile's; -1: all values have arrived. */
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

/* How far value k of `count` has moved: 0 to 1. */
static double come_so_far(const struct stage *stage, int k, int count)
{
    const double each = (arrived - sets_out) / count;
    const double part =
        fmin(fmax((stage->view->part - sets_out - k * each) / each, 0), 1);

    return part * part * (3 - 2 * part);
}

/* The terms of the tile's look-back, and how many of them have arrived. */
static int terms_now(const struct stage *stage, int tile,
                     struct term terms[MAX_TERMS], int *have_arrived)
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

static enum colour colour_of_term(const struct term *term)
{
    return term->is_stale ? COLOUR_WARN : term->is_prefix ? COLOUR_P : COLOUR_A;
}

/* A moving value in a box. */
static void draw_token(struct drawing *d, const struct stage *stage,
                       const struct term *term, struct point at)
{
    const double size = fmax(stage->theme->text, stage->theme->least);
    const enum colour colour = colour_of_term(term);
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
    struct term terms[MAX_TERMS];
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
        if (part > 0 && part < 1) /* along the line: no number is hidden */
            draw_token(d, stage, &terms[i], along(at + n - 3, 2, part));
    }
}

/* -------------------------------------------------------------------- bars */

/* A bar over tiles from..to, with a number. */
struct tiles_bar {
    int lane, from, to;
    enum colour colour;
};

static void draw_bar(struct drawing *d, const struct theme *theme,
                     const struct grid *row, const struct tiles_bar *bar,
                     const char *words)
{
    const double h = lane_height(theme), y = lane_top(theme, row, bar->lane);
    const double left =
        grid_has(row, bar->from) ? cell_of(row, bar->from).x : row->box.x;

    if (bar->to < row->first)
        return;
    const struct box b = cell_of(row, bar->to);
    const struct box box = {left, y, b.x + b.w - left, h};
    use_colour(d, bar->colour);
    fill_box(d, box);
    use_colour(d, COLOUR_INK);
    if (bar->colour == COLOUR_PAPER)
        stroke_box(d, box, theme->line * 1.6);
    if (bar->from == 0 && row->first == 0 && bar->colour != COLOUR_A)
        fill_box(d, (struct box){left, y, theme->line * 4, h});
    use_ink_on(d, bar->colour);
    draw_whole(d, words, theme->text, left + box.w / 2, y + h / 2, 0.5,
               box.w - theme->line * 10);
}

/* "20 + 9 + 7 = 36", in the order of the array; only the sum if there is not enough
 * room. */
static void say_sum(const struct stage *stage, const struct term *terms,
                    int count, double room, char *out, size_t bytes)
{
    const char *const sum = terms[count - 1].sum;
    size_t used = 0;

    *out = '\0';
    for (int k = count - 1; count > 1 && k >= 0 && used < bytes; k--) {
        const int more = snprintf(out + used, bytes - used, "%s%s",
                                  terms[k].value, k > 0 ? " + " : " = ");
        used += more > 0 ? (size_t)more : 0;
    }
    if (used < bytes)
        snprintf(out + used, bytes - used, "%s", sum);
    if (!sum[0] || !look_back_adds(stage->recording) ||
        text_width(stage->theme, out, stage->theme->text) > room)
        snprintf(out, bytes, "%s", sum);
}

static int tile_of_element(const struct recording *r, long long element)
{
    int tile = 0;

    while (tile + 1 < r->tiles && r->tile[tile + 1].begin >= 0 &&
           r->tile[tile + 1].begin <= element)
        tile++;
    return tile;
}

/* The first tile that the tile's prefix covers: that of the array, or of the segment
 * in which the tile ends. */
static int prefix_from(const struct recording *r, int tile)
{
    const long long end = r->tile[tile].begin + r->tile[tile].count;
    const char *head = r->heads;
    int from = 0;

    for (long long k = 0; head && k < end; k++) {
        if (*head != '0')
            from = tile_of_element(r, k);
        head = strchr(head, '\n');
        head += head != NULL;
    }
    return from;
}

/* "P = 36 + 5 = 41", once it is published. */
static void draw_published(struct drawing *d, const struct stage *stage,
                           const struct grid *row, int tile,
                           const struct term *last)
{
    const char *const own = stage->recording->tile[tile].a;
    const char *const prefix = stage->instant->tile[tile].prefix;
    char words[4 * TERM_BYTES];

    if (!prefix)
        return;
    if (own && last->sum[0] && look_back_adds(stage->recording))
        snprintf(words, sizeof words, "P = %s + %s = %s", last->sum, own,
                 prefix);
    else
        snprintf(words, sizeof words, "P %s", prefix);
    draw_bar(d, stage->theme, row,
             &(struct tiles_bar){
                 2, prefix_from(stage->recording, tile), tile,
                 stage->recording->tile[tile].right_p ? COLOUR_WARN : COLOUR_P},
             words);
}

/* If values are not recorded: the tiles that it has taken in. */
static void draw_reach(struct drawing *d, const struct stage *stage,
                       const struct grid *row, int tile)
{
    const struct recording *const r = stage->recording;
    const int newest = look_back_newest(r, stage->instant->event, tile);
    int event = newest;
    char words[48];

    while (event >= 0 && r->event[event].look.taken == 0)
        event = r->event[event].look.before;
    if (event < 0)
        return;
    const struct look *const look = &r->event[event].look;
    const int from = look->ends ? 0 : look->first - look->taken + 1;
    snprintf(words, sizeof words, "tile%s %d", from == tile - 1 ? "" : "s",
             from);
    if (from < tile - 1)
        snprintf(words + strlen(words), sizeof words - strlen(words), " to %d",
                 tile - 1);
    draw_bar(d, stage->theme, row,
             &(struct tiles_bar){0, from, tile - 1, COLOUR_PAPER}, words);
}

/* --------------------------------------------------------------------- ops */

enum { MAX_OPS = 1 << 14 }; /* a trace has them up to n = 1024 */

/* Whether an op belongs to the tile's look-back: it is on elements before the tile. */
static const struct op *op_before(const struct recording *r, int event,
                                  int tile)
{
    const struct event *const e = &r->event[event];

    return e->kind == EVENT_OP && e->tile == tile && r->tile[tile].begin > 0 &&
                   e->op.low >= 0 && e->op.high < r->tile[tile].begin
               ? &e->op
               : NULL;
}

/* Each op of the look-back as a bar over the tiles that it joins, in the row of its
 * depth: a chain has as many rows as ops, a tree fewer. False: no op is recorded, or
 * rows would be too low. */
static bool draw_ops(struct drawing *d, const struct stage *stage,
                     const struct grid *row, int tile)
{
    const struct recording *const r = stage->recording;
    const double top = lane_top(stage->theme, row, 1);
    int least = INT_MAX, most = 0;

    if (r->ops == 0 || r->ops > MAX_OPS)
        return false;
    for (int i = 0; i < r->events; i++) {
        const struct op *const op = op_before(r, i, tile);
        least = op && op->depth < least ? op->depth : least;
        most = op && op->depth > most ? op->depth : most;
    }
    const struct box window = scene_window(stage->view);
    const double lane = lane_height(stage->theme) * 1.2;
    const double room = fmin(4 * lane, window.y + window.h - top);
    const double h = fmin(lane, room / (most - least + 1.0));
    if (most == 0 || h < 7)
        return false;
    for (int i = 0; i <= stage->instant->event; i++) {
        const struct op *const op = op_before(r, i, tile);
        const int from = op ? tile_of_element(r, op->low) : -1;
        const int to = op ? tile_of_element(r, op->high) : -1;
        if (!op || !grid_has(row, from) || !grid_has(row, to))
            continue;
        const struct box a = cell_of(row, from), b = cell_of(row, to);
        const struct box box = snap_box((struct box){
            a.x, top + (op->depth - least) * h, b.x + b.w - a.x, h * 0.8});
        use_colour(d, COLOUR_SCAN);
        fill_box(d, box);
        use_colour(d, COLOUR_INK);
        stroke_box(d, box, stage->theme->line * 0.5);
        use_ink_on(d, COLOUR_SCAN);
        if (op->value && h * 0.8 >= stage->theme->least)
            draw_whole(d, op->value, fmin(stage->theme->text, h * 0.7),
                       box.x + box.w / 2, box.y + box.h / 2, 0.5, box.w * 0.9);
    }
    return true;
}

/* The tiles that each part of the sum covers: a prefix covers all tiles before it too. */
static void draw_bars(struct drawing *d, const struct stage *stage,
                      const struct grid *row, int tile)
{
    struct term terms[MAX_TERMS];
    char words[1024];
    int come;
    const int count = terms_now(stage, tile, terms, &come);

    for (int k = 0; k < come; k++)
        draw_bar(d, stage->theme, row,
                 &(struct tiles_bar){
                     0,
                     terms[k].is_prefix
                         ? prefix_from(stage->recording, terms[k].tile)
                         : terms[k].tile,
                     terms[k].tile, colour_of_term(&terms[k])},
                 terms[k].value);
    if (count == 0)
        draw_reach(d, stage, row, tile);
    if (come == 0 ||
        (!stage->instant->tile[tile].prefix && draw_ops(d, stage, row, tile)))
        return;
    const struct term *const last = &terms[come - 1];
    const int from = last->is_prefix ? prefix_from(stage->recording, last->tile)
                                     : last->tile;
    const int shown = tile - 1 - (from > row->first ? from : row->first) + 1;
    say_sum(stage, terms, come, row->w * shown * 0.9, words, sizeof words);
    draw_bar(d, stage->theme, row,
             &(struct tiles_bar){1, from, tile - 1, COLOUR_PAPER}, words);
    if (come == count)
        draw_published(d, stage, row, tile, last);
}

/* ------------------------------------------------------------------- frames */

int waits_for(const struct stage *stage, int tile)
{
    const struct tile_now *const now = &stage->instant->tile[tile];

    if (phase_now(stage->instant, tile) != PHASE_LOOK_BACK || now->look < 0)
        return -1;
    const struct look *const look = &stage->recording->event[now->look].look;
    const char *const flags = look->flags + look->taken;
    const int at = look->first - look->taken - (int)strcspn(flags, "X");
    return !look->ends && strchr(flags, 'X') && at >= 0 &&
                   stage->instant->tile[at].flag == 'X'
               ? at
               : -1;
}

void frame_taken(struct drawing *d, const struct stage *stage,
                 const struct grid *grid, int tile)
{
    struct term terms[MAX_TERMS];
    int come;

    terms_now(stage, tile, terms, &come);
    use_colour(d, COLOUR_INK);
    for (int k = 0; k < come; k++)
        if (grid_has(grid, terms[k].tile))
            frame_cell(d, grid, cell_of(grid, terms[k].tile),
                       stage->theme->line * 1.6);
    if (grid_has(grid, tile))
        frame_cell(d, grid, cell_of(grid, tile), stage->theme->line * 3);
}

void draw_look(struct drawing *d, const struct stage *stage,
               const struct grid *row, int tile)
{
    const struct tile_now *const now = &stage->instant->tile[tile];

    frame_taken(d, stage, row, tile);
    if (phase_now(stage->instant, tile) == PHASE_LOOK_BACK && now->look >= 0)
        draw_ways(d, stage, row, &stage->recording->event[now->look].look,
                  tile);
    draw_bars(d, stage, row, tile);
    draw_values(d, stage, row, tile);
}
