/* scene_lanes.c - a row for each slot of a multiprocessor, time to the right.
 *
 *     slot 0  | load | scan | look back  | store |
 *     slot 1     | load   | scan | look back     | store |
 *                            | now
 */
#include "picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/* What is seen of the lanes, pixel by pixel: how much of it each phase takes.
 * Thousands of phases may fall on one. */
struct raster {
    int x, width; /* pixels that are seen */
    int rows;
    float (*part)[PHASE_STORE + 1]; /* row by row */
};

static bool raster_open(cairo_t *cr, const struct lanes *lanes, int rows,
                        struct raster *raster)
{
    double x0, y0, x1, y1;

    cairo_clip_extents(cr, &x0, &y0, &x1, &y1);
    raster->x = (int)floor(fmax(x0, lanes->box.x));
    raster->width =
        (int)ceil(fmin(x1, lanes->box.x + lanes->box.w)) - raster->x;
    raster->rows = rows;
    if (raster->width <= 0 || rows <= 0)
        return false;
    raster->part =
        calloc((size_t)raster->width * (size_t)rows, sizeof *raster->part);
    return raster->part != NULL;
}

static void raster_add(struct raster *raster, const struct lanes *lanes,
                       const struct event *e)
{
    const double from = fmax(place(lanes, e->at) - raster->x, 0);
    const double to = fmin(place(lanes, e->until) - raster->x, raster->width);
    float(*const row)[PHASE_STORE + 1] =
        raster->part + (size_t)e->row * (size_t)raster->width;

    for (int x = (int)from; x < to; x++)
        row[x][e->phase] += (float)(fmin(to, x + 1) - fmax(from, x));
}

/* The phase that takes most of a pixel, if any takes some of it. */
static int phase_at(const struct raster *raster, int row, int x)
{
    const float *const part =
        raster->part[(size_t)row * (size_t)raster->width + (size_t)x];
    int most = PHASE_NONE;

    for (int phase = PHASE_LOAD; phase <= PHASE_STORE; phase++)
        if (part[phase] > part[most])
            most = phase;
    return most;
}

/* All pixels of a phase, as one path. */
static void add_phase(cairo_t *cr, const struct raster *raster,
                      const struct lanes *lanes, int phase)
{
    for (int row = 0; row < raster->rows; row++) {
        const double y = lanes->box.y + row * lanes->row + lanes->row * 0.12;
        for (int x = 0, from; x < raster->width; x++) {
            if (phase_at(raster, row, x) != phase)
                continue;
            for (from = x;
                 x < raster->width && phase_at(raster, row, x) == phase;)
                x++;
            add_box(cr, snap_box((struct box){raster->x + from, y, x - from,
                                              lanes->row * 0.76}));
        }
    }
}

static void draw_phases(cairo_t *cr, const struct stage *stage,
                        const struct lanes *lanes)
{
    const struct recording *const recording = stage->recording;
    struct raster raster;

    if (!raster_open(cr, lanes, recording->rows, &raster))
        return;
    for (int i = 0; i < recording->events; i++)
        if (recording->event[i].kind == EVENT_PHASE &&
            recording->event[i].row >= 0)
            raster_add(&raster, lanes, &recording->event[i]);
    for (int phase = PHASE_LOAD; phase <= PHASE_STORE; phase++) {
        use_colour(cr, stage->theme, colour_of((enum phase)phase));
        add_phase(cr, &raster, lanes, phase);
        if (phase != PHASE_LOOK_BACK) {
            cairo_fill(cr);
            continue;
        }
        cairo_fill_preserve(cr);
        use_colour(cr, stage->theme, COLOUR_INK);
        hatch_path(cr, lanes->row * 0.3, stage->theme->line * 0.4);
    }
    free(raster.part);
}

static void draw_block_name(cairo_t *cr, const struct theme *theme,
                            const struct lanes *lanes, const struct event *e)
{
    const double x = place(lanes, e->at);
    const double w = (e->until - e->at) * lanes->scale;
    char name[24];

    snprintf(name, sizeof name, e->tile < 0 ? "block %d" : "%d",
             e->tile < 0 ? e->block : e->tile);
    if (lanes->row < 9 || w < lanes->row * 0.8)
        return;
    draw_text(cr, theme, name, fmin(lanes->row * 0.55, theme->text), x + 3,
              lanes->box.y + (e->row + 0.5) * lanes->row, 0, w - 4);
}

/* On the first of its phases; where it tells of none, on its block. */
static void draw_names_of_blocks(cairo_t *cr, const struct stage *stage,
                                 const struct lanes *lanes)
{
    const struct recording *const recording = stage->recording;

    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        if (e->row < 0)
            continue;
        if (e->kind == EVENT_PHASE && e->phase == PHASE_LOAD) {
            cairo_set_source_rgb(cr, 0.04, 0.04, 0.04);
            draw_block_name(cr, stage->theme, lanes, e);
        } else if (e->kind == EVENT_BLOCK && e->tile < 0) {
            use_colour(cr, stage->theme, COLOUR_INK);
            draw_block_name(cr, stage->theme, lanes, e);
        }
    }
}

/* Blocks that tell no phases are bars too, below all others. */
static void draw_blocks(cairo_t *cr, const struct stage *stage,
                        const struct lanes *lanes)
{
    const struct recording *const recording = stage->recording;

    use_colour(cr, stage->theme, COLOUR_X);
    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        const struct box bar = {
            place(lanes, e->at),
            lanes->box.y + e->row * lanes->row + lanes->row * 0.12,
            (e->until - e->at) * lanes->scale, lanes->row * 0.76};
        if (e->kind == EVENT_BLOCK && e->row >= 0 && box_is_seen(cr, bar))
            add_box(cr, snap_box(bar));
    }
    cairo_fill(cr);
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

static struct lanes lanes_in(const struct stage *stage, struct box box)
{
    const double text = stage->theme->text;
    const double names = text * 4, legend = text * 1.5;

    return (struct lanes){
        .box = {box.x + names, box.y + legend, box.w - names, box.h - legend},
        .row =
            fmin((box.h - legend) / fmax(stage->recording->rows, 1), text * 2),
        .scale = (box.w - names) / fmax(stage->recording->duration, 1e-9)};
}

/* At the left of what is seen: with zoom, lanes pass below. */
static void draw_names(cairo_t *cr, const struct stage *stage,
                       const struct lanes *lanes, double width)
{
    const struct theme *const theme = stage->theme;
    const struct box window = scene_window(stage->view);
    const double top = lanes->box.y - window.y;

    use_colour(cr, theme, COLOUR_PAPER);
    fill_box(cr, (struct box){window.x, window.y, width, window.h});
    fill_box(cr, (struct box){window.x, window.y, window.w, top});
    draw_legend(cr, theme, window.x + width, window.y + top * 0.45);
    for (int row = 0; row < stage->recording->rows && lanes->row >= 9; row++) {
        use_colour(cr, theme, COLOUR_INK);
        draw_text(cr, theme, stage->recording->row_name[row],
                  fmin(lanes->row * 0.6, theme->text * 0.8),
                  window.x + width - theme->text * 0.4,
                  lanes->box.y + (row + 0.5) * lanes->row, 1, width * 0.9);
    }
}

static void draw(cairo_t *cr, const struct stage *stage, struct box box)
{
    const struct recording *const recording = stage->recording;
    const struct moment *const moment = stage->moment;
    const struct theme *const theme = stage->theme;
    const struct lanes lanes = lanes_in(stage, box);

    draw_blocks(cr, stage, &lanes);
    draw_phases(cr, stage, &lanes);
    draw_names_of_blocks(cr, stage, &lanes);
    use_colour(cr, theme, COLOUR_WARN);
    cairo_set_line_width(cr, theme->line * 1.5);
    cairo_move_to(cr, place(&lanes, moment->at), lanes.box.y);
    cairo_rel_line_to(cr, 0, lanes.row * recording->rows);
    cairo_stroke(cr);
    draw_names(cr, stage, &lanes, lanes.box.x - box.x);
}

/* What a slot does at that time. */
static bool tell(const struct stage *stage, struct box box, double x, double y,
                 char *line, size_t bytes)
{
    static const char *const doing[] = {"", "loads", "scans", "looks back",
                                        "stores"};
    const struct recording *const recording = stage->recording;
    const struct lanes lanes = lanes_in(stage, box);
    const int row = (int)floor((y - lanes.box.y) / lanes.row);
    const double at = (x - lanes.box.x) / lanes.scale;

    if (row < 0 || row >= recording->rows)
        return false;
    const char *const unit = recording->steps ? "steps" : "us";
    const struct event *block = NULL;
    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        if (e->row != row || e->at > at || at >= e->until)
            continue;
        if (e->kind == EVENT_PHASE) {
            snprintf(line, bytes, "%s: tile %d %s, %.4g %s",
                     recording->row_name[row], e->tile, doing[e->phase],
                     e->until - e->at, unit);
            return true;
        }
        if (e->kind == EVENT_BLOCK)
            block = e;
    }
    if (block)
        snprintf(line, bytes, "%s: block %d, %.4g %s", recording->row_name[row],
                 block->block, block->until - block->at, unit);
    return block != NULL;
}

const struct scene scene_lanes = {
    .wide = true,
    .tell = tell,
    .name = "lanes",
    .about = "what the slots do, over time",
    .draw = draw,
};
