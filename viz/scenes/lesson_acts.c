/* lesson_acts.c - acts 1 and 2, below the row: the sum that a tile adds up. A bar shows
 * a number, and spans the part of the array that it sums up; a bar that reaches the
 * start of the array has a black end there. */
#include "lesson_parts.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* Four lanes in place of two; room for the longest sum of a row. */
enum { ROW_H = 34, ROW_PITCH = 38, SUM_BYTES = 24 * (ROW_TILES + 1) };

/* --------------------------------------------------------------------- bars */

/* Covers tiles first..last, except for a width of `reach` at the left; of the height, the part
 * `seen` (0 to 1) is drawn. */
struct bar {
    int first, last;
    enum fill fill;
    double y, h, seen, reach;
};

static void draw_bar(const struct sheet *s, const struct bar *bar,
                     const char *words)
{
    const double x = edge_of(bar->first) + bar->reach;
    const double right = edge_of(bar->last) + WIDE;
    const bool from_start = bar->first == 0 && bar->reach <= 0 &&
                            bar->fill != FILL_A && bar->fill != FILL_OWN;
    const struct box box = {x, bar->y, right - x, bar->h};

    if (bar->seen <= 0)
        return;
    drawing_clip(s->d,
                 on_sheet(s, (struct box){x - 2, bar->y - 2, right - x + 4,
                                          (bar->h + 4) * bar->seen}),
                 0);
    sheet_box(s, box, bar->fill);
    if (from_start) {
        use_colour(s->d, COLOUR_INK);
        fill_box(s->d, on_sheet(s, (struct box){x, bar->y, 7, bar->h}));
    }
    if (bar->fill == FILL_PAPER) {
        sheet_frame(s, box, 3, COLOUR_INK);
        write_ink(s, words, 28, (x + right) / 2, bar->y + bar->h / 2 + 10, 0.5);
    } else if (bar->fill == FILL_DASHED)
        write_faint(s, words, 28, (x + right) / 2, bar->y + bar->h / 2 + 10,
                    0.5);
    else
        write_on(s, words, 28, (x + right) / 2, bar->y + bar->h / 2 + 10, 0.5,
                 bar->fill == FILL_P   ? COLOUR_P
                 : bar->fill == FILL_A ? COLOUR_A
                                       : COLOUR_X,
                 true);
    drawing_clip_end(s->d);
}

static void draw_number_bar(const struct sheet *s, struct bar bar,
                            long long number)
{
    char words[24];

    snprintf(words, sizeof words, "%lld", number);
    draw_bar(s, &bar, words);
}

/* "10 + 4 + 1 + 5 = 20": the P found, all A's between, the tile's own. */
static void say_sum(const struct sheet *s, int found, int tile, char *out,
                    size_t bytes)
{
    int used = snprintf(out, bytes, "%lld", s->ways->total[found]);

    for (int k = found + 1; k <= tile; k++)
        used += snprintf(out + used, bytes - (size_t)used, " + %lld",
                         s->ways->own[k]);
    snprintf(out + used, bytes - (size_t)used, " = %lld", s->ways->total[tile]);
}

static void draw_sum(const struct sheet *s, int found, int tile, double y,
                     double h, double seen)
{
    char words[SUM_BYTES];

    say_sum(s, found, tile, words, sizeof words);
    draw_bar(s, &(struct bar){0, tile, FILL_PAPER, y, h, seen, 0}, words);
}

/* The addends of a tile's P: the P that it found, the A's between, its own sum. */
static void draw_addends(const struct sheet *s, int found, int tile, double y,
                         double h, double seen, enum fill own)
{
    draw_number_bar(s, (struct bar){0, found, FILL_P, y, h, seen, 0},
                    s->ways->total[found]);
    for (int k = found + 1; k <= tile; k++)
        draw_number_bar(
            s, (struct bar){k, k, k == tile ? own : FILL_A, y, h, seen, 0},
            s->ways->own[k]);
}

/* Marks a number that is also shown elsewhere. */
static void draw_mark(const struct sheet *s, long long number, enum fill fill,
                      double x, double y, double size)
{
    const double w = size * 1.9, h = size * 1.25;
    const struct box box = {x - w / 2, y - h / 2, w, h};

    char words[24];

    sheet_box(s, box, fill);
    sheet_frame(s, box, 4, COLOUR_INK);
    snprintf(words, sizeof words, "%lld", number);
    write_on(s, words, size, x, y + size * 0.36, 0.5,
             fill == FILL_A ? COLOUR_A : COLOUR_P, true);
}

/* An arrow from below a tile up to the tile that it looks at. */
static void draw_look_arrow(const struct sheet *s, int tile, double tip,
                            double depth, enum colour colour)
{
    const double x = edge_of(tile) + WIDE / 2.0 - 12, top = BOX_Y + BOX_H + 6;
    const struct box from =
        on_sheet(s, (struct box){x, top, tip - x, depth - top});

    use_colour(s->d, colour);
    use_width(s->d, 4 * s->scale);
    path_move(s->d, from.x, from.y);
    path_line(s->d, from.x, from.y + from.h);
    path_line(s->d, from.x + from.w, from.y + from.h);
    path_line(s->d, from.x + from.w, from.y + 8 * s->scale);
    path_stroke(s->d);
    draw_head_of_arrow(s->d, from.x + from.w, from.y, -M_PI / 2, 14 * s->scale);
}

static double middle_of(int tile)
{
    return edge_of(tile) + WIDE / 2.0;
}

/* --------------------------------------------------------------------- acts */

static void draw_start(const struct sheet *s)
{
    write_ink(s, "start", 19, LEFT, LANE_Y - 5, 0);
    use_colour(s->d, COLOUR_INK);
    fill_box(s->d, on_sheet(s, (struct box){LEFT, LANE_Y, 7, LANE_H}));
}

static void draw_wanted(const struct sheet *s)
{
    char words[80] = "";
    size_t used = 0;

    for (int k = 0; k < ROW_TILES; k++) {
        const double y = BOX_Y + 4 + 32 * k;
        draw_bar(s, &(struct bar){0, k, FILL_DASHED, y, 26, 1, 0}, "");
        if (k > 1)
            continue;
        for (const char *c = s->ways->elements[k]; *c; c++)
            if (*c != ' ' && used + 9 < sizeof words)
                used += (size_t)snprintf(words + used, sizeof words - used,
                                         used ? " + %c" : "%c", *c);
        snprintf(words + used, sizeof words - used, " = ?");
        write_ink(s, words, 22, edge_of(k + 1) + 4, y + 21, 0);
    }
    write_ink(s, "start", 19, LEFT, LEGEND_Y + 12, 0);
}

/* "20 + 9 = 29", over tiles 0 to that one. */
static void draw_own_sum(const struct sheet *s, int tile, double y, double seen)
{
    char words[64];

    snprintf(words, sizeof words, "%lld + %lld = %lld",
             s->ways->total[tile - 1], s->ways->own[tile],
             s->ways->total[tile]);
    draw_bar(s, &(struct bar){0, tile, FILL_P, y, LANE_H, seen, 0}, words);
}

static void say_below(const struct sheet *s, const char *words)
{
    write_ink(s, words, 26, LEFT, 430, 0);
}

static void draw_chain(const struct sheet *s)
{
    const int now = s->beat->k < ROW_TILES ? s->beat->k : ROW_TILES - 1;
    double since;
    const bool done = now >= 0 && shows_now(s, now, &since) == 'P';

    for (int k = 1; k < ROW_TILES; k++)
        draw_look_arrow(s, k, middle_of(k - 1) + 12, LOOK_Y,
                        k <= now ? COLOUR_P : COLOUR_FAINT);
    say_below(s, now < 1 ? "Each tile adds its own numbers."
                 : s->beat->k < ROW_TILES
                     ? "All look once a step. At an X, wait."
                     : "One tile a step: it needs the P of the one before.");
    if (now < 0)
        return;
    draw_start(s);
    if (now > 0 && !done)
        draw_addends(s, now - 1, now, LANE_Y, LANE_H, 1, FILL_OWN);
    else if (now > 0)
        draw_own_sum(s, now, LANE_Y, 1);
    else if (done)
        draw_number_bar(s, (struct bar){0, 0, FILL_P, LANE_Y, LANE_H, 1, 0},
                        s->ways->total[0]);
    if (done && now == 0)
        write_ink(s, "nothing comes before it: its own sum is P", 24,
                  edge_of(1) + 10, LANE_Y + 35, 0);
}

/* The A's that the followed tile has taken in, down to that tile. */
static void draw_taken(const struct sheet *s, int down_to)
{
    for (int k = s->ways->followed; k >= down_to; k--)
        draw_number_bar(s, (struct bar){k, k, FILL_A, LANE_Y, LANE_H, 1, 0},
                        s->ways->own[k]);
}

static void draw_unknown(const struct sheet *s, int last, const char *words)
{
    draw_bar(s, &(struct bar){0, last, FILL_DASHED, LANE_Y, LANE_H, 1, 0},
             words);
}

/* A bracket above the tiles that one look reads, of which `nearest` is the nearest. */
static void draw_window(const struct sheet *s, int nearest)
{
    const double x = edge_of(nearest - LOOK_TILES + 1);
    const double w = edge_of(nearest) + WIDE - x, y = 98;

    use_colour(s->d, COLOUR_INK);
    fill_box(s->d, on_sheet(s, (struct box){x, y - 3, w, 3}));
    fill_box(s->d, on_sheet(s, (struct box){x, y - 3, 3, 9}));
    fill_box(s->d, on_sheet(s, (struct box){x + w - 3, y - 3, 3, 9}));
}

/* An arrow for each tile, from below it over the tiles that its first look reads. */
static void draw_looks_of_all(const struct sheet *s)
{
    for (int k = 1; k < ROW_TILES; k++) {
        const bool is_it = k == s->ways->followed;
        const int far = k > LOOK_TILES ? k - LOOK_TILES : 0;
        const double y = BOX_Y + BOX_H + 17 * k;
        const struct box arrow =
            on_sheet(s, (struct box){middle_of(far), y,
                                     middle_of(k) - middle_of(far), 0});

        use_colour(s->d, is_it ? COLOUR_INK : COLOUR_FAINT);
        use_width(s->d, (is_it ? 5 : 3) * s->scale);
        path_move(s->d, arrow.x + arrow.w, arrow.y);
        path_line(s->d, arrow.x, arrow.y);
        path_stroke(s->d);
        draw_head_of_arrow(s->d, arrow.x, arrow.y, M_PI, 12 * s->scale);
        fill_box(s->d,
                 on_sheet(s, (struct box){middle_of(k) - 5, y - 5, 10, 10}));
    }
    write_faint(s, "An arrow: a look, over 4 tiles.", 20, LEFT, 406, 0);
    write_ink(s, "Only an X makes a tile wait. Step 1 left none.", 26, LEFT,
              448, 0);
}

/* The followed tile: one look at several tiles, which it adds one after the other. */
static void draw_walk(const struct sheet *s)
{
    const int tile = s->ways->followed, early = s->ways->early;
    int at = tile;

    draw_start(s);
    for (int k = tile; k > early; k--) {
        const double come =
            eased(s->over, k < tile ? 0.3 + 0.25 * (tile - k) : 0, 0.2);
        draw_number_bar(
            s,
            (struct bar){k, k, FILL_A, LANE_Y, LANE_H, k == tile ? 1 : come, 0},
            s->ways->own[k]);
        if (come > 0)
            at = k;
    }
    draw_unknown(s, at - 1, at == tile ? "sum of all this = ?" : "?");
    say_below(s, "A look reads 4 tiles together.");
    draw_window(s, tile - 1);
    for (int k = early + 1; k < tile; k++)
        draw_look_arrow(s, tile, middle_of(k) + 12, LOOK_Y, COLOUR_INK);
}

/* A tile that is not followed: the P that it found, and its A's in one bar. */
static void draw_row_of(const struct sheet *s, int tile, double y, double h)
{
    const int found = s->ways->found[tile];
    char words[SUM_BYTES];
    int used = 0;

    draw_number_bar(s, (struct bar){0, found, FILL_P, y, h, 1, 0},
                    s->ways->total[found]);
    for (int k = found + 1; k <= tile; k++)
        used += snprintf(words + used, sizeof words - (size_t)used, "%s%lld",
                         k > found + 1 ? " + " : "", s->ways->own[k]);
    draw_bar(s, &(struct bar){found + 1, tile, FILL_A, y, h, 1, 0}, words);
    snprintf(words, sizeof words, "= %lld", s->ways->total[tile]);
    write_ink(s, words, 28, edge_of(tile + 1) + 2, y + 27, 0);
}

/* The values that tiles first..last found, one row each; the rows appear one after
 * the other. */
static void draw_rows(const struct sheet *s, int first, int last)
{
    draw_start(s);
    for (int k = first; k <= last; k++) {
        const int row = k - first;
        const double y = LANE_Y + ROW_PITCH * row;
        double since;
        if (s->over < 0.2 + 0.2 * row)
            continue;
        if (first == 1 && shows_now(s, k, &since) != 'P')
            draw_look_arrow(s, k, middle_of(0), LOOK_Y - 4, COLOUR_P);
        draw_row_of(s, k, y, ROW_H);
        if (first == 1)
            draw_mark(s, s->ways->total[0], FILL_P, middle_of(0),
                      y + ROW_H / 2.0, 24);
    }
    if (first == 1)
        draw_mark(s, s->ways->total[0], FILL_P, middle_of(0), BOX_Y + 72, 36);
}

/* The tile looks further back and finds a P, which covers everything still unknown. */
static void draw_stop(const struct sheet *s)
{
    const int tile = s->ways->followed, at = s->ways->early;
    const double come = eased(s->over, 0.5, 0.2);
    const double reach = PITCH * at * (1 - eased(s->over, 0.8, 0.4));

    draw_start(s);
    draw_window(s, at);
    say_below(s, "Of four P's the nearest is enough. It covers all.");
    draw_taken(s, at + 1);
    if (reach > 0)
        draw_unknown(s, at, come > 0 ? "" : "?");
    draw_number_bar(s, (struct bar){0, at, FILL_P, LANE_Y, LANE_H, come, reach},
                    s->ways->total[at]);
    draw_look_arrow(s, tile, middle_of(at), LOOK_Y, COLOUR_P);
    if (come <= 0)
        return;
    write_ink(s, "stop", 26, middle_of(at) - 12, LOOK_Y + 8, 1);
    draw_mark(s, s->ways->total[at], FILL_P, middle_of(at), BOX_Y + 72, 36);
}

/* First the sum before the tile, then its own. */
static void draw_its_sum(const struct sheet *s)
{
    const int tile = s->ways->followed, found = s->ways->early;
    const bool sums = s->beat->act == ACT_SUM, ends = s->beat->act == ACT_DONE;
    char words[96];

    draw_start(s);
    if (sums)
        draw_look_arrow(s, tile, middle_of(found), LOOK_Y, COLOUR_P);
    draw_addends(s, found, tile, LANE_Y, LANE_H, 1, FILL_A);
    draw_sum(s, found, tile - 1, LANE_Y + LANE_PITCH, LANE_H,
             sums ? eased(s->over, 0.1, 0.2) : 1);
    if (ends)
        draw_own_sum(s, tile, LANE_Y + 2 * LANE_PITCH,
                     eased(s->over, 0.2, 0.2));
    if (sums || ends)
        return;
    snprintf(words, sizeof words,
             "The neighbour's A (%lld) is enough; its P is not needed.",
             s->ways->own[tile - 1]);
    draw_mark(s, s->ways->own[tile - 1], FILL_A, middle_of(tile - 1),
              BOX_Y + 72, 36);
    draw_mark(s, s->ways->own[tile - 1], FILL_A, middle_of(tile - 1),
              LANE_Y + LANE_H / 2.0, 30);
    write_ink(s, words, 26, LEFT, LANE_Y + 2 * LANE_PITCH + 34, 0);
}

/* Steps of both, large: a column for each, a square for each tile. */
static void draw_rest(const struct sheet *s)
{
    static const char *const names[] = {"Chain", "Look-back"};

    for (int way = 0; way < WAYS; way++) {
        const double left = way == WAY_CHAIN ? LEFT : 540;
        const int steps = two_ways_steps(s->ways, way, ROW_TILES);
        int done[ROW_TILES] = {0};
        char words[40];
        for (int k = 0; k < ROW_TILES; k++)
            done[s->ways->step[way][k] - 1]++;
        draw_step_columns(s, done, steps, left, 480, 24);
        snprintf(words, sizeof words, "%s: %d steps", names[way], steps);
        write_ink(s, words, 30, left, 300, 0);
        write_faint(s, "tiles done in each step", 20, left, 502, 0);
    }
}

void draw_below_row(const struct sheet *s)
{
    switch (s->beat->act) {
    case ACT_WANTED: draw_wanted(s); break;
    case ACT_CHAIN: draw_chain(s); break;
    case ACT_OWN:
        write_ink(s, "But all they showed each other was X.", 30, LEFT,
                  LANE_Y + 36, 0);
        write_ink(s, "Start again, and let them show it:", 30, LEFT,
                  LANE_Y + 90, 0);
        break;
    case ACT_ALL:
        say_below(s, "Each adds its own numbers, and shows the sum.");
        break;
    case ACT_FOLLOW: draw_looks_of_all(s); break;
    case ACT_LOOK: draw_walk(s); break;
    case ACT_EARLY:
        draw_taken(s, s->ways->early + 1);
        draw_rows(s, 1, s->ways->early);
        break;
    case ACT_OTHERS:
        draw_rows(s, s->ways->early + 1, s->ways->followed - 1);
        break;
    case ACT_STOP: draw_stop(s); break;
    case ACT_SUM:
    case ACT_NO_WAIT:
    case ACT_DONE: draw_its_sum(s); break;
    case ACT_REST: draw_rest(s); break;
    default: break;
    }
}
