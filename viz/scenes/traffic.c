/* traffic.c - see traffic.h. */
#include "traffic.h"
#include "memory_arrows.h"
#include "playing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MIN_SCALE = 4, MARKED_SCALE = 16 }; /* times n */
enum { MAX_LAUNCHES = 16 };                /* that have names here */

/* Bytes of all elements; 0: not told. */
static double bytes_of_n(const struct recording *r)
{
    return r->moves > 0 ? (double)r->n * r->elem_bytes : 0;
}

static double launches_height(const struct theme *theme,
                              const struct recording *r)
{
    return r->launches > 1 && r->launches <= MAX_LAUNCHES ? theme->text * 1.7
                                                          : 0;
}

double traffic_height(const struct theme *theme, const struct recording *r)
{
    return launches_height(theme, r) +
           (bytes_of_n(r) > 0 ? theme->text * 2.9 : 0);
}

/* The name of a launch; if its kernel has several, with a number: "sort_tiles, 2 of 4". */
static void name_launch(const struct recording *r, const struct event *launch,
                        char *out, size_t bytes)
{
    int which = 0, all = 0;

    for (int i = 0; i < r->events; i++) {
        const struct event *const e = &r->event[i];
        if (e->kind != EVENT_LAUNCH || strcmp(e->name, launch->name) != 0)
            continue;
        all++;
        which += e <= launch;
    }
    if (all > 1)
        snprintf(out, bytes, "%s, %d of %d", launch->name, which, all);
    else
        snprintf(out, bytes, "%s", launch->name);
}

/* Finished launches are grey, the running one is framed. */
static void draw_launches(struct drawing *d, const struct stage *stage,
                          struct box box)
{
    const struct recording *const r = stage->recording;
    const struct theme *const theme = stage->theme;
    const int count = r->launches;
    const double step = box.w / count, gap = theme->text * 0.5;
    const double at = stage->instant->at;
    char name[96];
    int k = 0;

    for (int i = 0; i < r->events; i++) {
        const struct event *const e = &r->event[i];
        if (e->kind != EVENT_LAUNCH)
            continue;
        const bool runs = at >= e->at && at < e->until;
        const struct box chip = snap_box((struct box){
            box.x + k++ * step, box.y, step - gap, theme->text * 1.4});
        use_colour(d, COLOUR_X);
        if (at >= e->until)
            fill_box(d, chip);
        use_colour(d, runs ? COLOUR_INK : COLOUR_FAINT);
        stroke_box(d, chip, runs ? theme->line * 1.5 : theme->line * 0.5);
        use_ink_on(d, at >= e->until ? COLOUR_X : COLOUR_PAPER);
        name_launch(r, e, name, sizeof name);
        draw_text(d, name, theme->small, chip.x + chip.w / 2,
                  chip.y + chip.h / 2, 0.5, chip.w * 0.92);
    }
}

/* "global memory, by blocks that are done: 3584 bytes read, 28 written, together 0.9n",
 * with samples of both colours; shorter if there is not enough room. */
static void draw_moved(struct drawing *d, const struct stage *stage,
                       struct moved now, struct box box)
{
    const struct theme *const theme = stage->theme;
    const double n = bytes_of_n(stage->recording), size = theme->small;
    const double y = box.y + theme->text * 0.5;
    const enum colour sample[] = {COLOUR_INK, memory_colour(false),
                                  memory_colour(true), COLOUR_INK};
    double x = box.x, w = 5 * size;
    char words[4][64];

    snprintf(words[0], sizeof words[0],
             "global memory, by blocks that are done:");
    snprintf(words[1], sizeof words[1], "%lld bytes read", now.reads);
    snprintf(words[2], sizeof words[2], "%lld written", now.writes);
    snprintf(words[3], sizeof words[3], "together %.1fn; n: %.0f bytes",
             (double)(now.reads + now.writes) / n, n);
    for (int k = 0; k < 4; k++)
        w += text_width(theme, words[k], size);
    if (w > box.w) {
        words[0][strlen("global memory")] = '\0';
        *strchr(words[3], ';') = '\0';
    }
    for (int k = 0; k < 4; k++) {
        if (sample[k] != COLOUR_INK) {
            use_colour(d, sample[k]);
            fill_box(d, (struct box){x, y - size * 0.4, size, size * 0.8});
            x += size * 1.3;
        }
        use_colour(d, COLOUR_INK);
        draw_text(d, words[k], size, x, y, 0, fmax(box.x + box.w - x, 1));
        x += text_width(theme, words[k], size) + size * 0.7;
    }
}

/* One launch after the other: the bytes read, then the bytes written. */
static void draw_shares(struct drawing *d, const struct stage *stage,
                        struct box bar, double scale)
{
    const struct recording *const r = stage->recording;
    struct moved before = {.at = 0};
    double x = bar.x;

    for (int i = 0; i < r->events; i++) {
        if (r->event[i].kind != EVENT_LAUNCH)
            continue;
        const struct moved done =
            recording_moved(r, fmin(r->event[i].until, stage->instant->at));
        for (int writes = 0; writes < 2; writes++) {
            const double w = fmin((double)(writes ? done.writes - before.writes
                                                  : done.reads - before.reads) *
                                      scale,
                                  bar.x + bar.w - x);
            use_colour(d, memory_colour(writes));
            fill_box(d, (struct box){x, bar.y, w, bar.h});
            x += w;
        }
        before = done;
        use_colour(d, COLOUR_INK);
        if (r->launches > 1 && stage->instant->at >= r->event[i].until)
            fill_box(d,
                     (struct box){x - stage->theme->line, bar.y - bar.h * 0.2,
                                  stage->theme->line * 2, bar.h * 1.4});
    }
}

static void draw_bar(struct drawing *d, const struct stage *stage,
                     struct box box)
{
    const struct recording *const r = stage->recording;
    const struct theme *const theme = stage->theme;
    const struct moved all = recording_moved(r, r->duration);
    const struct moved now = recording_moved(r, stage->instant->at);
    const double n = bytes_of_n(r);
    const double times =
        fmax(ceil((double)(all.reads + all.writes) / n), MIN_SCALE);
    const double scale = box.w / times / n;
    const double y = box.y + theme->text * 1.1, h = theme->text * 0.6;
    char words[16];

    draw_moved(d, stage, now, box);
    draw_shares(d, stage, (struct box){box.x, y, box.w, h}, scale);
    use_colour(d, COLOUR_FAINT);
    for (int k = 0; times <= MARKED_SCALE && k <= times; k++)
        fill_box(d,
                 snap_box((struct box){box.x + k * n * scale, y,
                                       fmax(theme->line * 0.5, 1), h * 1.3}));
    use_colour(d, COLOUR_INK);
    for (int k = 1; times <= 8 && k < times; k++) {
        snprintf(words, sizeof words, "%dn", k);
        draw_text(d, words, theme->small * 0.85, box.x + k * n * scale,
                  y + h * 1.3 + theme->text * 0.4, 0.5, 0);
    }
}

void draw_traffic(struct drawing *d, const struct stage *stage, struct box box)
{
    const double above = launches_height(stage->theme, stage->recording);

    if (above > 0)
        draw_launches(d, stage, box);
    box.y += above;
    if (bytes_of_n(stage->recording) > 0)
        draw_bar(d, stage, box);
}
