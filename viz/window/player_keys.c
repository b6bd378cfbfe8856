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
    if (!p->playing && p->view.asks >= 0 && p->view.asks % 2 == 0) {
        if (!playing_answer(&p->show, p->screen, &p->view))
            return;
    } else if (!p->playing && p->view.at >= screen_duration(p->screen)) {
        view_go(&p->view, 0);
    }
    p->playing = !p->playing;
    p->last = SDL_GetTicks64();
}

/* ------------------------------------------------------------------- keys */

/* The action of Esc: closes the help, or else stops following a tile. */
static void escape(struct view *view)
{
    if (view->help)
        view->help = false;
    else
        view->follow = -1;
}

static void choose_scene(struct view *view, int scene)
{
    view->scene = scene;
    view->zoom = 1;
}

/* Goes to the next scene that this recording can show. */
static void next_scene(struct view *view, const struct recording *recording)
{
    int next = view->scene;

    do
        next = (next + 1) % scene_count;
    while (scenes[next]->lacks && scenes[next]->lacks(recording));
    choose_scene(view, next);
}

/* Shows or hides the second recording; the recordings of a story stay. */
static void compare(struct screen *screen)
{
    if (!screen->lesson && screen->recording[0]->partners == 0)
        screen->shown = screen->shown < screen->count ? 2 : 1;
}

/* All keys are cases of one switch, so that the compiler rejects a second use of a
 * key. */
void player_key(struct player *p, SDL_Keycode code)
{
    struct view *const view = &p->view;

    p->changed = true;
    view->greets = false;
    switch (code) {
    case SDLK_SPACE: pause_or_play(p); return;
    case SDLK_RIGHT: player_step(p, 1, false); return;
    case SDLK_LEFT: player_step(p, -1, false); return;
    case SDLK_PAGEDOWN: player_step(p, 1, true); return;
    case SDLK_PAGEUP: player_step(p, -1, true); return;
    case SDLK_HOME: player_go_to(p, 0); return;
    case SDLK_END: player_go_to(p, screen_duration(p->screen)); return;
    case SDLK_UP: set_speed(p, p->speed + 1); return;
    case SDLK_DOWN: set_speed(p, p->speed - 1); return;
    case SDLK_b: bookmark(view); return;
    case SDLK_LEFTBRACKET: player_go_to_mark(p, -1); return;
    case SDLK_RIGHTBRACKET: player_go_to_mark(p, 1); return;
    case SDLK_l: view->dark = !view->dark; return;
    case SDLK_k: view->machine = !view->machine; return;
    case SDLK_v: view->still = !view->still; return;
    case SDLK_d: view->diagram = !view->diagram; return;
    case SDLK_s: view->speaker = !view->speaker; return;
    case SDLK_p: view->projector = !view->projector; return;
    case SDLK_0: view->zoom = 1; return;
    case SDLK_SLASH:
    case SDLK_QUESTION:
    case SDLK_h: view->help = !view->help; return;
    case SDLK_c: compare(p->screen); return;
    case SDLK_ESCAPE: escape(view); return;
    case SDLK_TAB: next_scene(view, p->screen->recording[0]); return;
    case SDLK_r: run_again(p, LIVE_RESIDENCY); return;
    case SDLK_o: run_again(p, LIVE_ORDER); return;
    case SDLK_n: run_again(p, LIVE_SEED); return;
    case SDLK_t: run_again(p, LIVE_TICKETS); return;
    case SDLK_y: run_again(p, LIVE_LATENCY); return;
    case SDLK_e: player_export(p); return;
    case SDLK_m: p->goes_back = p->quits = true; return;
    case SDLK_q: p->quits = true; return;
    default: break;
    }
    if (code >= SDLK_1 && code < SDLK_1 + scene_count)
        choose_scene(view, (int)(code - SDLK_1));
}
