/* scene_ways.c - the paths of elements from the input to the output.
 *
 *     in     3  1  4  1 | 5  9  2  6      | between two tiles
 *            |  |   \  \ /              a line from each element that
 *            |  |   / \/ \              is written
 *     out    3  1  1  5 ...
 *
 * An element is identified by its value, so all must differ; it is drawn once a thread
 * has written it. If there are two passes, the elements after the first pass
 * are drawn in the middle.
 */
#include "picture.h"
#include "signs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The paths up to an event. */
struct ways {
    int in, out, passes; /* elements, and rows below the input */
    /* The target of each element of the row above, or -1: not yet. */
    int to[MAX_PASSES][MAX_WAYS];
    int newest_pass, newest; /* source of the newest path, or -1 */
};

static struct ways ways_until(const struct recording *r, int until)
{
    struct ways ways = {.out = r->ways, .passes = r->passes, .newest = -1};
    const char *at;
    int event = -1;

    while (ways.in < MAX_WAYS && recording_value(r->given, ways.in, &at) > 0)
        ways.in++;
    memset(ways.to, -1, sizeof ways.to);
    for (int pass = 0; pass < r->passes; pass++)
        for (int k = 0; k < r->ways; k++) {
            const struct way *const way = &r->way[pass][k];
            if (way->event > until)
                continue;
            ways.to[pass][way->from] = k;
            if (way->event > event) {
                event = way->event;
                ways.newest = way->from;
                ways.newest_pass = pass;
            }
        }
    return ways;
}

/* The value of a cell in a row (row 0 is the input), or NULL: none yet. */
static const char *value_of(const struct recording *r, const struct ways *ways,
                            int row, int cell, int *bytes)
{
    const char *value = NULL;

    while (row > 0) {
        const struct way *const way = &r->way[--row][cell];
        if (ways->to[row][way->from] != cell)
            return NULL;
        cell = way->from;
    }
    *bytes = recording_value(r->given, cell, &value);
    return value;
}

static const char *lacks(const struct recording *r)
{
    return r->ways > 0
               ? NULL
               : "This scene shows an application that moves at most 64 "
                 "elements, no two of them alike (-i FILE).";
}

static const struct sign forwards = {"moves towards the front", COLOUR_LOOK,
                                     HATCH_NONE};
static const struct sign backwards = {"stays, or moves towards the back",
                                      COLOUR_STORE, HATCH_NONE};
static const struct sign *const signs[] = {&forwards, &backwards};

static double signs_height(const struct theme *theme, double width)
{
    return legend_height(theme, signs, 2, width) + theme->text * 0.5;
}

/* The box of a cell in a row (row 0 is the input). */
static struct box cell_in(struct box box, const struct ways *ways, int cell,
                          int row, const struct theme *theme)
{
    const double names = theme->text * (ways->passes > 1 ? 3.8 : 2.6);
    const double step = (box.w - names) / ways->in;
    const double h = fmin(theme->text * 2.2, box.h * 0.14);
    const double top = box.y + theme->text * 1.6;
    const double last = box.y + box.h - h - theme->text;

    return (struct box){box.x + names + step * cell,
                        row ? top + (last - top) * row / ways->passes : top,
                        step * 0.86, h};
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
        const struct box a = cell_in(box, ways, (int)t->begin, 0, theme);
        const struct box b = cell_in(box, ways, (int)last, 0, theme);
        if (ways->passes > 1) /* numbers of a tile would be of one digit */
            snprintf(words, sizeof words, "tile %d", k);
        else
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

/* "digit 1: 5, at 6": five elements have it, and the first of them goes to place 6; in
 * four lengths. */
enum { DIGIT_FORMS = 4 };
static const double digits_height = 1.95; /* in lines of their size */

static void say_digit(const struct digit *digit, int form, char *out,
                      size_t bytes)
{
    const int used =
        snprintf(out, bytes, "%s%d", form == 0 ? "digit " : "", digit->value);

    if (form < 3)
        snprintf(out + used, bytes - (size_t)used,
                 form < 2 ? ": %d, at %d" : ": %d", digit->count, digit->begin);
}

/* The places of a digit in the row below a pass. */
static struct box box_of_digit(const struct stage *stage,
                               const struct ways *ways, struct box box,
                               int pass, const struct digit *digit)
{
    const struct theme *const theme = stage->theme;
    const int last = digit->begin + digit->count - 1;
    const struct box a = cell_in(box, ways, digit->begin, pass + 1, theme);
    const struct box b = cell_in(box, ways, last, pass + 1, theme);

    return (struct box){a.x, a.y - theme->small * digits_height,
                        b.x + b.w - a.x, theme->small * 1.5};
}

/* The longest form that fits for three of four digits. */
static int form_of_digits(const struct stage *stage, const struct ways *ways,
                          struct box box, int pass)
{
    const struct recording *const r = stage->recording;
    char words[48];
    int form = 0;

    for (; form + 1 < DIGIT_FORMS; form++) {
        int fit = 0;
        for (int k = 0; k < r->digits[pass]; k++) {
            say_digit(&r->digit[pass][k], form, words, sizeof words);
            fit += text_width(stage->theme, words, stage->theme->small) <
                   box_of_digit(stage, ways, box, pass, &r->digit[pass][k]).w;
        }
        if (fit * 4 >= r->digits[pass] * 3)
            break;
    }
    return form;
}

/* A line above the places of each digit, with as much text as fits. */
static void draw_digits(struct drawing *d, const struct stage *stage,
                        const struct ways *ways, struct box box, int pass)
{
    const struct recording *const r = stage->recording;
    const struct theme *const theme = stage->theme;
    char words[48];

    if (r->digits[pass] == 0 || stage->instant->event < r->counted[pass])
        return;
    const int most = form_of_digits(stage, ways, box, pass);
    const struct box left = cell_in(box, ways, 0, pass + 1, theme);
    const struct box right = cell_in(box, ways, ways->out - 1, pass + 1, theme);
    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){left.x, left.y - theme->small * digits_height,
                             right.x + right.w - left.x, theme->small * 1.5});
    use_colour(d, COLOUR_INK);
    for (int k = 0; k < r->digits[pass]; k++) {
        const struct digit *const digit = &r->digit[pass][k];
        const struct box at = box_of_digit(stage, ways, box, pass, digit);
        int form = most;
        do
            say_digit(digit, form, words, sizeof words);
        while (text_width(theme, words, theme->small) > at.w &&
               ++form < DIGIT_FORMS);
        fill_box(d, (struct box){at.x, at.y + at.h - theme->line, at.w,
                                 theme->line * 1.6});
        draw_whole(d, words, theme->small, at.x + at.w / 2,
                   at.y + theme->small * 0.7, 0.5, at.w);
    }
}

/* "in", "pass 1", "out" */
static void draw_row_name(struct drawing *d, const struct stage *stage,
                          const struct ways *ways, struct box box, int row)
{
    const struct box first = cell_in(box, ways, 0, row, stage->theme);
    char words[16] = "in";

    if (row == ways->passes && ways->passes < 2)
        snprintf(words, sizeof words, "out");
    else if (row > 0)
        snprintf(words, sizeof words, "pass %d", row);
    use_colour(d, COLOUR_INK);
    draw_text(d, words, stage->theme->text, box.x, first.y + first.h / 2, 0, 0);
}

/* The cells of a row, empty until they are written; in the output every eighth has its
 * index. A cell has the colour of the path that begins there, in the last row of the
 * path that ends there. */
static void draw_row(struct drawing *d, const struct stage *stage,
                     const struct ways *ways, struct box box, int row)
{
    const struct recording *const r = stage->recording;
    const struct theme *const theme = stage->theme;
    const int cells = row ? ways->out : ways->in;
    char words[16];

    draw_row_name(d, stage, ways, box, row);
    for (int k = 0; k < cells; k++) {
        const struct box at = cell_in(box, ways, k, row, theme);
        enum colour colour = COLOUR_PAPER;
        int bytes = 0;
        const char *const value = value_of(r, ways, row, k, &bytes);
        if (row < ways->passes && ways->to[row][k] >= 0)
            colour = colour_of_way(k, ways->to[row][k]);
        else if (row == ways->passes && value)
            colour = colour_of_way(r->way[row - 1][k].from, k);
        draw_cell(d, stage, at, value, bytes, colour);
        if (row < ways->passes || k % 8)
            continue;
        snprintf(words, sizeof words, "%d", k);
        use_colour(d, COLOUR_INK);
        draw_text(d, words, theme->small * 0.85, at.x + at.w / 2,
                  at.y + at.h + theme->text * 0.5, 0.5, 0);
    }
}

static void draw_ways(struct drawing *d, const struct stage *stage,
                      const struct ways *ways, struct box box, int pass)
{
    const struct theme *const theme = stage->theme;
    const bool has_newest = ways->newest >= 0 && pass == ways->newest_pass;

    for (int k = 0; k <= ways->in; k++) {
        const bool is_newest = k == ways->in; /* above all others */
        const int from = is_newest ? ways->newest : k;
        if (is_newest
                ? !has_newest
                : ways->to[pass][k] < 0 || (has_newest && k == ways->newest))
            continue;
        const int to = ways->to[pass][from];
        struct box end = cell_in(box, ways, to, pass + 1, theme);
        if (stage->recording->digits[pass] > 0)
            end.y -= theme->small * digits_height;
        draw_way(d, stage, cell_in(box, ways, from, pass, theme), end,
                 colour_of_way(from, to), is_newest);
    }
}

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    const struct recording *const r = stage->recording;
    const struct theme *const theme = stage->theme;
    struct ways ways = ways_until(r, stage->instant->event);

    if (stage->instant->at >= r->duration)
        ways.newest = -1; /* at the end, all paths look the same */
    const double above = signs_height(theme, box.w);
    draw_legend(d, theme, signs, 2, (struct box){box.x, box.y, box.w, above});
    box.y += above;
    box.h -= above;

    draw_tile_names(d, stage, &ways, box);
    for (int pass = 0; pass < ways.passes; pass++)
        draw_ways(d, stage, &ways, box, pass);
    for (int pass = 0; pass < ways.passes; pass++)
        draw_digits(d, stage, &ways, box, pass);
    for (int row = 0; row <= ways.passes; row++)
        draw_row(d, stage, &ways, box, row);
}

/* "in[3] = 7 goes to out[11]"; of a row below: "out[11] = 7" */
static void tell_cell(const struct ways *ways, int row, int cell,
                      const char *value, int length, char *line, size_t bytes)
{
    const char *const names[] = {"in", ways->passes > 1 ? "pass 1" : "out",
                                 "out"};
    const int to = row < ways->passes ? ways->to[row][cell] : -1;
    const int used =
        snprintf(line, bytes, "%s[%d] = %.*s", names[row], cell, length, value);

    if (to >= 0 && used > 0 && (size_t)used < bytes)
        snprintf(line + used, bytes - (size_t)used, " goes to %s[%d]",
                 names[row + 1], to);
}

static bool tell(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes)
{
    const struct recording *const r = stage->recording;
    const struct ways ways = ways_until(r, stage->instant->event);
    const double above = signs_height(stage->theme, box.w);

    box.y += above;
    box.h -= above;
    for (int row = 0; row <= ways.passes; row++)
        for (int k = 0; k < (row ? ways.out : ways.in); k++) {
            const struct box at = cell_in(box, &ways, k, row, stage->theme);
            int length = 0;
            const char *const value = value_of(r, &ways, row, k, &length);
            if (!value || x < at.x || x > at.x + at.w || y < at.y ||
                y > at.y + at.h)
                continue;
            tell_cell(&ways, row, k, value, length, line, bytes);
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
