/* scene_ways.c - where elements go: from the input to the output.
 *
 *     in     3  1  4  1 | 5  9  2  6      | between two tiles
 *            |  |   \  \ /              a line from each element that
 *            |  |   / \/ \              is written
 *     out    3  1  1  5 ...
 *
 * An element is known by its value, so all must differ; it is drawn once a thread
 * has written it.
 */
#include "picture.h"
#include "signs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Up to an event. */
struct ways {
    int in, out;       /* elements */
    int to[MOST_WAYS]; /* of each of the input, or -1: not yet */
    int newest;        /* source of the newest way, or -1 */
};

static struct ways ways_until(const struct recording *r, int until)
{
    struct ways ways = {.out = r->ways, .newest = -1};
    const char *at;
    int event = -1;

    while (ways.in < MOST_WAYS && recording_value(r->given, ways.in, &at) > 0)
        ways.to[ways.in++] = -1;
    for (int k = 0; k < r->ways; k++) {
        if (r->way[k].event > until)
            continue;
        ways.to[r->way[k].from] = k;
        if (r->way[k].event > event) {
            event = r->way[k].event;
            ways.newest = r->way[k].from;
        }
    }
    return ways;
}

static const char *lacks(const struct recording *r)
{
    return r->ways > 0
               ? NULL
               : "Ways are shown of an application that moves at most 64 "
                 "elements, no two of them alike (-i FILE).";
}

static const struct sign forwards = {"goes to a place before its own",
                                     COLOUR_LOOK, HATCH_NONE};
static const struct sign backwards = {"stays, or goes to one behind",
                                      COLOUR_STORE, HATCH_NONE};
static const struct sign *const signs[] = {&forwards, &backwards};

static double signs_height(const struct theme *theme, double width)
{
    return legend_height(theme, signs, 2, width) + theme->text * 0.5;
}

/* Of the upper row, or the lower one. */
static struct box cell_in(struct box box, const struct ways *ways, int cell,
                          bool below, const struct theme *theme)
{
    const double names = theme->text * 2.6;
    const double step = (box.w - names) / ways->in;
    const double h = fmin(theme->text * 2.2, box.h * 0.14);
    const double y =
        below ? box.y + box.h - h - theme->text : box.y + theme->text * 1.6;

    return (struct box){box.x + names + step * cell, y, step * 0.86, h};
}

static enum colour colour_of_way(int from, int to)
{
    return to < from ? COLOUR_LOOK : COLOUR_STORE;
}

static void draw_cell(struct drawing *d, const struct stage *stage,
                      struct box box, const char *value, int bytes,
                      enum colour colour)
{
    char words[24];

    use_colour(d, colour);
    fill_box(d, box);
    use_colour(d, COLOUR_FAINT);
    stroke_box(d, box, stage->theme->line * 0.5);
    use_ink_on(d, colour);
    snprintf(words, sizeof words, "%.*s", bytes, value ? value : "");
    if (*words)
        draw_whole(d, words, stage->theme->text, box.x + box.w / 2,
                   box.y + box.h / 2, 0.5, box.w * 0.96);
}

static void draw_way(struct drawing *d, const struct stage *stage, struct box a,
                     struct box b, enum colour colour, bool now)
{
    const double bend = (b.y - a.y - a.h) * 0.12;

    use_colour(d, now ? COLOUR_INK : colour);
    use_width(d, stage->theme->line * (now ? 3 : 1.2));
    path_move(d, a.x + a.w / 2, a.y + a.h);
    path_line(d, a.x + a.w / 2, a.y + a.h + bend);
    path_line(d, b.x + b.w / 2, b.y - bend);
    path_line(d, b.x + b.w / 2, b.y);
    path_stroke(d);
}

/* "tile 1: A = 9, P = 24" */
static void say_tile(const struct tile_now *now, int tile, char *out,
                     size_t bytes)
{
    const bool has_p = now->flag == 'P' && now->prefix;

    snprintf(out, bytes, "tile %d%s%.20s%s%.20s", tile,
             now->aggregate ? ": A = " : "",
             now->aggregate ? now->aggregate : "",
             !has_p           ? ""
             : now->aggregate ? ", P = "
                              : ": P = ",
             has_p ? now->prefix : "");
}

static void draw_tile_names(struct drawing *d, const struct stage *stage,
                            const struct ways *ways, struct box box)
{
    const struct recording *const r = stage->recording;
    const struct theme *const theme = stage->theme;
    char words[96];

    for (int k = 0; k < r->tiles && r->tile[k].count > 0; k++) {
        const struct tile *const t = &r->tile[k];
        const long long last = t->begin + t->count - 1;
        if (t->begin < 0 || last >= ways->in)
            break;
        const struct box a = cell_in(box, ways, (int)t->begin, false, theme);
        const struct box b = cell_in(box, ways, (int)last, false, theme);
        say_tile(&stage->instant->tile[k], k, words, sizeof words);
        use_colour(d, COLOUR_INK);
        draw_text(d, words, theme->small, (a.x + b.x + b.w) / 2,
                  a.y - theme->text * 0.8, 0.5, b.x + b.w - a.x);
        if (k > 0)
            fill_box(d, (struct box){a.x - a.w * 0.08 - theme->line,
                                     a.y - theme->text * 1.3, theme->line * 2,
                                     a.h + theme->text * 1.3});
    }
}

/* Empty cells of the output, each eighth with its index. */
static void draw_places(struct drawing *d, const struct stage *stage,
                        const struct ways *ways, struct box box)
{
    const struct theme *const theme = stage->theme;
    char words[16];

    for (int k = 0; k < ways->out; k++) {
        const struct box at = cell_in(box, ways, k, true, theme);
        draw_cell(d, stage, at, NULL, 0, COLOUR_PAPER);
        if (k % 8)
            continue;
        snprintf(words, sizeof words, "%d", k);
        use_colour(d, COLOUR_INK);
        draw_text(d, words, theme->small * 0.85, at.x + at.w / 2,
                  at.y + at.h + theme->text * 0.5, 0.5, 0);
    }
}

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    const struct recording *const r = stage->recording;
    const struct theme *const theme = stage->theme;
    struct ways ways = ways_until(r, stage->instant->event);

    if (stage->instant->at >= r->duration)
        ways.newest = -1; /* it is over: all are alike */
    const double above = signs_height(theme, box.w);
    draw_legend(d, theme, signs, 2, (struct box){box.x, box.y, box.w, above});
    box.y += above;
    box.h -= above;

    use_colour(d, COLOUR_INK);
    for (int below = 0; below < 2; below++) {
        const struct box first = cell_in(box, &ways, 0, below, theme);
        draw_text(d, below ? "out" : "in", theme->text, box.x,
                  first.y + first.h / 2, 0, 0);
    }
    draw_tile_names(d, stage, &ways, box);
    for (int k = 0; k < ways.in; k++)
        if (ways.to[k] >= 0 && k != ways.newest)
            draw_way(d, stage, cell_in(box, &ways, k, false, theme),
                     cell_in(box, &ways, ways.to[k], true, theme),
                     colour_of_way(k, ways.to[k]), false);
    if (ways.newest >= 0)
        draw_way(d, stage, cell_in(box, &ways, ways.newest, false, theme),
                 cell_in(box, &ways, ways.to[ways.newest], true, theme),
                 COLOUR_INK, true);
    draw_places(d, stage, &ways, box);
    for (int k = 0; k < ways.in; k++) {
        const int to = ways.to[k];
        const enum colour colour = to < 0 ? COLOUR_PAPER : colour_of_way(k, to);
        const char *value;
        const int bytes = recording_value(r->given, k, &value);
        draw_cell(d, stage, cell_in(box, &ways, k, false, theme), value, bytes,
                  colour);
        if (to >= 0)
            draw_cell(d, stage, cell_in(box, &ways, to, true, theme), value,
                      bytes, colour);
    }
}

/* "in[3] = 7 goes to out[11]" */
static bool tell(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes)
{
    const struct recording *const r = stage->recording;
    const struct ways ways = ways_until(r, stage->instant->event);
    const double above = signs_height(stage->theme, box.w);

    box.y += above;
    box.h -= above;
    for (int k = 0; k < 2 * ways.in; k++) {
        const int from = k / 2, to = ways.to[from];
        const struct box at =
            cell_in(box, &ways, k & 1 ? to : from, k & 1, stage->theme);
        const char *value;
        const int length = recording_value(r->given, from, &value);
        if ((k & 1 && to < 0) || x < at.x || x > at.x + at.w || y < at.y ||
            y > at.y + at.h)
            continue;
        if (to < 0)
            snprintf(line, bytes, "in[%d] = %.*s", from, length, value);
        else
            snprintf(line, bytes, "in[%d] = %.*s goes to out[%d]", from, length,
                     value, to);
        return true;
    }
    return false;
}

const struct scene scene_ways = {
    .name = "ways",
    .about = "where each element of a small application goes",
    .lacks = lacks,
    .draw = draw,
    .tell = tell,
};
