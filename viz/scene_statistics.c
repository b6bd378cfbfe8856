/* scene_statistics.c - how far tiles looked back and how long that took, and
 * how many are X, A and P.
 *
 *     looked back    #            tiles   PPPPPPPPPPPPPP
 *                    # # . .             AAAA
 *     took             #                 XXXXXXXX
 *                    . # #               time ->
 */
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BARS = 12, SAMPLES = 160 };

/* Tiles by some number of theirs. Bar k holds what is below limit[k] and not
 * below the limit before it. */
struct histogram {
    double limit[BARS];
    int all[BARS]; /* at the recording's end */
    int now[BARS]; /* of them, those until now */
    char name[BARS][16];
};

static int bar_of_value(const struct histogram *h, double value)
{
    int k = 0;

    while (k + 1 < BARS && value >= h->limit[k])
        k++;
    return k;
}

/* --------------------------------------------------------------- distances */

/* Tiles that the look-back of this look's tile has passed, or -1: it has not
 * ended with this look. */
static int distance_of(const struct event *e)
{
    return e->kind == EVENT_LOOK && e->look.found >= 0 && e->tile >= 0
               ? e->tile - e->look.found
               : -1;
}

/* One bar for each distance, or where they are too many for each power of 2. */
static void name_distances(struct histogram *h, int most)
{
    for (int k = 0; k < BARS; k++) {
        const int low = most <= BARS ? k + 1 : 1 << k;
        const int high = most <= BARS ? k + 1 : (2 << k) - 1;
        h->limit[k] = high + 1;
        if (k + 1 == BARS && most > high)
            snprintf(h->name[k], sizeof h->name[k], "%d+", low);
        else if (low == high)
            snprintf(h->name[k], sizeof h->name[k], "%d", low);
        else
            snprintf(h->name[k], sizeof h->name[k], "%d-%d", low, high);
    }
}

static void count_distances(const struct recording *recording, double until,
                            struct histogram *h)
{
    int most = 0;

    for (int i = 0; i < recording->events; i++)
        most = (int)fmax(most, distance_of(&recording->event[i]));
    name_distances(h, most);
    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        const int distance = distance_of(e);
        if (distance < 1)
            continue;
        h->all[bar_of_value(h, distance)]++;
        h->now[bar_of_value(h, distance)] += e->at <= until;
    }
}

/* ------------------------------------------------------------------- waits */

static bool is_look_back(const struct event *e)
{
    return e->kind == EVENT_PHASE && e->phase == PHASE_LOOK_BACK;
}

static void count_waits(const struct recording *recording, double until,
                        struct histogram *h)
{
    double most = 0;

    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        if (is_look_back(e))
            most = fmax(most, e->until - e->at);
    }
    for (int k = 0; k < BARS; k++) {
        h->limit[k] = most * (k + 1) / BARS;
        snprintf(h->name[k], sizeof h->name[k],
                 h->limit[k] < 99.5 ? "%.2g" : "%.0f", h->limit[k]);
    }
    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        if (!is_look_back(e))
            continue;
        h->all[bar_of_value(h, e->until - e->at)]++;
        h->now[bar_of_value(h, e->until - e->at)] += e->until <= until;
    }
}

/* ----------------------------------------------------------------- drawing */

static void draw_histogram(cairo_t *cr, const struct theme *theme,
                           const struct histogram *h, const char *title,
                           struct box box)
{
    const double text = theme->text * 0.75, w = box.w / BARS;
    const double foot = text * 1.6, high = box.h - foot - theme->text * 2.6;
    int most = 1;

    use_colour(cr, theme, COLOUR_INK);
    draw_text(cr, theme, title, theme->text, box.x, box.y + theme->text * 0.6,
              0, box.w);
    for (int k = 0; k < BARS; k++)
        most = h->all[k] > most ? h->all[k] : most;
    for (int k = 0; k < BARS; k++) {
        const double tall = high * h->now[k] / most;
        const struct box column = {box.x + k * w + w * 0.1,
                                   box.y + box.h - foot - tall, w * 0.8, tall};
        char count[16];
        if (h->now[k]) {
            use_colour(cr, theme, COLOUR_LOOK);
            fill_box(cr, column);
            use_colour(cr, theme, COLOUR_INK);
            hatch_box(cr, column, theme->text * 0.5, theme->line * 0.4);
            snprintf(count, sizeof count, "%d", h->now[k]);
            draw_text(cr, theme, count, text, column.x + w * 0.4,
                      column.y - text * 0.7, 0.5, w);
        }
        use_colour(cr, theme, COLOUR_INK);
        draw_text(cr, theme, h->name[k], text, column.x + w * 0.4,
                  box.y + box.h - foot * 0.4, 0.5, w * 0.95);
    }
}

/* Areas one above the other: P below, then A, then X. */
static void draw_states(cairo_t *cr, const struct recording *recording,
                        const struct moment *moment, const struct theme *theme,
                        struct box box)
{
    static const enum colour colours[] = {COLOUR_P, COLOUR_A, COLOUR_X};
    static const char *const names[] = {"P", "A", "X"};
    const double foot = theme->text * 2.4, head = theme->text * 2.2;
    const double high = box.h - foot - head, bottom = box.y + box.h - foot;
    const double step = box.w / SAMPLES;
    struct moment m;

    use_colour(cr, theme, COLOUR_INK);
    draw_text(cr, theme, "tiles that have published P, A, nothing", theme->text,
              box.x, box.y + theme->text * 0.6, 0, box.w);
    if (!recording->tiles || !moment_open(recording, &m))
        return;
    for (int s = 0; s < SAMPLES; s++) {
        double y = bottom;
        moment_go(recording, &m, recording->duration * (s + 0.5) / SAMPLES);
        for (int k = 0; k < 3; k++) {
            const double h = high * m.in_state[2 - k] / recording->tiles;
            const struct box bar = {box.x + s * step, y - h, step, h};
            if (h > 0) {
                use_colour(cr, theme, colours[k]);
                fill_box(cr, snap_box(bar));
            }
            y -= h;
        }
    }
    moment_close(&m);
    for (int k = 0; k < 3; k++) {
        char line[40];
        const double x = box.x + box.w * k / 3;
        use_colour(cr, theme, colours[k]);
        fill_box(cr, (struct box){x, bottom + theme->text * 0.8, theme->text,
                                  theme->text * 0.8});
        use_colour(cr, theme, COLOUR_INK);
        snprintf(line, sizeof line, "%s: %d", names[k],
                 moment->in_state[2 - k]);
        draw_text(cr, theme, line, theme->text, x + theme->text * 1.4,
                  bottom + theme->text * 1.2, 0, 0);
    }
    use_colour(cr, theme, COLOUR_WARN);
    cairo_set_line_width(cr, theme->line * 1.5);
    cairo_move_to(cr,
                  box.x + box.w * moment->at / fmax(recording->duration, 1e-9),
                  box.y + head);
    cairo_rel_line_to(cr, 0, high);
    cairo_stroke(cr);
}

static void draw(cairo_t *cr, const struct stage *stage, struct box box)
{
    const struct recording *const recording = stage->recording;
    const struct moment *const moment = stage->moment;
    const struct theme *const theme = stage->theme;
    const double gap = theme->text * 2;
    const double half = (box.h - gap * 0.5) / 2;
    const struct box upper = {box.x, box.y, (box.w - gap) / 2, half};
    const struct box lower = {box.x, box.y + half + gap * 0.5,
                              (box.w - gap) / 2, half};
    struct histogram far = {0}, waits = {0};
    const struct box right = {box.x + (box.w + gap) / 2, box.y,
                              (box.w - gap) / 2, box.h};

    count_distances(recording, moment->at, &far);
    draw_histogram(cr, theme, &far, "tiles looked back, to the prefix", upper);
    count_waits(recording, moment->at, &waits);
    draw_histogram(cr, theme, &waits,
                   recording->steps ? "looking back took, steps at most"
                                    : "looking back took, us at most",
                   lower);
    draw_states(cr, recording, moment, theme, right);
}

static const char *lacks(const struct recording *recording)
{
    for (int i = 0; i < recording->events; i++)
        if (recording->event[i].kind == EVENT_LOOK ||
            recording->event[i].kind == EVENT_PUBLISH)
            return NULL;
    return "Nobody looks back in this run, and nothing is published.";
}

const struct scene scene_statistics = {
    .lacks = lacks,
    .name = "statistics",
    .about = "how far tiles look back, how long; how many are X, A, P",
    .draw = draw,
};
