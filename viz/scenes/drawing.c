/* drawing.c - adds marks to the list: the pen, paths, boxes, arrows. */
#include "drawing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void *drawing_room(struct drawing *d, void *items, size_t size,
                   const size_t *used, size_t more, size_t *room)
{
    enum { FIRST = 1 << 10 };
    size_t want = *room ? *room : FIRST;

    if (*used + more <= *room)
        return items;
    while (want < *used + more)
        want *= 2;
    void *const moved = realloc(items, want * size);
    if (moved)
        *room = want;
    else
        d->failed = true;
    return moved;
}

struct mark *drawing_add(struct drawing *d, enum mark_kind kind)
{
    static struct mark nowhere;
    struct mark *const all =
        drawing_room(d, d->mark, sizeof *all, &d->marks, 1, &d->mark_room);

    if (!all)
        return &nowhere;
    d->mark = all;
    all[d->marks] = (struct mark){
        .kind = (uint8_t)kind, .colour = d->colour, .shown = NO_TEXT};
    return &all[d->marks++];
}

void drawing_open(struct drawing *d, double width, double height)
{
    *d = (struct drawing){.clip = {{0, 0, width, height}}};
}

void drawing_close(struct drawing *d)
{
    free(d->mark);
    free(d->text);
    free(d->pixel);
    *d = (struct drawing){.marks = 0};
}

/* A mark has padding bytes. */
static bool is_same_mark(const struct mark *a, const struct mark *b)
{
    return a->kind == b->kind && a->what == b->what && a->keeps == b->keeps &&
           a->colour == b->colour && a->text == b->text &&
           a->shown == b->shown && !memcmp(a->v, b->v, sizeof a->v);
}

bool drawing_is_same(const struct drawing *a, const struct drawing *b)
{
    bool same = a->marks == b->marks && a->texts == b->texts &&
                a->pixels == b->pixels &&
                (!a->texts || !memcmp(a->text, b->text, a->texts)) &&
                (!a->pixels ||
                 !memcmp(a->pixel, b->pixel, a->pixels * sizeof *a->pixel));

    for (size_t k = 0; same && k < a->marks; k++)
        same = is_same_mark(&a->mark[k], &b->mark[k]);
    return same;
}

void drawing_clip(struct drawing *d, struct box box, double shift)
{
    const struct box *const seen = &d->clip[d->clips];
    const double x = fmax(box.x, seen->x - shift);
    const double y = fmax(box.y, seen->y);
    const double right = fmin(box.x + box.w, seen->x - shift + seen->w);
    const double below = fmin(box.y + box.h, seen->y + seen->h);
    struct mark *const mark = drawing_add(d, MARK_CLIP);

    mark->v[0] = box.x;
    mark->v[1] = box.y;
    mark->v[2] = box.w;
    mark->v[3] = box.h;
    mark->v[4] = shift;
    d->clip[++d->clips] = (struct box){x, y, right - x, below - y};
}

void drawing_clip_end(struct drawing *d)
{
    drawing_add(d, MARK_CLIP_END);
    d->clips--;
}

bool box_is_seen(const struct drawing *d, struct box box)
{
    const struct box *const seen = &d->clip[d->clips];

    return box.x < seen->x + seen->w && box.y < seen->y + seen->h &&
           box.x + box.w > seen->x && box.y + box.h > seen->y;
}

/* ------------------------------------------------------------------ the pen */

void use_colour(struct drawing *d, enum colour colour)
{
    d->colour = (uint8_t)colour;
}

void use_ink_on(struct drawing *d, enum colour colour)
{
    d->colour = (uint8_t)(INK_ON + colour);
}

void use_width(struct drawing *d, double width)
{
    d->width = width;
}

void use_dash(struct drawing *d, double on, double off)
{
    d->dash[0] = on;
    d->dash[1] = off;
}

void use_round_joins(struct drawing *d, bool round)
{
    d->round = round;
}

/* ----------------------------------------------------------------- the path */

static void add_two(struct drawing *d, enum mark_kind kind, double x, double y)
{
    struct mark *const mark = drawing_add(d, kind);

    mark->v[0] = x;
    mark->v[1] = y;
}

void path_move(struct drawing *d, double x, double y)
{
    add_two(d, MARK_MOVE, x, y);
}

void path_line(struct drawing *d, double x, double y)
{
    add_two(d, MARK_LINE, x, y);
}

void path_arc(struct drawing *d, double x, double y, double radius, double from,
              double until)
{
    struct mark *const mark = drawing_add(d, MARK_ARC);

    mark->v[0] = x;
    mark->v[1] = y;
    mark->v[2] = radius;
    mark->v[3] = from;
    mark->v[4] = until;
}

void path_close(struct drawing *d)
{
    drawing_add(d, MARK_CLOSE);
}

void path_new(struct drawing *d)
{
    drawing_add(d, MARK_NEW);
}

void add_box(struct drawing *d, struct box box)
{
    struct mark *const mark = drawing_add(d, MARK_BOX);

    mark->v[0] = box.x;
    mark->v[1] = box.y;
    mark->v[2] = box.w;
    mark->v[3] = box.h;
}

void path_fill(struct drawing *d)
{
    drawing_add(d, MARK_FILL);
}

void path_fill_keep(struct drawing *d)
{
    drawing_add(d, MARK_FILL)->keeps = true;
}

void path_stroke(struct drawing *d)
{
    struct mark *const mark = drawing_add(d, MARK_STROKE);

    mark->what = d->round;
    mark->v[0] = d->width;
    mark->v[1] = d->dash[0];
    mark->v[2] = d->dash[1];
}

void hatch_path(struct drawing *d, enum hatch hatch, double apart, double width)
{
    struct mark *const mark = drawing_add(d, MARK_HATCH);

    mark->what = (uint8_t)hatch;
    mark->v[0] = apart;
    mark->v[1] = width;
}

/* -------------------------------------------------------------------- boxes */

void fill_box(struct drawing *d, struct box box)
{
    add_box(d, box);
    path_fill(d);
}

void stroke_box(struct drawing *d, struct box box, double width)
{
    use_width(d, width);
    add_box(d, (struct box){box.x + width / 2, box.y + width / 2, box.w - width,
                            box.h - width});
    path_stroke(d);
}

void hatch_box(struct drawing *d, struct box box, enum hatch hatch,
               double apart, double width)
{
    add_box(d, box);
    hatch_path(d, hatch, apart, width);
}

struct box snap_box(struct box box)
{
    const double x = round(box.x), y = round(box.y);

    return (struct box){x, y, fmax(round(box.x + box.w) - x, 1),
                        fmax(round(box.y + box.h) - y, 1)};
}

/* ------------------------------------------------------------------- arrows */

void draw_head_of_arrow(struct drawing *d, double x, double y, double angle,
                        double size)
{
    path_move(d, x, y);
    path_line(d, x - size * cos(angle - 0.45), y - size * sin(angle - 0.45));
    path_line(d, x - size * cos(angle + 0.45), y - size * sin(angle + 0.45));
    path_close(d);
    path_fill(d);
}

void draw_arrow(struct drawing *d, double x0, double y0, double x1, double y1,
                double width)
{
    const double angle = atan2(y1 - (y0 + y1) / 2, x1 - (x0 + x1) / 2);
    const double head = width * 4.5;

    use_width(d, width);
    path_move(d, x0, y0);
    path_line(d, x1 - head * 0.8 * cos(angle), y1 - head * 0.8 * sin(angle));
    path_stroke(d);
    draw_head_of_arrow(d, x1, y1, angle, head);
}

/* ------------------------------------------------------------------- images */

uint32_t *draw_image(struct drawing *d, int w, int h, struct box box,
                     bool smooth)
{
    const size_t count = (size_t)w * (size_t)h;
    uint32_t *const all = drawing_room(d, d->pixel, sizeof *all, &d->pixels,
                                       count, &d->pixel_room);

    if (!all)
        return NULL;
    d->pixel = all;
    uint32_t *const own = all + d->pixels;
    struct mark *const mark = drawing_add(d, MARK_IMAGE);
    mark->text = (uint32_t)d->pixels;
    mark->what = smooth;
    mark->v[0] = box.x;
    mark->v[1] = box.y;
    mark->v[2] = box.w;
    mark->v[3] = box.h;
    mark->v[4] = w;
    mark->v[5] = h;
    for (size_t k = 0; k < count; k++)
        own[k] = 0;
    d->pixels += count;
    return own;
}
