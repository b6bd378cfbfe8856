/* traffic.c - see traffic.h. */
#include "traffic.h"
#include "memory_arrows.h"
#include "playing.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { LEAST_SCALE = 4, MARKED_SCALE = 16 }; /* times n */
enum { MOST_LAUNCHES = 16 };                 /* that have names here */

/* Bytes of all elements; 0: not told. */
static double bytes_of_n(const struct recording *r)
{
    return r->moves > 0 ? (double)r->n * r->elem_bytes : 0;
}

static double launches_height(const struct theme *theme,
                              const struct recording *r)
{
    return r->launches > 1 && r->launches <= MOST_LAUNCHES ? theme->text * 1.7
                                                           : 0;
}

double traffic_height(const struct theme *theme, const struct recording *r)
{
    return launches_height(theme, r) +
           (bytes_of_n(r) > 0 ? theme->text * 2.9 : 0);
}

/* Of launches of one kernel also which: "sort_tiles, 2 of 4". */
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

/* Those that are done are grey, the one that runs is framed. */
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

static void draw_bar(struct drawing *d, const struct stage *stage,
                     struct box box)
{
    const struct recording *const r = stage->recording;
    const struct theme *const theme = stage->theme;
    const struct moved all = recording_moved(r, r->duration);
    const struct moved now = recording_moved(r, stage->instant->at);
    const double n = bytes_of_n(r);
    const double times =
        fmax(ceil((double)(all.reads + all.writes) / n), LEAST_SCALE);
    const double scale = box.w / times / n;
    const double y = box.y + theme->text * 1.1, h = theme->text * 0.6;
    const double reads = fmin((double)now.reads * scale, box.w);
    const double both = fmin((double)(now.reads + now.writes) * scale, box.w);
    char words[96], line[160];

    moved_say(r, now, words, sizeof words);
    snprintf(line, sizeof line, "global memory: %s (n: %.0f bytes)", words, n);
    use_colour(d, COLOUR_INK);
    draw_text(d, line, theme->small, box.x, box.y + theme->text * 0.5, 0,
              box.w);
    use_colour(d, memory_colour(false));
    fill_box(d, (struct box){box.x, y, reads, h});
    use_colour(d, memory_colour(true));
    fill_box(d, (struct box){box.x + reads, y, both - reads, h});
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
