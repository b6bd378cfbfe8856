/* scene_lanes.c - a row for each slot of a multiprocessor, time to the right.
 *
 *     slot 0  | load | scan | look back  | store |
 *     slot 1     | load   | scan | look back     | store |
 *                            | now
 */
#include "picture.h"

#include <math.h>
#include <stdio.h>

static enum colour colour_of(enum phase phase)
{
    static const enum colour colours[] = {
        COLOUR_FAINT, COLOUR_LOAD, COLOUR_SCAN, COLOUR_LOOK, COLOUR_STORE};
    return colours[phase];
}

struct lanes {
    struct box box; /* without the names */
    double row;     /* height */
    double scale;   /* pixels a unit of time */
};

static double place(const struct lanes *lanes, double at)
{
    return lanes->box.x + at * lanes->scale;
}

static void draw_phase(cairo_t *cr, const struct theme *theme,
                       const struct lanes *lanes, const struct event *e)
{
    const struct box bar = {
        place(lanes, e->at),
        lanes->box.y + e->row * lanes->row + lanes->row * 0.12,
        fmax((e->until - e->at) * lanes->scale, 0.5), lanes->row * 0.76};

    use_colour(cr, theme, colour_of(e->phase));
    fill_box(cr, bar);
    if (e->phase == PHASE_LOOK_BACK) {
        use_colour(cr, theme, COLOUR_INK);
        hatch_box(cr, bar, lanes->row * 0.3, theme->line * 0.4);
    }
}

static void draw_tile_name(cairo_t *cr, const struct theme *theme,
                           const struct lanes *lanes, const struct event *e)
{
    const double x = place(lanes, e->at);
    const double w = (e->until - e->at) * lanes->scale;
    char name[16];

    snprintf(name, sizeof name, "%d", e->tile);
    if (e->tile < 0 || lanes->row < 9 || w < lanes->row * 0.8)
        return;
    cairo_set_source_rgb(cr, 0.04, 0.04, 0.04);
    draw_text(cr, theme, name, fmin(lanes->row * 0.55, theme->text), x + 3,
              lanes->box.y + (e->row + 0.5) * lanes->row, 0, w - 4);
}

/* What the colours are. */
static void draw_legend(cairo_t *cr, const struct theme *theme, double x,
                        double y)
{
    static const char *const names[] = {"", "load", "scan", "look back",
                                        "store"};

    for (int k = PHASE_LOAD; k <= PHASE_STORE; k++) {
        const struct box sample = {x, y - theme->text * 0.4, theme->text,
                                   theme->text * 0.8};
        use_colour(cr, theme, colour_of((enum phase)k));
        fill_box(cr, sample);
        use_colour(cr, theme, COLOUR_INK);
        if (k == PHASE_LOOK_BACK)
            hatch_box(cr, sample, theme->text * 0.3, theme->line * 0.4);
        draw_text(cr, theme, names[k], theme->text * 0.8, x + theme->text * 1.3,
                  y, 0, 0);
        x += theme->text * (k == PHASE_LOOK_BACK ? 6.5 : 4.5);
    }
}

static void draw(cairo_t *cr, const struct stage *stage, struct box box)
{
    const struct recording *const recording = stage->recording;
    const struct moment *const moment = stage->moment;
    const struct theme *const theme = stage->theme;
    const double names = theme->text * 4, legend = theme->text * 1.5;
    const struct lanes lanes = {
        .box = {box.x + names, box.y + legend, box.w - names, box.h - legend},
        .row =
            fmin((box.h - legend) / fmax(recording->rows, 1), theme->text * 2),
        .scale = (box.w - names) / fmax(recording->duration, 1e-9)};

    draw_legend(cr, theme, lanes.box.x, box.y + legend * 0.45);
    for (int row = 0; row < recording->rows && lanes.row >= 9; row++) {
        use_colour(cr, theme, COLOUR_INK);
        draw_text(cr, theme, recording->row_name[row],
                  fmin(lanes.row * 0.6, theme->text * 0.8),
                  lanes.box.x - theme->text * 0.4,
                  lanes.box.y + (row + 0.5) * lanes.row, 1, names * 0.9);
    }
    for (int i = 0; i < recording->events; i++)
        if (recording->event[i].kind == EVENT_PHASE &&
            recording->event[i].row >= 0)
            draw_phase(cr, theme, &lanes, &recording->event[i]);
    for (int i = 0; i < recording->events; i++)
        if (recording->event[i].kind == EVENT_BLOCK &&
            recording->event[i].row >= 0)
            draw_tile_name(cr, theme, &lanes, &recording->event[i]);
    use_colour(cr, theme, COLOUR_WARN);
    cairo_set_line_width(cr, theme->line * 1.5);
    cairo_move_to(cr, place(&lanes, moment->at), lanes.box.y);
    cairo_rel_line_to(cr, 0, lanes.row * recording->rows);
    cairo_stroke(cr);
}

const struct scene scene_lanes = {
    .name = "lanes",
    .about = "what the slots do, over time",
    .draw = draw,
};
