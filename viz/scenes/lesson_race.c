/* lesson_race.c - act 3: both runs on one clock, and the steps of longer runs. */
#include "lesson_parts.h"

#include <math.h>
#include <stdio.h>

enum { TOP = 196, COLUMN = 26, COLUMN_WIDE = 23, DOWN = 205 };

/* Microseconds at this moment: a steady clock that halts at each step of look-back and
 * stops at the end of the chain. */
static double clock_of(const struct sheet *s)
{
    const double *const done = s->ways->done[WAY_LOOK_BACK];
    const double end = s->ways->done[WAY_CHAIN][RACE_TILES - 1];
    const double halt = 0.16, a_second = end / 1.6;
    double at = s->over;

    if (s->beat->k > 0)
        return end;
    for (int k = 0; k < RACE_TILES; k++) {
        const bool is_last_of_step =
            k + 1 == RACE_TILES || s->ways->step[WAY_LOOK_BACK][k + 1] >
                                       s->ways->step[WAY_LOOK_BACK][k];
        const double when = (done[k] + 0.02) / a_second;
        if (!is_last_of_step || at < when)
            continue;
        if (at < when + halt)
            return when * a_second;
        at -= halt;
    }
    return fmin(at * a_second, end);
}

/* The number of tiles done in each step, below their columns. */
static void say_together(const struct sheet *s, double x, double now, double us)
{
    const int *const step = s->ways->step[WAY_LOOK_BACK];
    const double *const done = s->ways->done[WAY_LOOK_BACK];

    for (int first = 0, k = 0; k < RACE_TILES; k++) {
        if (k + 1 < RACE_TILES && step[k + 1] == step[k])
            continue;
        if (now >= done[k])
            write_number(s, k + 1 - first, 20,
                         x + COLUMN * (first + k + 1) / 2.0 - 1,
                         TOP + done[k] * us + 24, 0.5);
        first = k + 1;
    }
}

/* A column for each tile, downwards in time, until the tile has its P. */
static int draw_columns(const struct sheet *s, int way, double x, double now)
{
    const double *const done = s->ways->done[way];
    const double us = DOWN / s->ways->done[WAY_CHAIN][RACE_TILES - 1];
    int steps = 0;

    for (int k = 0; k < RACE_TILES; k++) {
        const double at = x + COLUMN * k, until = fmin(now, done[k]);
        const double grey =
            way == WAY_LOOK_BACK ? fmin(until, s->ways->shown[k]) : until;
        const bool is_done = now >= done[k];
        const char flag[] = {is_done ? 'P' : until > grey ? 'A' : 'X', 0};
        const enum fill fill = is_done        ? FILL_P
                               : until > grey ? FILL_A
                                              : FILL_X;
        sheet_box(s, (struct box){at, TOP - 36, COLUMN_WIDE, 30}, fill);
        write_on(s, flag, 20, at + COLUMN_WIDE / 2.0, TOP - 13, 0.5,
                 is_done        ? COLOUR_P
                 : until > grey ? COLOUR_A
                                : COLOUR_X,
                 true);
        if (grey > 0)
            sheet_box(s, (struct box){at, TOP, COLUMN_WIDE, grey * us}, FILL_X);
        if (until > grey)
            sheet_box(s,
                      (struct box){at, TOP + grey * us, COLUMN_WIDE,
                                   (until - grey) * us},
                      FILL_A);
        if (is_done) {
            sheet_box(s, (struct box){at, TOP + until * us - 4, COLUMN_WIDE, 8},
                      FILL_P);
            steps = (int)fmax(steps, s->ways->step[way][k]);
        }
    }
    return steps;
}

static void draw_panel(const struct sheet *s, int way, double x, double now)
{
    static const char *const names[] = {"Chain", "Look-back"};
    const double right = x + COLUMN * (RACE_TILES - 1) + COLUMN_WIDE;
    const double end = s->ways->done[way][RACE_TILES - 1];
    char words[64];

    const int steps = draw_columns(s, way, x, now);
    if (way == WAY_LOOK_BACK)
        say_together(s, x, now,
                     DOWN / s->ways->done[WAY_CHAIN][RACE_TILES - 1]);
    write_ink(s, names[way], 30, x, TOP - 50, 0);
    snprintf(words, sizeof words, "%s%.1f \302\265s",
             now >= end ? "done: " : "", fmin(now, end));
    write_ink(s, words, 28, right, TOP - 50, 1);
    snprintf(words, sizeof words, "Steps: %d", steps);
    write_ink(s, words, 36, x, TOP + DOWN + 44, 0);
    snprintf(words, sizeof words, "%d of %d done",
             two_ways_done(s->ways, way, RACE_TILES, steps), RACE_TILES);
    write_ink(s, words, 26, right, TOP + DOWN + 44, 1);
}

void draw_race(const struct sheet *s)
{
    const double now = clock_of(s);
    const double us = DOWN / s->ways->done[WAY_CHAIN][RACE_TILES - 1];
    char words[64];

    draw_panel(s, WAY_CHAIN, LEFT, now);
    draw_panel(s, WAY_LOOK_BACK, 508, now);
    snprintf(words, sizeof words, "A step takes %.1f \302\265s in both.",
             (s->ways->done[WAY_LOOK_BACK][RACE_TILES - 1] -
              s->ways->done[WAY_LOOK_BACK][0]) /
                 (two_ways_steps(s->ways, WAY_LOOK_BACK, RACE_TILES) - 1));
    write_ink(s, "Numbers: tiles done in a step.", 22, 508, TOP + DOWN - 76, 0);
    write_ink(s, words, 22, 508, TOP + DOWN - 44, 0);
    write_ink(s, "Orange: it adds A's.", 22, 508, TOP + DOWN - 12, 0);
    write_ink(s, "Grey: it waits for", 22, LEFT, TOP + DOWN - 40, 0);
    write_ink(s, "the P to its left.", 22, LEFT, TOP + DOWN - 12, 0);
    write_ink(s, "time", 18, 480, TOP - 14, 0.5);
    use_colour(s->d, COLOUR_INK);
    fill_box(s->d, on_sheet(s, (struct box){478, TOP, 4, now * us}));
    const struct box tip =
        on_sheet(s, (struct box){480, TOP + now * us + 10, 0, 0});
    draw_head_of_arrow(s->d, tip.x, tip.y, M_PI / 2, 16 * s->scale);
}

double draw_step_columns(const struct sheet *s, const int *done, int steps,
                         double left, double base, double side)
{
    const double pitch = 1.25 * side, rise = 1.1 * side;

    for (int step = 0; step < steps; step++) {
        const double x = left + pitch * step;
        for (int k = 1; k <= done[step]; k++)
            sheet_box(s, (struct box){x, base - rise * k, side, side}, FILL_P);
        if (side > 15)
            write_number(s, done[step], 22, x + side / 2,
                         base - rise * done[step] - 6, 0.5);
    }
    return left + pitch * steps;
}

/* The longest run: a column for each step, a square for each tile that gets its P in
 * it. Both variants of look-back are on one line, below the chain. */
static void draw_shapes(const struct sheet *s)
{
    const struct growth *const run = &s->ways->growth[s->ways->growths - 1];
    const double side = 11, base = 478, top = 128;
    const struct {
        const int *done;
        int looks_at, steps;
        double left;
    } way[] = {{run->done_by_one, 1, run->by_one, LEFT},
               {run->done, LOOK_TILES, run->steps[WAY_LOOK_BACK], 530}};
    char words[64];

    snprintf(words, sizeof words, "%d tiles. Chain: %d steps, 1 tile in each",
             run->tiles, run->steps[WAY_CHAIN]);
    write_ink(s, words, 24, LEFT, top, 0);
    for (int k = 0; k < run->steps[WAY_CHAIN]; k++)
        draw_step_columns(s, (const int[]){1}, 1, LEFT + 1.25 * side * k,
                          top + 26, side);
    for (int k = 0; k < 2; k++) {
        const double right = draw_step_columns(s, way[k].done, way[k].steps,
                                               way[k].left, base, side);
        const double beside = right + 14;
        write_ink(s, "Look-back,", 24, beside, base - 122, 0);
        snprintf(words, sizeof words, "%d at a look:", way[k].looks_at);
        write_ink(s, words, 24, beside, base - 92, 0);
        snprintf(words, sizeof words, "%d steps", way[k].steps);
        write_ink(s, words, 34, beside, base - 54, 0);
        snprintf(words, sizeof words, "of %d, %d, %d, %d, %d ... tiles",
                 way[k].done[0], way[k].done[1], way[k].done[2], way[k].done[3],
                 way[k].done[4]);
        write_ink(s, words, 22, beside, base - 12, 0);
    }
    write_ink(s,
              "All tiles keep adding A's: each new P completes more of them.",
              24, LEFT, 204, 0);
    write_faint(s, "A column: a step. A square: a tile done in that step.", 22,
                LEFT, 514, 0);
}

static void draw_bars(const struct sheet *s)
{
    static const char *const names[] = {"chain", "by 1", "by 4"};
    const struct two_ways *const ways = s->ways;
    const int last = ways->growths - 1;
    const double base = 440, step = 280.0 / ways->growth[last].steps[WAY_CHAIN];
    const double pitch = (SHEET_W - 56.0) / ways->growths;
    char words[32];

    write_ink(s, "4 times the tiles: chain 4 times the steps,", 24, 50, 134, 0);
    write_ink(s, "look-back about twice. A triangle twice", 24, 50, 166, 0);
    write_ink(s, "as wide holds 4 times as many squares.", 24, 50, 198, 0);
    for (int k = 0; k <= last; k++) {
        const double x = 50 + pitch * k;
        const int steps[] = {ways->growth[k].steps[WAY_CHAIN],
                             ways->growth[k].by_one,
                             ways->growth[k].steps[WAY_LOOK_BACK]};
        for (int bar = 0; bar < 3; bar++) {
            const double left = x + 66 * bar, h = steps[bar] * step;
            sheet_box(s, (struct box){left, base - h, 58, h},
                      bar == 0 ? FILL_OWN : FILL_INK);
            write_number(s, steps[bar], 28, left + 29, base - 8 - h, 0.5);
            write_ink(s, names[bar], 20, left + 29, base + 24, 0.5);
        }
        snprintf(words, sizeof words, "%d tiles", ways->growth[k].tiles);
        write_ink(s, words, 28, x + 95, base + 58, 0.5);
    }
    write_faint(s, "by 1, by 4: look-back with 1 or 4 tiles per look", 20, 50,
                base + 88, 0);
}

void draw_growth(const struct sheet *s)
{
    if (s->beat->k == 0)
        draw_shapes(s);
    else
        draw_bars(s);
}
