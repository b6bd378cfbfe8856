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

/* The newest send or receipt; NULL before the first one, or at the end if ranks
 * are joined. */
static const struct event *newest(const struct stage *stage)
{
    const struct recording *const r = stage->recording;
    int i =
        stage->view->stage >= 0 ? stage->view->stage : stage->instant->event;

    if (stage->view->stage < 0 && r->join && stage->instant->at >= r->duration)
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

static double width_of(const struct recording *r, bool is_new)
{
    return is_new ? 2.5 : r->join ? 1.2 : 0.7;
}

/* With an edge in the colour of the paper, since it crosses bars. */
static void draw_shaft(struct drawing *d, const struct stage *stage,
                       const struct arrow *a, bool is_new)
{
    const double line = stage->theme->line;
    const double width = width_of(stage->recording, is_new);

    use_colour(d, COLOUR_PAPER);
    draw_line(d, a, line * (width + 2));
    use_colour(d, is_new ? COLOUR_WARN : COLOUR_INK);
    draw_line(d, a, line * width);
}

/* And the dot at which it begins. */
static void draw_ends(struct drawing *d, const struct stage *stage,
                      const struct arrow *a, bool is_new)
{
    const double angle = atan2(a->y1 - a->y0, a->x1 - a->x0);
    const double width = width_of(stage->recording, is_new) + 0.5;

    use_colour(d, is_new ? COLOUR_WARN : COLOUR_INK);
    path_arc(d, a->x0, a->y0, stage->theme->line * width, 0, 2 * M_PI);
    path_fill(d);
    draw_head_of_arrow(d, a->x1, a->y1, angle,
                       stage->theme->text * (is_new ? 0.75 : 0.5));
}

static bool overlap(struct box a, struct box b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h &&
           b.y < a.y + a.h;
}

/* A box for a label in the gap next to the sender's bar or to the receiver's; beside
 * an arrow that is too short or too steep to go through it. */
static struct box label_box(const struct stage *stage,
                            const struct timeline *timeline,
                            const struct arrow *a, double w, bool at_end)
{
    const struct box window = scene_window(stage->view);
    const double gap = timeline->row * timeline->gap; /* half of it */
    const double h = fmin(stage->theme->small * 1.2, 2 * gap);
    const double part = fmin(gap / fmax(fabs(a->y1 - a->y0), 1e-9), 0.5);
    const double t = at_end ? 1 - part : part;
    const double through = fabs(a->x1 - a->x0) * part * 2;
    double x = a->x0 + t * (a->x1 - a->x0) - w / 2;

    if (through < w * 1.3)
        x += w / 2 + stage->theme->text * 0.5;
    if (x + w > window.x + window.w)
        x = a->x0 + t * (a->x1 - a->x0) - w - stage->theme->text * 0.5;
    return (struct box){x, a->y0 + t * (a->y1 - a->y0) - h / 2, w, h};
}

struct labels {
    struct box taken[MAX_LABELS];
    int count;
};

static bool is_free(const struct labels *labels, struct box box)
{
    for (int k = 0; k < labels->count; k++)
        if (overlap(box, labels->taken[k]))
            return false;
    return labels->count < MAX_LABELS;
}

/* "0 to 665", where it hides no other label; else none: the caption says it. */
static void draw_label(struct drawing *d, const struct stage *stage,
                       const struct timeline *timeline,
                       const struct event *sent, struct labels *labels)
{
    const struct arrow a = arrow_of(stage->recording, timeline, sent);
    const double size = stage->theme->small;
    char text[64];

    snprintf(text, sizeof text,
             sent->message.low == sent->message.high ? "%lld" : "%lld to %lld",
             sent->message.low, sent->message.high);
    const double w = text_room(text, size) + size * 0.2;
    struct box box = label_box(stage, timeline, &a, w, false);
    if (!is_free(labels, box))
        box = label_box(stage, timeline, &a, w, true);
    if (sent->message.high < sent->message.low || !is_free(labels, box))
        return;
    labels->taken[labels->count++] = box;
    use_colour(d, COLOUR_PAPER);
    fill_box(d, box);
    use_colour(d, COLOUR_INK);
    draw_whole(d, text, size, box.x + w / 2, box.y + box.h / 2, 0.5, 0);
}

/* ---------------------------------------------------------------------- all */

/* All messages of a join; of totals, which all ranks send each other, those of one
 * generation. */
static bool is_shown(const struct recording *r, const struct event *e,
                     const struct event *now)
{
    return e->kind == EVENT_SEND &&
           (r->join || e->message.round == (now ? now->message.round : 0));
}

/* What is drawn later is above: the newest messages, then labels. */
enum layer { SHAFTS, ENDS, NEW_SHAFTS, NEW_ENDS, NEW_LABELS, LABELS, LAYERS };

static void draw_layer(struct drawing *d, const struct stage *stage,
                       const struct timeline *timeline, enum layer layer,
                       struct labels *labels)
{
    const struct recording *const r = stage->recording;
    const struct event *const now = newest(stage);
    const bool is_new = layer >= NEW_SHAFTS && layer <= NEW_LABELS;

    for (int i = 0; i < r->events; i++) {
        const struct event *const e = &r->event[i];
        if (!is_shown(r, e, now) || is_with(r, e, now) != is_new)
            continue;
        const struct arrow a = arrow_of(r, timeline, e);
        if (layer == SHAFTS || layer == NEW_SHAFTS)
            draw_shaft(d, stage, &a, is_new);
        else if (layer == ENDS || layer == NEW_ENDS)
            draw_ends(d, stage, &a, is_new);
        else if (is_new || r->join)
            draw_label(d, stage, timeline, e, labels);
    }
}

void message_arrows_draw(struct drawing *d, const struct stage *stage,
                         const struct timeline *timeline)
{
    struct labels labels = {.count = 0};

    for (int layer = 0; layer < LAYERS; layer++)
        draw_layer(d, stage, timeline, (enum layer)layer, &labels);
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
