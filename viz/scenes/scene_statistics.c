/* scene_statistics.c - how far tiles looked back and how long that took, and
 * how many are X, A and P.
 *
 *     looked back    #            tiles   PPPPPPPPPPPPPP
 *                    # # . .             AAAA
 *     took             #                 XXXXXXXX
 *                    . # #               time ->
 */
#include "picture.h"
#include "signs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BARS = 12, SAMPLES = 160 };

/* Tiles by a number. Bar k counts the tiles below limit[k] and not below the previous
 * limit. */
struct histogram {
    int bars;
    double limit[BARS];
    int all[BARS]; /* at the recording's end */
    int now[BARS]; /* up to now */
    char name[BARS][16];
};

static int bar_of_value(const struct histogram *h, double value)
{
    int k = 0;

    while (k + 1 < h->bars && value >= h->limit[k])
        k++;
    return k;
}

/* --------------------------------------------------------------- distances */

static void name_number(char *name, size_t bytes, int number)
{
    if (number % 1024 == 0 && number >= 10240)
        snprintf(name, bytes, "%dk", number / 1024);
    else
        snprintf(name, bytes, "%d", number);
}

/* One bar for each possible distance or, if these are too many, for each power of 2 or
 * 4: the label is the least distance in the bar. */
static int name_distances(struct histogram *h, int tiles)
{
    const int most = tiles > 1 ? tiles - 1 : 1;
    const int times = most <= BARS ? 1 : most < 1 << BARS ? 2 : 4;
    int low = 1;

    for (h->bars = 0; h->bars < BARS && low <= most; h->bars++) {
        name_number(h->name[h->bars], sizeof *h->name, low);
        low = times == 1 ? low + 1 : low * times;
        h->limit[h->bars] = low;
    }
    return times;
}

/* Whether bars cover more than one distance each. */
static bool count_distances(const struct recording *recording, double until,
                            struct histogram *h)
{
    const bool many = name_distances(h, recording->tiles) > 1;

    for (int k = 0; k < recording->tiles; k++) {
        const struct tile *const t = &recording->tile[k];
        if (!(t->found <= recording->duration) || t->distance < 1)
            continue;
        const int bar = bar_of_value(h, t->distance);
        h->all[bar]++;
        h->now[bar] += t->found <= until;
    }
    return many;
}

/* ------------------------------------------------------------------- waits */

/* The number of bars whose labels fit. */
static int waits_in(const struct theme *theme, double width)
{
    enum { LETTERS = 4 };

    return (int)fmin(fmax(width / (theme->small * 0.62 * LETTERS), 3), BARS);
}

static void count_waits(const struct recording *recording, double until,
                        struct histogram *h)
{
    double most = 0;

    for (int i = 0; i < recording->spans; i++) {
        const struct span *const span = &recording->span[i];
        if (span->phase == PHASE_LOOK_BACK)
            most = fmax(most, span->until - span->at);
    }
    for (int k = 0; k < h->bars; k++) {
        h->limit[k] = most * (k + 1) / h->bars;
        snprintf(h->name[k], sizeof h->name[k],
                 h->limit[k] < 99.5 ? "%.2g" : "%.0f", h->limit[k]);
    }
    for (int i = 0; i < recording->spans; i++) {
        const struct span *const span = &recording->span[i];
        if (span->phase != PHASE_LOOK_BACK)
            continue;
        const int bar = bar_of_value(h, span->until - span->at);
        h->all[bar]++;
        h->now[bar] += span->until <= until;
    }
}

/* ----------------------------------------------------------------- drawing */

/* The place of the bars: below the title and the explanation, above their labels. */
struct bars {
    double left, bottom, high, w; /* w: width of a bar and its gap */
    int most;                     /* number of tiles in the highest bar */
};

static struct bars bars_in(const struct theme *theme, const struct histogram *h,
                           struct box box)
{
    const double foot = theme->small * 1.4, head = theme->text * 3.5;
    struct bars bars = {.left = box.x,
                        .bottom = box.y + box.h - foot,
                        .high = fmax(box.h - foot - head, 1),
                        .w = box.w / h->bars,
                        .most = 1};

    for (int k = 0; k < h->bars; k++)
        bars.most = h->all[k] > bars.most ? h->all[k] : bars.most;
    return bars;
}

/* Filled up to the present, with an outline and a number for the recording's end; the
 * present number is written where it hides nothing. */
static void draw_column(struct drawing *d, const struct theme *theme,
                        const struct histogram *h, const struct bars *bars,
                        int k)
{
    const double text = theme->small, w = bars->w * 0.8;
    const double now = bars->high * h->now[k] / bars->most;
    const double end = bars->high * h->all[k] / bars->most;
    const double x = bars->left + k * bars->w + bars->w * 0.1;
    char count[16];

    add_box(d, (struct box){x, bars->bottom - now, w, now});
    fill_sign(d, theme, sign_of_phase(PHASE_LOOK_BACK), text * 0.5);
    if (!h->all[k])
        return;
    use_colour(d, COLOUR_FAINT);
    stroke_box(d, (struct box){x, bars->bottom - end, w, end}, theme->line);
    use_colour(d, COLOUR_INK);
    snprintf(count, sizeof count, "%d", h->all[k]);
    draw_whole(d, count, text, x + w / 2, bars->bottom - end - text * 0.65, 0.5,
               bars->w);
    snprintf(count, sizeof count, "%d", h->now[k]);
    if (h->now[k] > 0 && end - now > text * 1.3)
        draw_whole(d, count, text, x + w / 2, bars->bottom - now - text * 0.65,
                   0.5, w);
}

/* Chooses the bars with labels: those that are not empty, and as many of the others as
 * have room. */
static void choose_names(const struct theme *theme, const struct histogram *h,
                         const struct bars *bars, bool *named)
{
    int letters = 1, step = 1;

    for (int k = 0; k < h->bars; k++)
        letters = (int)fmax(letters, (double)strlen(h->name[k]));
    while (step < h->bars &&
           step * bars->w < (letters + 0.4) * theme->small * 0.6)
        step++;
    for (int k = 0; k < h->bars; k++)
        named[k] = h->all[k] > 0;
    for (int k = 0; k < h->bars; k++) {
        bool free = true;
        for (int i = k - step + 1; i < k + step; i++)
            free = free && !(i >= 0 && i < h->bars && named[i]);
        named[k] = named[k] || free;
    }
}

static void draw_names(struct drawing *d, const struct theme *theme,
                       const struct histogram *h, const struct bars *bars)
{
    bool named[BARS];

    choose_names(theme, h, bars, named);
    use_colour(d, COLOUR_INK);
    for (int k = 0; k < h->bars; k++) {
        int before = k - 1, after = k + 1;
        while (before >= 0 && !named[before])
            before--;
        while (after < h->bars && !named[after])
            after++;
        const double room = fmin(fmin(k - before, after - k), 3) * bars->w;
        if (named[k])
            draw_whole(d, h->name[k], theme->small,
                       bars->left + (k + 0.5) * bars->w,
                       bars->bottom + theme->small * 0.77, 0.5, room * 0.92);
    }
}

static void draw_histogram(struct drawing *d, const struct theme *theme,
                           const struct histogram *h, const char *title,
                           struct box box)
{
    const struct bars bars = bars_in(theme, h, box);

    use_colour(d, COLOUR_INK);
    draw_text(d, title, theme->text, box.x, box.y + theme->text * 0.6, 0,
              box.w);
    draw_text(d, "tiles so far; outline: at the end", theme->small, box.x,
              box.y + theme->text * 1.8, 0, box.w);
    for (int k = 0; k < h->bars; k++)
        draw_column(d, theme, h, &bars, k);
    draw_names(d, theme, h, &bars);
    fill_box(d, (struct box){box.x, bars.bottom, box.w, theme->line});
}

/* The numbers of tiles that are X, A and P in each interval of time. */
struct states {
    int tiles[SAMPLES][3];
};

static int sample_of(const struct recording *recording, double at)
{
    const double part = at / fmax(recording->duration, 1e-9);

    return (int)fmin(fmax(ceil(part * SAMPLES - 0.5), 0), SAMPLES);
}

static void count_states(const struct recording *recording,
                         struct states *states)
{
    int begins[2][SAMPLES + 1] = {{0}};

    for (int k = 0; k < recording->tiles; k++) {
        const struct tile *const t = &recording->tile[k];
        begins[0][sample_of(recording, fmin(t->has_a, t->has_p))]++;
        begins[1][sample_of(recording, t->has_p)]++;
    }
    for (int s = 0, any = 0, p = 0; s < SAMPLES; s++) {
        any += begins[0][s];
        p += begins[1][s];
        states->tiles[s][0] = recording->tiles - any;
        states->tiles[s][1] = any - p;
        states->tiles[s][2] = p;
    }
}

/* One above the other: P below, then A, then X. */
static void draw_areas(struct drawing *d, const struct recording *recording,
                       const struct theme *theme, struct box box)
{
    const double step = box.w / SAMPLES;
    struct states states;

    count_states(recording, &states);
    for (int k = 0; k < 3; k++) {
        for (int s = 0; s < SAMPLES; s++) {
            const int *const tiles = states.tiles[s];
            const double below = k == 2   ? 0
                                 : k == 1 ? tiles[2]
                                          : tiles[2] + tiles[1];
            const double h = box.h * tiles[k] / recording->tiles;
            const double y = box.y + box.h * (1 - below / recording->tiles) - h;
            if (h > 0)
                add_box(d,
                        snap_box((struct box){box.x + s * step, y, step, h}));
        }
        fill_sign(d, theme, sign_of_flag("XAP"[k]), theme->least * 0.4);
    }
}

static void draw_states(struct drawing *d, const struct stage *stage,
                        struct box box)
{
    const struct recording *const recording = stage->recording;
    const struct instant *const instant = stage->instant;
    const struct theme *const theme = stage->theme;
    const double foot = theme->text * 4.4, head = theme->text * 1.6;
    const double w = box.w * recording->duration / time_axis(stage);
    const struct box area = {box.x, box.y + head, w, box.h - foot - head};
    const double x = box.x + box.w * instant->at / time_axis(stage);

    use_colour(d, COLOUR_INK);
    draw_text(d, "how many tiles are X, A, P", theme->text, box.x,
              box.y + theme->text * 0.6, 0, box.w);
    if (!recording->tiles)
        return;
    draw_areas(d, recording, theme, area);
    for (int k = 0; k < 3; k++) {
        const struct sign *const sign = sign_of_flag("PAX"[k]);
        const double y = area.y + area.h + theme->text * (1 + 1.3 * k);
        char line[80];
        add_box(d, (struct box){box.x, y - theme->text * 0.4, theme->text,
                                theme->text * 0.8});
        fill_sign(d, theme, sign, theme->least * 0.3);
        use_colour(d, COLOUR_INK);
        snprintf(line, sizeof line, "%d  %s", instant->in_state[2 - k],
                 sign->words);
        draw_text(d, line, theme->text, box.x + theme->text * 1.4, y, 0,
                  box.w - theme->text * 1.5);
    }
    use_colour(d, COLOUR_WARN);
    use_width(d, theme->line * 1.5);
    path_move(d, x, area.y);
    path_line(d, x, area.y + area.h);
    path_stroke(d);
    draw_head_of_arrow(d, x, area.y, M_PI / 2, theme->text * 0.5);
}

static void draw(struct drawing *d, const struct stage *stage, struct box box)
{
    const struct recording *const recording = stage->recording;
    const struct instant *const instant = stage->instant;
    const struct theme *const theme = stage->theme;
    const double gap = theme->text * 1.5;
    const double half = (box.h - gap * 0.4) / 2;
    const double w = (box.w - gap) / 2;
    struct histogram distances = {.bars = 0},
                     waits = {.bars = waits_in(theme, w)};

    const bool many = count_distances(recording, instant->at, &distances);
    draw_histogram(d, theme, &distances,
                   many ? "tiles back to the first prefix, at least"
                        : "tiles back to the first prefix",
                   (struct box){box.x, box.y, w, half});
    count_waits(recording, instant->at, &waits);
    draw_histogram(d, theme, &waits,
                   recording->steps
                       ? "duration of a tile's look-back, at most (steps)"
                       : "duration of a tile's look-back, at most (us)",
                   (struct box){box.x, box.y + half + gap * 0.4, w, half});
    draw_states(d, stage, (struct box){box.x + w + gap, box.y, w, box.h});
}

static const char *lacks(const struct recording *recording)
{
    for (int i = 0; i < recording->events; i++)
        if (recording->event[i].kind == EVENT_LOOK ||
            recording->event[i].kind == EVENT_PUBLISH)
            return NULL;
    return "No tile looks back in this run, and nothing is published.";
}

const struct scene scene_statistics = {
    .lacks = lacks,
    .name = "statistics",
    .about = "how far and how long tiles look back; how many are X, A, P",
    .draw = draw,
};
