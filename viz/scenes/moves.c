/* moves.c - see moves.h. */
#include "moves.h"

#include <math.h>
#include <string.h>

enum { MAX_ZOOM = 64 };

/* --------------------------------------------------------------------- time */

static bool is_told(const struct recording *recording, const struct event *e,
                    const struct view *view, bool phases)
{
    const bool told =
        e->kind == EVENT_PHASE ||
        (!phases && (e->kind == EVENT_LOOK || e->kind == EVENT_PUBLISH ||
                     e->kind == EVENT_TICKET || recording->tiles == 0));

    return told && (view->follow < 0 || e->tile == view->follow);
}

double next_time(const struct screen *screen, const struct view *view, int by,
                 bool phases)
{
    const struct recording *const r = screen->recording[0];

    if (screen->lesson)
        return lesson_next(screen->lesson, view->at, by);
    for (int i = screen->instant[0].event + by; i >= 0 && i < r->events;
         i += by) {
        const struct event *const e = &r->event[i];
        if (is_told(r, e, view, phases) &&
            (by > 0 ? e->at > view->at : e->at < view->at))
            return e->at;
    }
    return by > 0 ? screen_duration(screen) : 0;
}

void bookmark(struct view *view)
{
    int k = 0;

    while (k < view->marks && view->mark[k] < view->at)
        k++;
    if (k < view->marks && view->mark[k] <= view->at) {
        view->marks--;
        memmove(&view->mark[k], &view->mark[k + 1],
                (size_t)(view->marks - k) * sizeof *view->mark);
    } else if (view->marks < MAX_MARKS) {
        memmove(&view->mark[k + 1], &view->mark[k],
                (size_t)(view->marks - k) * sizeof *view->mark);
        view->mark[k] = view->at;
        view->marks++;
    }
}

/* A stop's answer comes after its question, at the same time. */
static int next_ask(const struct screen *screen, const struct view *view,
                    int by)
{
    const struct recording *const r = screen->recording[0];
    const double at = view->at, near = 1e-9;
    int next = -1;

    if (screen->lesson)
        return -1;
    if (view->asks >= 0)
        return view->asks + by < 2 * r->stops ? view->asks + by : -1;
    for (int k = 0; k < r->stops && (by < 0 || next < 0); k++)
        if (by > 0 ? r->stop[k].at > at + near : r->stop[k].at < at - near)
            next = 2 * k;
    return next;
}

double next_mark(const struct screen *screen, struct view *view, int by)
{
    const int ask = next_ask(screen, view, by);
    double to = view->at;

    for (int k = view->marks - 1; by < 0 && k >= 0 && to >= view->at; k--)
        to = view->mark[k] < view->at ? view->mark[k] : to;
    for (int k = 0; by > 0 && k < view->marks && to <= view->at; k++)
        to = view->mark[k];
    const double stop = ask >= 0 ? screen->recording[0]->stop[ask / 2].at : to;
    const bool has_mark = to < view->at || to > view->at;
    view->asks = ask >= 0 && (!has_mark || (by > 0 ? stop <= to : stop >= to))
                     ? ask
                     : -1;
    return view->asks >= 0 ? stop : to;
}

void ask_stop(const struct screen *screen, struct view *view, int asks)
{
    const struct recording *const r = screen->recording[0];

    if (screen->lesson || asks < 0 || asks / 2 >= r->stops)
        return;
    view_go(view, r->stop[asks / 2].at);
    view->asks = asks;
    view->stage = r->stop[asks / 2].event;
    view->part = view->stage >= 0 ? asks & 1 : 1;
}

/* -------------------------------------------------------------------- place */

/* The point of the scene (0 to 1) at a pixel. */
static struct point part_at(const struct view *view, double x, double y)
{
    const struct box box = scene_box(view);

    return (struct point){(x - box.x) / box.w, (y - box.y) / box.h};
}

/* Moves the scene so that this point of it is at that pixel. */
static void put_part(struct view *view, struct point part, double x, double y)
{
    const struct box window = scene_window(view), box = scene_box(view);
    const double half_x = window.w / box.w / 2, half_y = window.h / box.h / 2;

    view->look_x = part.x - (x - window.x - window.w / 2) / box.w;
    view->look_y = part.y - (y - window.y - window.h / 2) / box.h;
    view->look_x = fmin(fmax(view->look_x, half_x), 1 - half_x);
    view->look_y = fmin(fmax(view->look_y, half_y), 1 - half_y);
}

void zoom_at(struct view *view, double x, double y, double by)
{
    const struct point part = part_at(view, x, y);

    view->zoom = fmin(fmax(view->zoom * by, 1), MAX_ZOOM);
    put_part(view, part, x, y);
}

void pan(struct view *view, struct point from, struct point to)
{
    put_part(view, part_at(view, from.x, from.y), to.x, to.y);
}
