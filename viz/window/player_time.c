/* player_time.c - to an event, to a bookmark, and on as time passes. */
#include "player.h"

#include <math.h>
#include <string.h>

enum { SECONDS = 20 }; /* for the whole recording, at speed 1 */

void player_go_to(struct player *p, double at)
{
    p->view.at = fmin(fmax(at, 0), screen_duration(p->screen));
    p->changed = true;
}

void player_step(struct player *p, int by, bool phases)
{
    const struct recording *const r = p->screen->recording[0];
    int i = p->screen->instant[0].event;

    p->playing = false;
    for (i += by; i >= 0 && i < r->events; i += by) {
        const struct event *const e = &r->event[i];
        const bool told =
            e->kind == EVENT_PHASE ||
            (!phases && (e->kind == EVENT_LOOK || e->kind == EVENT_PUBLISH ||
                         e->kind == EVENT_TICKET || r->tiles == 0));
        const bool followed = p->view.follow < 0 || e->tile == p->view.follow;
        if (told && followed &&
            (by > 0 ? e->at > p->view.at : e->at < p->view.at)) {
            player_go_to(p, e->at);
            return;
        }
    }
    player_go_to(p, by > 0 ? screen_duration(p->screen) : 0);
}

void player_bookmark(struct view *view)
{
    int k = 0;

    while (k < view->marks && view->mark[k] < view->at)
        k++;
    if (k < view->marks && view->mark[k] <= view->at) {
        view->marks--;
        memmove(&view->mark[k], &view->mark[k + 1],
                (size_t)(view->marks - k) * sizeof *view->mark);
    } else if (view->marks < MOST_MARKS) {
        memmove(&view->mark[k + 1], &view->mark[k],
                (size_t)(view->marks - k) * sizeof *view->mark);
        view->mark[k] = view->at;
        view->marks++;
    }
}

void player_go_to_mark(struct player *p, int by)
{
    const struct view *const view = &p->view;
    double to = view->at;

    for (int k = view->marks - 1; by < 0 && k >= 0 && to >= view->at; k--)
        to = view->mark[k] < view->at ? view->mark[k] : to;
    for (int k = 0; by > 0 && k < view->marks && to <= view->at; k++)
        to = view->mark[k];
    p->playing = false;
    if (by > 0 ? to > view->at : to < view->at)
        player_go_to(p, to);
}

void player_play(struct player *p)
{
    const Uint64 now = SDL_GetTicks64();
    const double seconds = (double)(now - p->last) / 1000;

    p->last = now;
    if (!p->playing)
        return;
    player_go_to(p, p->view.at + screen_duration(p->screen) * seconds /
                                     SECONDS * pow(2, p->speed));
    if (p->view.at >= screen_duration(p->screen))
        p->playing = false;
}
