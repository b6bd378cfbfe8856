/* bar.c - see bar.h.
 *
 *     alone               [=====-----------]   12.5 us of 40
 *     two on one axis     [=====-------]       12.5 us of 31
 *                         [=====-----------]   12.5 us of 40
 */
#include "bar.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

void say_clock(const struct recording *recording, double at, int ops,
               char *line, size_t bytes)
{
    if (recording->steps)
        snprintf(line, bytes, "step %.0f of %.0f", at, recording->duration);
    else /* to a nanosecond, as events are */
        snprintf(line, bytes, "%.6g us of %.6g", round(at * 1000) / 1000,
                 round(recording->duration * 1000) / 1000);
    const size_t used = strlen(line);
    if (recording->ops)
        snprintf(line + used, bytes - used, ", op %d of %d", ops,
                 recording->ops);
}

/* The text beside the bar at a time. */
static void put_words(const struct stage *stage, double at, int ops, char *line,
                      size_t bytes)
{
    say_clock(stage->recording, at, ops, line, bytes);
    const size_t used = strlen(line);
    if (stage->view->note)
        snprintf(line + used, bytes - used, "   %s", stage->view->note);
}

/* The width of the clock changes with time; the bar keeps its length. */
struct box bar_of(const struct stage *stage, struct box box)
{
    const struct theme *const theme = stage->theme;
    const double end = stage->recording->duration;
    char line[200];

    put_words(stage, stage->recording->steps ? end : 0.088888,
              stage->recording->ops, line, sizeof line);
    box.w -=
        fmin(text_width(theme, line, theme->small) + theme->text, box.w * 0.6);
    return box;
}

/* A square for each stop of a story, at its time; beside the previous square if both
 * are at nearly the same time. */
static void draw_stops(struct drawing *d, const struct stage *stage,
                       struct box bar, double scale)
{
    const struct recording *const r = stage->recording;
    const double side = bar.h * 1.7;
    double x[MAX_STOPS], left = bar.x, right = bar.x + bar.w;

    for (int k = 0; k < r->stops; k++) {
        x[k] = fmax(bar.x + r->stop[k].at * scale - side / 2, left);
        left = x[k] + side;
    }
    for (int k = r->stops - 1; k >= 0; k--)
        right = x[k] = fmin(x[k], right - side);
    for (int k = 0; k < r->stops; k++) {
        const struct box mark = {x[k], bar.y + (bar.h - side) / 2, side, side};
        const bool over = r->stop[k].at <= stage->instant->at;
        use_colour(d, over ? COLOUR_STORE : COLOUR_PAPER);
        fill_box(d, mark);
        use_colour(d, COLOUR_INK);
        stroke_box(d, mark, stage->theme->line);
        if (over)
            use_ink_on(d, COLOUR_STORE);
        draw_text(d, "?", side * 0.8, mark.x + side / 2, bar.y + bar.h / 2, 0.5,
                  0);
    }
}

void draw_bar(struct drawing *d, const struct stage *stage, struct box box)
{
    const struct theme *const theme = stage->theme;
    const struct view *const view = stage->view;
    const struct box bar = bar_of(stage, box);
    const double scale = bar.w / time_axis(stage);
    struct box own = bar, done = bar;
    char line[200];

    own.w = stage->recording->duration * scale;
    done.w = fmin(stage->instant->at * scale, own.w);
    use_colour(d, COLOUR_FAINT);
    stroke_box(d, own, theme->line);
    use_colour(d, COLOUR_STORE);
    fill_box(d, done);
    use_colour(d, COLOUR_INK);
    for (int k = 0; k < view->marks; k++)
        fill_box(d, (struct box){bar.x + fmin(view->mark[k] * scale, own.w) -
                                     theme->line,
                                 box.y - theme->text * 0.3, 2 * theme->line,
                                 box.h + theme->text * 0.6});
    draw_stops(d, stage, own, scale);
    use_colour(d, COLOUR_INK);
    put_words(stage, stage->instant->at, stage->instant->ops, line,
              sizeof line);
    draw_text(d, line, theme->small, box.x + box.w, box.y + box.h / 2, 1,
              box.w - bar.w - theme->text * 0.5);
}
