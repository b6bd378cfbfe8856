/* window.c - SDL2: events in, pictures out. Nothing is drawn, and no time is
 * taken, while nothing changes. */
#include "window.h"

#include <SDL.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAME_MS = 16, SLOWEST = -4, FASTEST = 4 };
enum { SECONDS = 20 }; /* for the whole recording, at speed 1 */

struct player {
    const struct recording *recording;
    struct view view;
    struct moment moment;
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    int width, height;
    bool playing, quits, changed;
    int speed; /* 2 to the power of */
    Uint64 last;
    bool scrubs; /* the bar is being dragged */
};

/* ---------------------------------------------------------------- pictures */

static void fit(struct player *p)
{
    int w, h;

    SDL_GetRendererOutputSize(p->renderer, &w, &h);
    if (w == p->width && h == p->height)
        return;
    if (p->texture)
        SDL_DestroyTexture(p->texture);
    p->width = w;
    p->height = h;
    p->texture = SDL_CreateTexture(p->renderer, SDL_PIXELFORMAT_RGB888,
                                   SDL_TEXTUREACCESS_STREAMING, w, h);
    p->view.width = w;
    p->view.height = h;
}

static void show(struct player *p)
{
    void *pixels;
    int pitch;

    fit(p);
    if (SDL_LockTexture(p->texture, NULL, &pixels, &pitch) != 0)
        return;
    cairo_surface_t *const surface = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_RGB24, p->width, p->height, pitch);
    cairo_t *const cr = cairo_create(surface);
    draw_picture(cr, p->recording, &p->moment, &p->view);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    SDL_UnlockTexture(p->texture);
    SDL_RenderCopy(p->renderer, p->texture, NULL, NULL);
    SDL_RenderPresent(p->renderer);
    p->changed = false;
}

/* --------------------------------------------------------------------- time */

static void go_to(struct player *p, double at)
{
    p->view.at = fmin(fmax(at, 0), p->recording->duration);
    p->changed = true;
}

/* To the next event that is told of, or the one before. */
static void step(struct player *p, int by, bool phases)
{
    const struct recording *const r = p->recording;
    int i = p->moment.event;

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
            go_to(p, e->at);
            return;
        }
    }
    go_to(p, by > 0 ? r->duration : 0);
}

static void play(struct player *p)
{
    const Uint64 now = SDL_GetTicks64();
    const double seconds = (double)(now - p->last) / 1000;

    p->last = now;
    if (!p->playing)
        return;
    go_to(p, p->view.at +
                 p->recording->duration * seconds / SECONDS * pow(2, p->speed));
    if (p->view.at >= p->recording->duration)
        p->playing = false;
}

/* --------------------------------------------------------------------- keys */

static void key(struct player *p, SDL_Keycode code)
{
    p->changed = true;
    switch (code) {
    case SDLK_SPACE:
        if (!p->playing && p->view.at >= p->recording->duration)
            p->view.at = 0;
        p->playing = !p->playing;
        p->last = SDL_GetTicks64();
        return;
    case SDLK_RIGHT: step(p, 1, false); return;
    case SDLK_LEFT: step(p, -1, false); return;
    case SDLK_PAGEDOWN: step(p, 1, true); return;
    case SDLK_PAGEUP: step(p, -1, true); return;
    case SDLK_HOME: go_to(p, 0); return;
    case SDLK_END: go_to(p, p->recording->duration); return;
    case SDLK_UP: p->speed += p->speed < FASTEST; return;
    case SDLK_DOWN: p->speed -= p->speed > SLOWEST; return;
    case SDLK_l: p->view.dark = !p->view.dark; return;
    case SDLK_p: p->view.projector = !p->view.projector; return;
    case SDLK_ESCAPE: p->view.follow = -1; return;
    case SDLK_q: p->quits = true; return;
    default: break;
    }
    if (code >= SDLK_1 && code < SDLK_1 + SCENES)
        p->view.scene = (enum scene)(code - SDLK_1);
}

static void scrub(struct player *p, int x)
{
    p->playing = false;
    go_to(p, p->recording->duration * x / p->width);
}

static void take(struct player *p, const SDL_Event *event)
{
    switch (event->type) {
    case SDL_QUIT: p->quits = true; return;
    case SDL_KEYDOWN: key(p, event->key.keysym.sym); return;
    case SDL_WINDOWEVENT: p->changed = true; return;
    case SDL_MOUSEBUTTONDOWN:
        p->scrubs = event->button.y > p->height * 0.94;
        if (p->scrubs)
            scrub(p, event->button.x);
        return;
    case SDL_MOUSEBUTTONUP: p->scrubs = false; return;
    case SDL_MOUSEMOTION:
        if (p->scrubs)
            scrub(p, event->motion.x);
        return;
    default: return;
    }
}

/* --------------------------------------------------------------------- open */

static bool open_window(struct player *p, char *why, size_t bytes)
{
    char title[256];

    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    /* SDL would draw to a display that nobody sees. */
    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY") &&
        !getenv("SDL_VIDEODRIVER")) {
        snprintf(why, bytes,
                 "no display: DISPLAY is not set; --export FILE.png writes a "
                 "picture without one");
        return false;
    }
    if (SDL_Init(SDL_INIT_VIDEO) != 0) {
        snprintf(why, bytes,
                 "no display: %s; --export writes a picture "
                 "without one",
                 SDL_GetError());
        return false;
    }
    snprintf(title, sizeof title, "%s - scanviz", p->recording->title);
    p->window = SDL_CreateWindow(
        title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
        (int)p->view.width, (int)p->view.height,
        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    p->renderer = p->window ? SDL_CreateRenderer(p->window, -1, 0) : NULL;
    if (!p->renderer)
        snprintf(why, bytes, "no window: %s", SDL_GetError());
    return p->renderer != NULL;
}

bool window_run(const struct recording *recording, const struct view *view,
                char *why, size_t bytes)
{
    struct player player = {
        .recording = recording, .view = *view, .changed = true};
    SDL_Event event;

    if (!moment_open(recording, &player.moment)) {
        snprintf(why, bytes, "out of memory");
        return false;
    }
    const bool opened = open_window(&player, why, bytes);
    while (opened && !player.quits) {
        if (player.changed)
            show(&player);
        if (player.playing ? SDL_WaitEventTimeout(&event, FRAME_MS)
                           : SDL_WaitEvent(&event))
            do
                take(&player, &event);
            while (SDL_PollEvent(&event));
        play(&player);
    }
    if (player.texture)
        SDL_DestroyTexture(player.texture);
    if (player.renderer)
        SDL_DestroyRenderer(player.renderer);
    if (player.window)
        SDL_DestroyWindow(player.window);
    SDL_Quit();
    moment_close(&player.moment);
    return opened;
}
