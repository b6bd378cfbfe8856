/* player_keys.c - what each key does. */
#include "player.h"
#include "scenes/moves.h"

#include <stdio.h>
#include <stdlib.h>

enum { SLOWEST = -4, FASTEST = 4 }; /* speeds: powers of 2 */

void player_note(struct player *p, const char *why)
{
    const int much = 1 << abs(p->speed);
    char speed[16] = "";

    if (p->speed)
        snprintf(speed, sizeof speed, "x%s%d", p->speed < 0 ? "1/" : "", much);
    snprintf(p->note, sizeof p->note, "%s%s%s", why ? why : "",
             p->live && !why ? p->live->said : "", speed);
    if (p->live && !why && *speed)
        snprintf(p->note, sizeof p->note, "%s   %s", p->live->said, speed);
    p->view.note = *p->note ? p->note : NULL;
}

static void set_speed(struct player *p, int speed)
{
    p->speed = speed < SLOWEST ? SLOWEST : speed > FASTEST ? FASTEST : speed;
    player_note(p, NULL);
}

static void run_again(struct player *p, enum live_change change)
{
    struct recording *made;
    char why[1024];

    if (!p->live)
        return;
    live_change(p->live, change);
    if (!live_run(p->live, &made, why, sizeof why)) {
        player_note(p, why);
        return;
    }
    if (!screen_replace(p->screen, made)) {
        recording_close(made);
        player_note(p, "out of memory");
        return;
    }
    playing_close(&p->show);
    recording_close(*p->first);
    *p->first = made;
    p->view.follow = -1;
    p->playing = true;
    p->last = SDL_GetTicks64();
    player_note(p, NULL);
    player_go_to(p, 0);
}

static void pause_or_play(struct player *p)
{
    if (!p->playing && p->view.at >= screen_duration(p->screen))
        view_go(&p->view, 0);
    p->playing = !p->playing;
    p->last = SDL_GetTicks64();
}

/* ------------------------------------------------------------------- keys */

/* Each of these three returns false for a key that is none of its own. */
static bool key_of_time(struct player *p, SDL_Keycode code)
{
    switch (code) {
    case SDLK_SPACE: pause_or_play(p); return true;
    case SDLK_RIGHT: player_step(p, 1, false); return true;
    case SDLK_LEFT: player_step(p, -1, false); return true;
    case SDLK_PAGEDOWN: player_step(p, 1, true); return true;
    case SDLK_PAGEUP: player_step(p, -1, true); return true;
    case SDLK_HOME: player_go_to(p, 0); return true;
    case SDLK_END: player_go_to(p, screen_duration(p->screen)); return true;
    case SDLK_UP: set_speed(p, p->speed + 1); return true;
    case SDLK_DOWN: set_speed(p, p->speed - 1); return true;
    case SDLK_b: bookmark(&p->view); return true;
    case SDLK_LEFTBRACKET: player_go_to_mark(p, -1); return true;
    case SDLK_RIGHTBRACKET: player_go_to_mark(p, 1); return true;
    default: return false;
    }
}

static bool key_of_view(struct player *p, SDL_Keycode code)
{
    struct view *const view = &p->view;

    switch (code) {
    case SDLK_l: view->dark = !view->dark; return true;
    case SDLK_m: view->machine = !view->machine; return true;
    case SDLK_v: view->still = !view->still; return true;
    case SDLK_d: view->diagram = !view->diagram; return true;
    case SDLK_s: view->speaker = !view->speaker; return true;
    case SDLK_p: view->projector = !view->projector; return true;
    case SDLK_0: view->zoom = 1; return true;
    case SDLK_SLASH:
    case SDLK_QUESTION:
    case SDLK_h: view->help = !view->help; return true;
    case SDLK_c:
        p->screen->shown = p->screen->shown < p->screen->count ? 2 : 1;
        return true;
    case SDLK_ESCAPE:
        if (view->help)
            view->help = false;
        else
            view->follow = -1;
        return true;
    default: break;
    }
    if (code < SDLK_1 || code >= SDLK_1 + scene_count)
        return false;
    view->scene = (int)(code - SDLK_1);
    view->zoom = 1;
    return true;
}

/* The next one that this recording has something for. */
static void next_scene(struct view *view, const struct recording *recording)
{
    do
        view->scene = (view->scene + 1) % scene_count;
    while (scenes[view->scene]->lacks && scenes[view->scene]->lacks(recording));
    view->zoom = 1;
}

static bool key_of_run(struct player *p, SDL_Keycode code)
{
    switch (code) {
    case SDLK_r: run_again(p, LIVE_RESIDENCY); return true;
    case SDLK_o: run_again(p, LIVE_ORDER); return true;
    case SDLK_n: run_again(p, LIVE_SEED); return true;
    case SDLK_t: run_again(p, LIVE_TICKETS); return true;
    case SDLK_y: run_again(p, LIVE_LATENCY); return true;
    default: return false;
    }
}

void player_key(struct player *p, SDL_Keycode code)
{
    p->changed = true;
    p->view.greets = false;
    if (key_of_time(p, code) || key_of_view(p, code) || key_of_run(p, code))
        return;
    if (code == SDLK_TAB)
        next_scene(&p->view, p->screen->recording[0]);
    else if (code == SDLK_e)
        player_export(p);
    else if (code == SDLK_m)
        p->goes_back = p->quits = true;
    else if (code == SDLK_q)
        p->quits = true;
}
