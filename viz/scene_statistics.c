/* scene_statistics.c - how far tiles looked back, and how many are X, A and P.
 *
 *     looked back    #            tiles   PPPPPPPPPPPPPP
 *                    # #                 AAAA
 *                    # # . .             XXXXXXXX
 *                    1 2 3 4 ...         time ->
 */
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BARS = 16, SAMPLES = 160 };

/* Tiles whose look-back ended after so many tiles; the last bar: or more. */
static int distances(const struct recording *recording, double until,
                     int bar[MOST_BARS])
{
    int most = 0;

    memset(bar, 0, MOST_BARS * sizeof *bar);
    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        if (e->at > until)
            break;
        if (e->kind != EVENT_LOOK || e->look.found < 0 || e->tile < 0)
            continue;
        int distance = e->tile - e->look.found - 1;
        if (distance >= MOST_BARS)
            distance = MOST_BARS - 1;
        if (distance >= 0 && ++bar[distance] > most)
            most = bar[distance];
    }
    return most;
}

static void draw_distances(cairo_t *cr, const struct recording *recording,
                           const struct moment *moment,
                           const struct theme *theme, struct box box)
{
    int bar[MOST_BARS], all[MOST_BARS];
    const int most = distances(recording, INFINITY, all);
    const double w = box.w / MOST_BARS, foot = theme->text * 2.4;
    const double high = box.h - foot - theme->text * 2.2;

    distances(recording, moment->at, bar);
    use_colour(cr, theme, COLOUR_INK);
    draw_text(cr, theme, "tiles looked back over, until a prefix", theme->text,
              box.x, box.y + theme->text * 0.6, 0, box.w);
    for (int k = 0; k < MOST_BARS; k++) {
        const double h = most ? high * bar[k] / most : 0;
        const struct box column = {box.x + k * w + w * 0.1,
                                   box.y + box.h - foot - h, w * 0.8, h};
        char name[16];
        use_colour(cr, theme, COLOUR_LOOK);
        fill_box(cr, column);
        use_colour(cr, theme, COLOUR_INK);
        hatch_box(cr, column, theme->text * 0.5, theme->line * 0.4);
        snprintf(name, sizeof name, k + 1 < MOST_BARS ? "%d" : "%d+", k + 1);
        draw_text(cr, theme, name, theme->text * 0.8, column.x + w * 0.4,
                  box.y + box.h - foot + theme->text * 0.8, 0.5, w);
        snprintf(name, sizeof name, "%d", bar[k]);
        if (bar[k])
            draw_text(cr, theme, name, theme->text * 0.8, column.x + w * 0.4,
                      column.y - theme->text * 0.6, 0.5, w);
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
            const struct box bar = {box.x + s * step, y - h, step + 0.5, h};
            use_colour(cr, theme, colours[k]);
            fill_box(cr, bar);
            y -= h;
        }
    }
    moment_close(&m);
    for (int k = 0; k < 3; k++) {
        char line[40];
        use_colour(cr, theme, COLOUR_INK);
        snprintf(line, sizeof line, "%s: %d", names[k],
                 moment->in_state[2 - k]);
        draw_text(cr, theme, line, theme->text, box.x + box.w * (k + 0.5) / 3,
                  bottom + theme->text * 1.2, 0.5, 0);
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
    const struct box left = {box.x, box.y, (box.w - gap) / 2, box.h};
    const struct box right = {box.x + (box.w + gap) / 2, box.y,
                              (box.w - gap) / 2, box.h};

    draw_distances(cr, recording, moment, theme, left);
    draw_states(cr, recording, moment, theme, right);
}

const struct scene scene_statistics = {
    .name = "statistics",
    .about = "how far tiles look back; how many are X, A and P",
    .draw = draw,
};
