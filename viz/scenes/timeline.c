/* timeline.c - see timeline.h. */
#include "timeline.h"
#include "picture.h"
#include "signs.h"

#include <math.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* More spans are drawn as an image. */
enum { KINDS = PHASES, MANY = 1500 };

static double names_width(const struct stage *stage)
{
    return stage->theme->text * 4;
}

struct timeline timeline_in(const struct stage *stage, struct box box, int rows,
                            double most)
{
    const double names = names_width(stage);

    return (struct timeline){
        .box = {box.x + names, box.y, box.w - names, box.h},
        .rows = rows,
        .row = fmin(box.h / fmax(rows, 1), most),
        .gap = 0.1,
        .scale = (box.w - names) / time_axis(stage)};
}

double timeline_x(const struct timeline *timeline, double at)
{
    return timeline->box.x + at * timeline->scale;
}

int timeline_row_at(const struct timeline *timeline, double y)
{
    const double row = floor((y - timeline->box.y) / timeline->row);

    return row >= 0 && row < timeline->rows ? (int)row : -1;
}

struct box timeline_bar(const struct timeline *timeline, int row, double at,
                        double until)
{
    const double gap = timeline->row * timeline->gap;

    return (struct box){
        timeline_x(timeline, at), timeline->box.y + row * timeline->row + gap,
        (until - at) * timeline->scale, timeline->row - 2 * gap};
}

bool timeline_has_room(const struct stage *stage,
                       const struct timeline *timeline)
{
    return timeline->row * 0.8 >= stage->theme->least * 0.78;
}

/* The left edge of a plate of this width in the bar, beside the line of the present.
 * NAN: it does not fit. */
static double place_of_words(const struct stage *stage,
                             const struct timeline *timeline, struct box bar,
                             double w, bool at_left)
{
    const double now = timeline_x(timeline, stage->instant->at);
    const double clear = stage->theme->text * 0.25, end = bar.x + bar.w;
    const double x = at_left ? bar.x : bar.x + (bar.w - w) / 2;

    if (w > bar.w)
        return NAN;
    if (x >= now + clear || x + w <= now - clear)
        return x;
    return now + clear + w <= end     ? now + clear
           : now - clear - w >= bar.x ? now - clear - w
                                      : NAN;
}

bool timeline_words(struct drawing *d, const struct stage *stage,
                    const struct timeline *timeline, struct box bar,
                    const struct words *words)
{
    const struct theme *const theme = stage->theme;
    const double size = fmax(fmin(bar.h * 0.75, theme->text), theme->least);
    const double w = text_room(words->text, size) + size * 0.3;

    if (!*words->text)
        return false;
    const double x = place_of_words(stage, timeline, bar, w, words->at_left);
    if (isnan(x))
        return false;
    use_colour(d, words->colour);
    fill_box(d, (struct box){x, bar.y, w, bar.h});
    use_ink_on(d, words->colour);
    draw_whole(d, words->text, size, x + w / 2, bar.y + bar.h / 2, 0.5, 0);
    return true;
}

/* ------------------------------------------------------------------ phases */

/* The visible part of the timeline, pixel by pixel: how much of a pixel each phase
 * takes. Thousands of phases can fall on one pixel. */
struct raster {
    int x, width; /* the visible pixels */
    int rows;
    float (*part)[KINDS]; /* row by row */
    signed char *won;     /* the phase that is drawn, or -1 */
};

static bool raster_open(struct drawing *d, const struct timeline *timeline,
                        struct raster *raster)
{
    const struct box seen = d->clip[d->clips];

    *raster = (struct raster){.x = (int)floor(fmax(seen.x, timeline->box.x)),
                              .rows = timeline->rows};
    raster->width =
        (int)ceil(fmin(seen.x + seen.w, timeline->box.x + timeline->box.w)) -
        raster->x;
    if (raster->width <= 0 || timeline->rows <= 0)
        return false;
    const size_t pixels = (size_t)raster->width * (size_t)timeline->rows;
    raster->part = calloc(pixels, sizeof *raster->part);
    raster->won = calloc(pixels, sizeof *raster->won);
    return raster->part && raster->won;
}

static void raster_close(struct raster *raster)
{
    free(raster->part);
    free(raster->won);
}

static void raster_add(struct raster *raster, const struct timeline *timeline,
                       const struct span *span)
{
    const double from = fmax(timeline_x(timeline, span->at) - raster->x, 0);
    const double to =
        fmin(timeline_x(timeline, span->until) - raster->x, raster->width);
    float(*const row)[KINDS] =
        raster->part + (size_t)span->row * (size_t)raster->width;

    for (int x = (int)from; x < to; x++)
        row[x][span->phase] += (float)(fmin(to, x + 1) - fmax(from, x));
}

/* The phase that takes most of a pixel; if there is none, the block. */
static void raster_choose(struct raster *raster)
{
    for (int i = 0; i < raster->rows * raster->width; i++) {
        const float *const part = raster->part[i];
        int most = PHASE_LOAD;
        for (int phase = PHASE_SCAN; phase < KINDS; phase++)
            if (part[phase] > part[most])
                most = phase;
        raster->won[i] = (signed char)(part[most] > 0         ? most
                                       : part[PHASE_NONE] > 0 ? PHASE_NONE
                                                              : -1);
    }
}

/* For very many phases: as an image. */
static void draw_pixels(struct drawing *d, const struct stage *stage,
                        const struct raster *raster,
                        const struct timeline *timeline, double apart)
{
    const struct box all = timeline_bar(timeline, 0, 0, 0);
    const int h = (int)ceil(timeline->row * timeline->rows);
    const int w = raster->width;
    uint32_t *line =
        draw_image(d, w, h < 1 ? 1 : h,
                   (struct box){raster->x, timeline->box.y, 1, 1}, true);
    struct weave weave[KINDS]; /* all of one side */
    const uint32_t *woven[KINDS];

    for (int k = 0; k < KINDS; k++)
        weave_sign(stage->theme, sign_of_phase((enum phase)k), apart,
                   &weave[k]);
    for (int y = 0; line && y < h; y++, line += w) {
        const int row = (int)fmin(y / timeline->row, timeline->rows - 1);
        const double within = y - row * timeline->row;
        const signed char *const won =
            raster->won + (ptrdiff_t)row * raster->width;
        if (timeline->row > 3 && (within < timeline->row * 0.1 ||
                                  within > timeline->row * 0.1 + all.h))
            continue;
        for (int k = 0; k < KINDS; k++)
            woven[k] = weave_line(&weave[k], y);
        for (int x = 0, at = 0; x < raster->width; x++) {
            if (won[x] >= 0)
                line[x] = 0xff000000 | woven[won[x]][at];
            at = at + 1 < weave->side ? at + 1 : 0;
        }
    }
}

/* All pixels of a phase, as one path. */
static void add_phase(struct drawing *d, const struct raster *raster,
                      const struct timeline *timeline, int phase)
{
    for (int row = 0; row < raster->rows; row++) {
        const signed char *const won =
            raster->won + (size_t)row * (size_t)raster->width;
        struct box bar = timeline_bar(timeline, row, 0, 0);
        for (int x = 0; x < raster->width; x++) {
            const int from = x;
            while (x < raster->width && won[x] == phase)
                x++;
            bar.x = raster->x + from;
            bar.w = x - from;
            if (x > from)
                add_box(d, snap_box(bar));
        }
    }
}

static void draw_paths(struct drawing *d, const struct stage *stage,
                       const struct raster *raster,
                       const struct timeline *timeline, double apart)
{
    const bool of_ranks = stage->recording->ranks > 0;
    const int first = of_ranks ? PHASE_REDUCE_SLICE : PHASE_NONE;
    const int end = of_ranks ? PHASES : PHASE_REDUCE_SLICE;

    for (int phase = first; phase < end; phase++) {
        add_phase(d, raster, timeline, phase);
        fill_sign(d, stage->theme, sign_of_phase((enum phase)phase), apart);
    }
}

/* A frame around each block that is wide enough. */
static void draw_outlines(struct drawing *d, const struct stage *stage,
                          const struct timeline *timeline)
{
    use_colour(d, COLOUR_FAINT);
    for (int i = 0; i < stage->recording->spans; i++) {
        const struct span *const span = &stage->recording->span[i];
        if (span->phase != PHASE_NONE)
            continue;
        const struct box bar =
            timeline_bar(timeline, span->row, span->at, span->until);
        if (bar.w > stage->theme->least * 3 && box_is_seen(d, bar))
            add_box(d, snap_box(bar));
    }
    use_width(d, stage->theme->line * 0.5);
    path_stroke(d);
}

/* A phase's bar: the tile's number, unless an earlier phase has it, and the phase's name
 * for the tile that acts; the legend explains the others. True: the number was
 * written. */
static bool draw_phase(struct drawing *d, const struct stage *stage,
                       const struct timeline *timeline, const struct span *span,
                       bool acts, bool numbered)
{
    const struct sign *const sign = sign_of_phase(span->phase);
    const struct box bar =
        timeline_bar(timeline, span->row, span->at, span->until);
    const bool is_load = span->phase == PHASE_LOAD;
    char name[24], both[48];

    if (span->tile < 0)
        return timeline_words(
            d, stage, timeline, bar,
            &(struct words){sign->words, sign->colour, false});

    snprintf(name, sizeof name, "%d", span->tile);
    snprintf(both, sizeof both, "%s %s", name, sign->words);
    if (numbered && acts)
        timeline_words(d, stage, timeline, bar,
                       &(struct words){sign->words, sign->colour, false});
    return numbered ||
           (acts && !is_load &&
            timeline_words(d, stage, timeline, bar,
                           &(struct words){both, sign->colour, true})) ||
           timeline_words(d, stage, timeline, bar,
                          &(struct words){name, sign->colour, true});
}

/* A block that reports no phases shows its number. */
static void draw_words(struct drawing *d, const struct stage *stage,
                       const struct timeline *timeline)
{
    const int tile =
        tile_in_view(stage->recording, stage->instant, stage->view);
    int *const numbered = calloc((size_t)timeline->rows, sizeof *numbered);

    for (int i = 0; numbered && i < stage->recording->spans; i++) {
        const struct span *const span = &stage->recording->span[i];
        const struct box bar =
            timeline_bar(timeline, span->row, span->at, span->until);
        char name[24];
        if (bar.w < stage->theme->least * 0.6 || !box_is_seen(d, bar))
            continue;
        snprintf(name, sizeof name, "block %d", span->block);
        if (span->phase == PHASE_NONE && span->tile < 0)
            timeline_words(d, stage, timeline, bar,
                           &(struct words){name, COLOUR_X, true});
        else if (span->phase != PHASE_NONE &&
                 draw_phase(d, stage, timeline, span, span->tile == tile,
                            numbered[span->row] == span->tile + 1))
            numbered[span->row] = span->tile + 1;
    }
    free(numbered);
}

void timeline_draw(struct drawing *d, const struct stage *stage,
                   const struct timeline *timeline)
{
    const struct recording *const recording = stage->recording;
    const double apart = fmax(timeline->row * 0.25, stage->theme->least * 0.3);
    struct raster raster;

    if (raster_open(d, timeline, &raster)) {
        for (int i = 0; i < recording->spans; i++)
            raster_add(&raster, timeline, &recording->span[i]);
        raster_choose(&raster);
        if (recording->spans > MANY)
            draw_pixels(d, stage, &raster, timeline, apart);
        else
            draw_paths(d, stage, &raster, timeline, apart);
    }
    raster_close(&raster);
    if (timeline->row < stage->theme->least * 0.5)
        return;
    draw_outlines(d, stage, timeline);
    if (timeline_has_room(stage, timeline))
        draw_words(d, stage, timeline);
}

/* ------------------------------------------------------------------- names */

/* The step between rows with a name: 1, 2, 5, 10, ... */
static int name_step(const struct timeline *timeline, double least)
{
    static const int factor[] = {1, 2, 5};
    int ten = 1;

    for (int k = 0;; k++) {
        if (k > 0 && k % 3 == 0)
            ten *= 10;
        if (factor[k % 3] * ten * timeline->row >= least ||
            ten >= timeline->rows)
            return factor[k % 3] * ten;
    }
}

void timeline_slot_name(const struct recording *recording, int row, char *name,
                        size_t bytes)
{
    snprintf(name, bytes, "%s", recording->row_name[row]);
}

void timeline_names(struct drawing *d, const struct stage *stage,
                    const struct timeline *timeline,
                    void (*name)(const struct recording *recording, int row,
                                 char *name, size_t bytes))
{
    const struct theme *const theme = stage->theme;
    const double x = scene_window(stage->view).x, w = names_width(stage);
    const double size =
        fmax(fmin(timeline->row * 0.7, theme->small), theme->least);
    const int step = name_step(timeline, size * 0.85);
    char line[80];

    use_colour(d, COLOUR_PAPER);
    fill_box(d, (struct box){x, timeline->box.y, w, timeline->box.h});
    use_colour(d, COLOUR_INK);
    for (int row = 0; row < timeline->rows; row += step) {
        name(stage->recording, row, line, sizeof line);
        draw_text(d, line, size, x + w - theme->text * 0.4,
                  timeline->box.y + (row + 0.5) * timeline->row, 1,
                  w - theme->text * 0.4);
    }
}

/* ------------------------------------------------------------------ legend */

static int signs_of(const struct stage *stage, const struct sign *signs[KINDS])
{
    bool used[KINDS] = {false};
    int count = 0;

    for (int i = 0; i < stage->recording->spans && i < MANY; i++)
        used[stage->recording->span[i].phase] = true;
    for (int phase = PHASE_LOAD; phase < KINDS; phase++)
        if (used[phase])
            signs[count++] = sign_of_phase((enum phase)phase);
    return count;
}

double timeline_legend_height(const struct stage *stage)
{
    const struct sign *signs[KINDS];

    return legend_height(stage->theme, signs, signs_of(stage, signs),
                         scene_window(stage->view).w - names_width(stage));
}

void timeline_legend(struct drawing *d, const struct stage *stage, double y)
{
    const struct box window = scene_window(stage->view);
    const double names = names_width(stage);
    const struct sign *signs[KINDS];
    const int count = signs_of(stage, signs);

    use_colour(d, COLOUR_PAPER);
    fill_box(
        d, (struct box){window.x, y, window.w, timeline_legend_height(stage)});
    draw_legend(d, stage->theme, signs, count,
                (struct box){window.x + names, y, window.w - names, 0});
}

void timeline_now(struct drawing *d, const struct stage *stage,
                  const struct timeline *timeline, double from, double to)
{
    const double x = timeline_x(timeline, stage->instant->at);

    use_colour(d, COLOUR_WARN);
    use_width(d, stage->theme->line * 1.5);
    path_move(d, x, from);
    path_line(d, x, to);
    path_stroke(d);
    draw_head_of_arrow(d, x, from, M_PI / 2, stage->theme->text * 0.5);
}

/* ------------------------------------------------------------------- hover */

const struct span *timeline_span_at(const struct stage *stage,
                                    const struct timeline *timeline, double x,
                                    double y)
{
    const int row = timeline_row_at(timeline, y);
    const double at = (x - timeline->box.x) / timeline->scale;
    const struct span *found = NULL;

    for (int i = 0; row >= 0 && i < stage->recording->spans; i++) {
        const struct span *const span = &stage->recording->span[i];
        if (span->row == row && span->at <= at && at < span->until &&
            (!found || span->phase != PHASE_NONE))
            found = span;
    }
    return found;
}

void timeline_tell(const struct recording *recording, const struct span *span,
                   char *line, size_t bytes)
{
    static const char *const doing[PHASES] = {
        "",        "loads",     "scans",   "looks back",
        "stores",  "counts",    "reduces", "scatters",
        "reduces", "exchanges", "scans",   "applies its carry"};
    const char *const unit = recording->steps ? "steps" : "us";
    const char *const slot = recording->row_name[span->row];
    const double took = span->until - span->at;

    if (span->phase == PHASE_NONE)
        snprintf(line, bytes, "%s: block %d, %.4g %s", slot, span->block, took,
                 unit);
    else if (span->tile < 0)
        snprintf(line, bytes, "%s %s, %.4g %s", slot, doing[span->phase], took,
                 unit);
    else
        snprintf(line, bytes, "%s: tile %d %s, %.4g %s", slot, span->tile,
                 doing[span->phase], took, unit);
}
