/* player_time.c - goes to an event or a bookmark, and plays on as time passes. */
#include "player.h"
#include "scenes/moves.h"

#include <math.h>

void player_go_to(struct player *p, double at)
{
    view_go(&p->view, fmin(fmax(at, 0), screen_duration(p->screen)));
    p->changed = true;
}

void player_step(struct player *p, int by, bool phases)
{
    p->playing = false;
    player_go_to(p, next_time(p->screen, &p->view, by, phases));
}

void player_go_to_mark(struct player *p, int by)
{
    const double to = next_mark(p->screen, &p->view, by);
    const int asks = p->view.asks;

    p->playing = false;
    player_go_to(p, to);
    ask_stop(p->screen, &p->view, asks);
}

void player_play(struct player *p)
{
    const Uint64 now = SDL_GetTicks64();
    const double seconds = (double)(now - p->last) / 1000;

    p->last = now;
    if (!p->playing)
        return;
    const int asked = p->view.asks;
    p->playing =
        playing_go(&p->show, p->screen, seconds * pow(2, p->speed), &p->view);
    if (p->view.asks >= 0 && p->view.asks % 2 == 0 && p->view.asks != asked)
        p->playing = false; /* a question stays until a key */
    p->changed = true;
}
