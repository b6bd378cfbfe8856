/* lesson.c - the beats of the film, and its sheet: see lesson.h. */
#include "lesson_parts.h"
#include "signs.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

/* Seconds before the end of a beat. */
static const double shortly = 0.02;

/* ------------------------------------------------------------------- beats */

static void add(struct lesson *lesson, enum act act, int k, double seconds,
                const char *says, ...)
{
    struct lesson_beat *const beat = &lesson->beat[lesson->beats++];
    va_list values;

    *beat = (struct lesson_beat){
        .act = act, .k = k, .begin = lesson->seconds, .seconds = seconds};
    va_start(values, says);
    vsnprintf(beat->says, sizeof beat->says, says, values);
    va_end(values);
    lesson->seconds += seconds;
}

/* "three" */
static const char *count_word(int count)
{
    static const char *const words[] = {"no",   "one",  "two", "three",
                                        "four", "five", "six", "seven"};

    return words[count];
}

static void add_chain(struct lesson *lesson)
{
    const int steps = two_ways_steps(lesson->ways, WAY_CHAIN, ROW_TILES);

    add(lesson, ACT_WANTED, 0, 1.0, "Wanted: these sums from the start.");
    add(lesson, ACT_CHAIN, -1, 0.8,
        "Chain: each waits for its left neighbour.");
    for (int k = 0; k < ROW_TILES; k++)
        add(lesson, ACT_CHAIN, k, fmax(0.16, 0.7 / (1 + 0.6 * k)),
            "Chain: each waits for its left neighbour.");
    add(lesson, ACT_CHAIN, ROW_TILES, 0.8, "Chain: %d tiles, %d steps.",
        ROW_TILES, steps);
    add(lesson, ACT_OWN, 0, 1.5, "Back to step 1: each knew its own sum.");
}

static void add_look_back(struct lesson *lesson)
{
    const struct two_ways *const ways = lesson->ways;
    const int tile = ways->followed;

    add(lesson, ACT_ALL, 0, 1.4, "Look-back: show it right away, as A.");
    add(lesson, ACT_FOLLOW, 0, 1.6, "All look left at once. We follow one.");
    add(lesson, ACT_LOOK, 0, 2.1, "Only A's: add them, look further.");
    add(lesson, ACT_EARLY, 0, 1.8, "In the same step, %s others found this P.",
        count_word(ways->early));
    add(lesson, ACT_STOP, 0, 1.7, "Next look: a P. It covers the rest: stop.");
    add(lesson, ACT_SUM, 0, 1.2, "Add up: the sum before this tile is %lld.",
        ways->total[tile - 1]);
    add(lesson, ACT_NO_WAIT, 0, 1.7,
        "Its neighbour has no P yet. No need to wait for it.");
    add(lesson, ACT_DONE, 0, 1.2, "Add its own %lld: it has its P.",
        ways->own[tile]);
    add(lesson, ACT_OTHERS, 0, 1.6,
        "The %s between: A's from step 2, and a P now.",
        count_word(tile - 1 - ways->early));
    add(lesson, ACT_REST, 0, 0.9, "All done: %d steps, not %d.",
        two_ways_steps(ways, WAY_LOOK_BACK, ROW_TILES),
        two_ways_steps(ways, WAY_CHAIN, ROW_TILES));
}

void lesson_open(struct lesson *lesson, const struct two_ways *ways)
{
    const struct growth *const most = &ways->growth[ways->growths - 1];

    *lesson = (struct lesson){.ways = ways};
    add_chain(lesson);
    add_look_back(lesson);
    add(lesson, ACT_RACE, 0, 2.2, "%d tiles, both ways, on one clock.",
        RACE_TILES);
    add(lesson, ACT_RACE, 1, 1.4,
        "Chain: one at a time. Look-back: all at once.");
    add(lesson, ACT_GROWTH, 0, 2.6,
        "Even with 1 tile a look: %d steps, not %d.", most->by_one,
        most->tiles);
    add(lesson, ACT_GROWTH, 1, 1.75,
        "Look-back: steps grow as the square root of tiles.");
}

const struct lesson_beat *lesson_at(const struct lesson *lesson, double seconds)
{
    const struct lesson_beat *beat = lesson->beat;

    while (beat + 1 < lesson->beat + lesson->beats && beat[1].begin <= seconds)
        beat++;
    return beat;
}

double lesson_rest(const struct lesson_beat *beat)
{
    return beat->begin + beat->seconds - shortly;
}

double lesson_next(const struct lesson *lesson, double seconds, int by)
{
    double before = 0;

    for (int k = 0; k < lesson->beats; k++) {
        const double rest = lesson_rest(&lesson->beat[k]);
        if (by > 0 ? rest > seconds + shortly : rest >= seconds - shortly)
            return by > 0 ? rest : before;
        before = rest;
    }
    return by > 0 ? lesson->seconds : before;
}

/* ------------------------------------------------------------------ pencil */

double eased(double now, double begin, double seconds)
{
    const double u = fmin(1, fmax(0, (now - begin) / seconds));

    return u * u * (3 - 2 * u);
}

struct box on_sheet(const struct sheet *s, struct box box)
{
    return (struct box){s->x + box.x * s->scale, s->y + box.y * s->scale,
                        box.w * s->scale, box.h * s->scale};
}

void sheet_frame(const struct sheet *s, struct box box, double width,
                 enum colour colour)
{
    use_colour(s->d, colour);
    stroke_box(s->d, on_sheet(s, box), width * s->scale);
}

void sheet_box(const struct sheet *s, struct box box, enum fill fill)
{
    static const enum colour colours[] = {
        [FILL_X] = COLOUR_X,          [FILL_A] = COLOUR_A,
        [FILL_P] = COLOUR_P,          [FILL_OWN] = COLOUR_X,
        [FILL_DASHED] = COLOUR_PAPER, [FILL_PAPER] = COLOUR_PAPER,
        [FILL_INK] = COLOUR_INK};
    const double inner = 1.5;

    use_colour(s->d, colours[fill]);
    fill_box(s->d, on_sheet(s, box));
    if (fill == FILL_X) {
        use_colour(s->d, COLOUR_FAINT);
        hatch_box(s->d, on_sheet(s, box), HATCH_RISING, 14 * s->scale,
                  0.7 * s->scale);
    }
    if (fill != FILL_DASHED)
        return;
    use_dash(s->d, 8 * s->scale, 6 * s->scale);
    sheet_frame(s,
                (struct box){box.x + inner, box.y + inner, box.w - 2 * inner,
                             box.h - 2 * inner},
                2 * inner, COLOUR_FAINT);
    use_dash(s->d, 0, 0);
}

void write_on(const struct sheet *s, const char *words, double size, double x,
              double y, double align, enum colour ink, bool on)
{
    if (on)
        use_ink_on(s->d, ink);
    else
        use_colour(s->d, ink);
    const double left = x - 8, right = SHEET_W - 8 - x;
    const double room = align <= 0   ? right
                        : align >= 1 ? left
                                     : 2 * fmin(left, right);
    draw_whole(s->d, words, size * s->scale, s->x + x * s->scale,
               s->y + (y - 0.36 * size) * s->scale, align, room * s->scale);
}

void write_ink(const struct sheet *s, const char *words, double size, double x,
               double y, double align)
{
    write_on(s, words, size, x, y, align, COLOUR_INK, false);
}

void write_faint(const struct sheet *s, const char *words, double size,
                 double x, double y, double align)
{
    write_on(s, words, size, x, y, align, COLOUR_FAINT, false);
}

void write_number(const struct sheet *s, long long number, double size,
                  double x, double y, double align)
{
    char words[24];

    snprintf(words, sizeof words, "%lld", number);
    write_ink(s, words, size, x, y, align);
}

/* ------------------------------------------------------------------- sheet */

double act_begins(const struct sheet *s, enum act act)
{
    int k = 0;

    while (k + 1 < s->lesson->beats && s->lesson->beat[k].act != act)
        k++;
    return s->lesson->beat[k].begin;
}

/* Each entry appears with the first such box. */
static void draw_legend_of(const struct sheet *s)
{
    const struct {
        const char *letter, *words;
        double x, since;
        enum fill fill;
        enum colour colour;
    } entry[] = {{"X", "nothing shown yet", LEFT, act_begins(s, ACT_CHAIN),
                  FILL_X, COLOUR_X},
                 {"A", "Alone: this tile's own sum", 290,
                  act_begins(s, ACT_ALL) + 0.3, FILL_A, COLOUR_A},
                 {"P", "Prefix: sum from the start", 612,
                  s->lesson->beat[2].begin + 0.1, FILL_P, COLOUR_P}};

    for (size_t k = 0; k < sizeof entry / sizeof *entry; k++) {
        if (s->seconds < entry[k].since || s->beat->act == ACT_GROWTH ||
            s->beat->act == ACT_REST)
            continue;
        sheet_box(s, (struct box){entry[k].x, LEGEND_Y, 36, 36}, entry[k].fill);
        write_on(s, entry[k].letter, 26, entry[k].x + 18, LEGEND_Y + 27, 0.5,
                 entry[k].colour, true);
        write_ink(s, entry[k].words, 20, entry[k].x + 46, LEGEND_Y + 26, 0);
    }
}

/* The small print above the sentence. */
static const char *small_print(const struct sheet *s)
{
    return s->beat->act == ACT_GROWTH ? "Steps of simulated runs"
           : s->beat->act == ACT_RACE
               ? "Two simulated runs (\302\265s: millionths of a second)"
               : "10 tiles of 4 numbers each";
}

void lesson_draw(struct drawing *d, const struct lesson *lesson,
                 const struct theme *theme, double width, double height,
                 double seconds)
{
    const double scale = fmin(width / SHEET_W, height / SHEET_H);
    const struct lesson_beat *const beat = lesson_at(lesson, seconds);
    const struct sheet s = {.d = d,
                            .lesson = lesson,
                            .ways = lesson->ways,
                            .beat = beat,
                            .seconds = seconds,
                            .over = seconds - beat->begin,
                            .scale = scale,
                            .x = (width - SHEET_W * scale) / 2,
                            .y = (height - SHEET_H * scale) / 2};

    d->theme = *theme;
    d->theme.least = 1;
    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){0, 0, width, height});
    write_faint(&s, small_print(&s), 22, LEFT, 36, 0);
    write_ink(&s, beat->says, 32, LEFT, 81, 0);
    draw_legend_of(&s);
    if (beat->act == ACT_RACE) {
        draw_race(&s);
    } else if (beat->act == ACT_GROWTH) {
        draw_growth(&s);
    } else {
        draw_row(&s);
        draw_below_row(&s);
        if (seconds >= lesson->beat[2].begin && beat->act != ACT_OWN)
            draw_counter(&s);
    }
}
