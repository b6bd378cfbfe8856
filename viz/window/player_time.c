/* player_time.c - to an event, to a bookmark, and on as time passes. */
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
    p->playing = false;
    player_go_to(p, next_mark(&p->view, by));
}

void player_play(struct player *p)
{
    const Uint64 now = SDL_GetTicks64();
    const double seconds = (double)(now - p->last) / 1000;

    p->last = now;
    if (!p->playing)
        return;
    p->playing =
        playing_go(&p->show, p->screen, seconds * pow(2, p->speed), &p->view);
    p->changed = true;
}
