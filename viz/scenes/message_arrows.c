/* message_arrows.c - see message_arrows.h. */
#include "message_arrows.h"
#include "picture.h"

#include <math.h>
#include <stdio.h>

enum { MAX_LABELS = 64 };

/* An arrow from the edge of the sender's bar to that of the receiver's. */
struct arrow {
    double x0, y0, x1, y1;
};

static struct arrow arrow_of(const struct recording *r,
                             const struct timeline *timeline,
                             const struct event *sent)
{
    const struct event *const got = &r->event[sent->message.other];
    const struct box from =
        timeline_bar(timeline, sent->row, sent->at, sent->at);
    const struct box to = timeline_bar(timeline, got->row, got->at, got->at);
    const bool down = got->row > sent->row;

    return (struct arrow){from.x, down ? from.y + from.h : from.y, to.x,
                          down ? to.y : to.y + to.h};
}

/* The newest send or receipt: NULL before the first one, or at the end. */
static const struct event *newest(const struct stage *stage)
{
    const struct recording *const r = stage->recording;
    int i = stage->view->stage >= 0 ? stage->view->stage
                                    : stage->instant->event;

    if (stage->view->stage < 0 && stage->instant->at >= r->duration)
        return NULL;
    while (i >= 0 && r->event[i].kind != EVENT_SEND &&
           r->event[i].kind != EVENT_RECEIVE)
        i--;
    return i >= 0 ? &r->event[i] : NULL;
}

/* Totals that a rank gets from all others at once come at the same time. */
static bool is_with(const struct recording *r, const struct event *sent,
                    const struct event *newest)
{
    if (!newest)
        return false;
    const struct event *const end =
        newest->kind == EVENT_SEND ? sent : &r->event[sent->message.other];
    return end->row == newest->row && end->at >= newest->at &&
           end->at <= newest->at;
}

/* ------------------------------------------------------------------ drawing */

static void draw_line(struct drawing *d, const struct arrow *a, double width)
{
    use_width(d, width);
    path_move(d, a->x0, a->y0);
    path_line(d, a->x1, a->y1);
    path_stroke(d);
}

/* With an edge in the colour of the paper, since it crosses bars. */
static void draw_message(struct drawing *d, const struct stage *stage,
                         const struct arrow *a, enum colour colour,
                         double width)
{
    const double angle = atan2(a->y1 - a->y0, a->x1 - a->x0);
    const double size = stage->theme->text * (width > 1.5 ? 0.75 : 0.5);

    use_colour(d, COLOUR_PAPER);
    draw_line(d, a, stage->theme->line * (width + 2));
    use_colour(d, colour);
    draw_line(d, a, stage->theme->line * width);
    path_arc(d, a->x0, a->y0, stage->theme->line * (width + 0.5), 0, 2 * M_PI);
    path_fill(d);
    draw_head_of_arrow(d, a->x1, a->y1, angle, size);
}

static bool overlap(struct box a, struct box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

/* "0-665" beside the middle of the arrow, where it hides no other label. */
static void draw_label(struct drawing *d, const struct stage *stage,
                       const struct event *sent, const struct arrow *a,
                       struct box *taken, int *count)
{
    const double size = stage->theme->small;
    const struct box window = scene_window(stage->view);
    char text[64];

    if (sent->message.high < sent->message.low || *count == MAX_LABELS)
        return;
    snprintf(text, sizeof text, "%lld..%lld", sent->message.low,
             sent->message.high);
    const double w = text_room(text, size) + size * 0.4;
    struct box box = {(a->x0 + a->x1) / 2 - w / 2,
                      (a->y0 + a->y1) / 2 - size * 0.6, w, size * 1.2};
    box.x = fmax(fmin(box.x, window.x + window.w - w), window.x);
    for (int k = 0; k < *count; k++)
        if (overlap(box, taken[k]))
            return;
    taken[(*count)++] = box;
    use_colour(d, COLOUR_PAPER);
    fill_box(d, box);
    use_colour(d, COLOUR_INK);
    draw_whole(d, text, size, box.x + w / 2, box.y + box.h / 2, 0.5, 0);
}

void message_arrows_draw(struct drawing *d, const struct stage *stage,
                         const struct timeline *timeline)
{
    const struct recording *const r = stage->recording;
    const struct event *const now = newest(stage);
    struct box taken[MAX_LABELS];
    int count = 0;

    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < r->events; i++) {
            const struct event *const e = &r->event[i];
            if (e->kind != EVENT_SEND || is_with(r, e, now) != (pass == 1))
                continue;
            const struct arrow a = arrow_of(r, timeline, e);
            draw_message(d, stage, &a, pass ? COLOUR_WARN : COLOUR_INK,
                         pass ? 2.5 : r->join ? 1.2 : 0.6);
        }
    for (int pass = 1; pass >= 0; pass--)
        for (int i = 0; i < r->events; i++) {
            const struct event *const e = &r->event[i];
            if (e->kind != EVENT_SEND || is_with(r, e, now) != (pass == 1))
                continue;
            const struct arrow a = arrow_of(r, timeline, e);
            draw_label(d, stage, e, &a, taken, &count);
        }
}

/* -------------------------------------------------------------------- hover */

static double distance(const struct arrow *a, double x, double y)
{
    const double dx = a->x1 - a->x0, dy = a->y1 - a->y0;
    const double length = fmax(dx * dx + dy * dy, 1e-9);
    const double part =
        fmin(fmax(((x - a->x0) * dx + (y - a->y0) * dy) / length, 0), 1);

    return hypot(x - a->x0 - part * dx, y - a->y0 - part * dy);
}

const struct event *message_at(const struct stage *stage,
                               const struct timeline *timeline, double x,
                               double y)
{
    const struct recording *const r = stage->recording;
    const struct event *found = NULL;
    double least = stage->theme->text * 0.4;

    for (int i = 0; i < r->events; i++) {
        const struct event *const e = &r->event[i];
        if (e->kind != EVENT_SEND)
            continue;
        const struct arrow a = arrow_of(r, timeline, e);
        const double is = distance(&a, x, y);
        if (is < least) {
            least = is;
            found = e;
        }
    }
    return found;
}
