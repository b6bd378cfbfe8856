/* lesson_race.c - act 3: both runs on one clock, and steps for more tiles. */
#include "lesson_parts.h"

#include <math.h>
#include <stdio.h>

enum { TOP = 196, COLUMN = 26, COLUMN_WIDE = 23, DOWN = 205 };

/* Microseconds at this moment: an even clock, which halts at each step of
 * look-back; when it is over the picture stays. */
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

/* How many tiles each step gets done, below their columns. */
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
    snprintf(words, sizeof words, "A step: about %.1f \302\265s in both.",
             (s->ways->done[WAY_LOOK_BACK][RACE_TILES - 1] -
              s->ways->done[WAY_LOOK_BACK][0]) /
                 (two_ways_steps(s->ways, WAY_LOOK_BACK, RACE_TILES) - 1));
    write_ink(s, "Numbers: tiles done in a step.", 22, 508, TOP + DOWN - 76, 0);
    write_ink(s, words, 22, 508, TOP + DOWN - 44, 0);
    for (int k = 0; k < s->ways->growths; k++) {
        if (s->ways->growth[k].tiles != RACE_TILES)
            continue;
        snprintf(words, sizeof words, "By 1 tile a look: %d steps, not %d.",
                 s->ways->growth[k].by_one,
                 s->ways->growth[k].steps[WAY_CHAIN]);
        write_ink(s, words, 22, 508, TOP + DOWN - 14, 0);
    }
    write_ink(s, "time", 18, 480, TOP - 14, 0.5);
    use_colour(s->d, COLOUR_INK);
    fill_box(s->d, on_sheet(s, (struct box){478, TOP, 4, now * us}));
    const struct box tip =
        on_sheet(s, (struct box){480, TOP + now * us + 10, 0, 0});
    draw_head_of_arrow(s->d, tip.x, tip.y, M_PI / 2, 16 * s->scale);
}

/* Of a long run: a row for each step, a cell for each tile. */
static const struct {
    double left, top, pitch, cell, high, down;
} steps_at = {124, 128, 10, 9, 18, 46};

static double cell_at(int tile)
{
    return steps_at.left + steps_at.pitch * tile;
}

/* The looks of a tile: each reaches some tiles further back, the last one to the
 * P. */
static void draw_hops(const struct sheet *s, int tile, int looks, double y)
{
    const double half = steps_at.cell / 2, up = 14;

    use_width(s->d, 3 * s->scale);
    for (int k = 0; k < looks; k++) {
        const double from = cell_at(tile - LOOK_TILES * k) + half - 2;
        const double to = cell_at(tile - LOOK_TILES * (k + 1)) + half + 2;
        const struct box hop =
            on_sheet(s, (struct box){from, y - 2, to - from, up});
        use_colour(s->d, k + 1 < looks ? COLOUR_FAINT : COLOUR_INK);
        path_move(s->d, hop.x, hop.y);
        path_line(s->d, hop.x, hop.y - hop.h);
        path_line(s->d, hop.x + hop.w, hop.y - hop.h);
        path_line(s->d, hop.x + hop.w, hop.y - 6 * s->scale);
        path_stroke(s->d);
        draw_head_of_arrow(s->d, hop.x + hop.w, hop.y, M_PI / 2, 10 * s->scale);
    }
}

/* In each step of the longest run, which tiles have their P before it, which get
 * theirs in it, and how the last of these has found the last P. Of the last step
 * the tiles are too few for that. */
static void draw_each_step(const struct sheet *s, int run)
{
    const struct two_ways *const ways = s->ways;
    const int steps = ways->growth[run].steps[WAY_LOOK_BACK];
    const int tiles = ways->growth[run].tiles;
    char words[32];

    for (int step = 0, before = 0; step < steps; step++) {
        const int done = before + ways->growth[run].done[step];
        const double y = steps_at.top + steps_at.down * step;
        for (int k = 0; k < tiles; k++)
            sheet_box(s,
                      (struct box){cell_at(k), y, steps_at.cell, steps_at.high},
                      k < (step ? before : done) ? FILL_P : FILL_A);
        sheet_frame(s,
                    (struct box){cell_at(before) - 1.5, y - 2,
                                 steps_at.pitch * (done - before) + 1.5,
                                 steps_at.high + 4},
                    3, COLOUR_INK);
        if (step + 1 < steps)
            draw_hops(s, done - 1, ways->growth[run].looks[step], y);
        snprintf(words, sizeof words, "step %d", step + 1);
        write_ink(s, words, 22, 50, y + 17, 0);
        snprintf(words, sizeof words, "+%d", done - before);
        write_ink(s, words, 26, cell_at(tiles) + 64, y + 18, 1);
        snprintf(words, sizeof words, "= %d", done);
        write_ink(s, words, 26, cell_at(tiles) + 72, y + 18, 0);
        before = done;
    }
    const double y = steps_at.top + steps_at.down * steps + 14;
    write_ink(s,
              "Framed: get their P now. Arrows: looks of the last; black: this "
              "step's.",
              22, 50, y, 0);
}

static void draw_bars(const struct sheet *s)
{
    static const char *const names[] = {"chain", "by 1", "by 4"};
    const struct two_ways *const ways = s->ways;
    const int last = ways->growths - 1;
    const double base = 440, step = 280.0 / ways->growth[last].steps[WAY_CHAIN];
    const double pitch = (SHEET_W - 56.0) / ways->growths;
    char words[32];

    write_ink(s, "4 times the tiles: chain 4 times the steps,", 24, 50, 142, 0);
    write_ink(s, "look-back about 2 (by 1 or 4 tiles a look).", 24, 50, 176, 0);
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
}

void draw_growth(const struct sheet *s)
{
    if (s->beat->k == 0)
        draw_each_step(s, s->ways->growths - 1);
    else
        draw_bars(s);
}
