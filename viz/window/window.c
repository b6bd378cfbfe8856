/* window.c - SDL2: events in, pictures out. Nothing is drawn, and no time is
 * taken, while nothing changes. */
#include "window.h"
#include "display.h"
#include "player.h"
#include "players/paint.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAME_MS = 16, MOST_SECONDS = 300 };

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
    paint_screen(cr, p->screen, &p->view);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    SDL_UnlockTexture(p->texture);
    SDL_RenderCopy(p->renderer, p->texture, NULL, NULL);
    SDL_RenderPresent(p->renderer);
    p->changed = false;
}

/* ------------------------------------------------------------------- events */

/* SDL tells points of the screen; pictures are of pixels. */
static double pixels_of(const struct player *p)
{
    int w, h;

    SDL_GetWindowSize(p->window, &w, &h);
    return w > 0 ? p->width / (double)w : 1;
}

static void take(struct player *p, const SDL_Event *event)
{
    const double scale = pixels_of(p);
    int x, y;

    switch (event->type) {
    case SDL_QUIT: p->quits = true; return;
    case SDL_KEYDOWN: player_key(p, event->key.keysym.sym); return;
    case SDL_WINDOWEVENT:
        if (event->window.event == SDL_WINDOWEVENT_LEAVE)
            p->view.hover_x = p->view.hover_y = -1;
        p->changed = true;
        return;
    case SDL_MOUSEWHEEL:
        SDL_GetMouseState(&x, &y);
        player_zoom(p, x * scale, y * scale, pow(1.25, event->wheel.y));
        return;
    case SDL_MOUSEBUTTONDOWN:
        player_press(p, event->button.x * scale, event->button.y * scale);
        p->x = event->button.x * scale;
        p->y = event->button.y * scale;
        return;
    case SDL_MOUSEBUTTONUP:
        player_release(p, event->button.x * scale, event->button.y * scale);
        return;
    case SDL_MOUSEMOTION:
        player_move(p, event->motion.x * scale, event->motion.y * scale);
        return;
    default: return;
    }
}

/* --------------------------------------------------------------------- open */

/* SDL has drivers that draw to no screen at all. */
static bool is_seen(void)
{
    const char *const driver = SDL_GetCurrentVideoDriver();

    return getenv("SDL_VIDEODRIVER") || !strcmp(driver, "x11") ||
           !strcmp(driver, "wayland");
}

static bool open_window(struct player *p, char *why, size_t bytes)
{
    char title[256];

    SDL_SetHint(SDL_HINT_VIDEO_ALLOW_SCREENSAVER, "1");
    if (!display_answers(why, bytes))
        return false;
    if (SDL_Init(SDL_INIT_VIDEO) != 0 || !is_seen()) {
        snprintf(why, bytes,
                 "no display: %s; --export FILE.png writes a picture without "
                 "one",
                 *SDL_GetError() ? SDL_GetError() : "no screen was found");
        return false;
    }
    snprintf(title, sizeof title, "%s - scanviz",
             p->screen->recording[0]->title);
    p->window = SDL_CreateWindow(
        title, SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
        (int)p->view.width, (int)p->view.height,
        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    p->renderer = p->window ? SDL_CreateRenderer(p->window, -1, 0) : NULL;
    if (!p->renderer)
        snprintf(why, bytes, "no window: %s", SDL_GetError());
    return p->renderer != NULL;
}

bool window_run(struct screen *screen, const struct view *view,
                struct live *live, struct recording **first, char *why,
                size_t bytes)
{
    struct player player = {.screen = screen,
                            .live = live,
                            .first = first,
                            .view = *view,
                            .show.wish.most = MOST_SECONDS,
                            .changed = true};
    SDL_Event event;
    struct paint_ruler ruler;

    if (!paint_ruler_open(&ruler, view->font)) {
        snprintf(why, bytes, "out of memory");
        return false;
    }
    player.view.ruler = &ruler.ruler;
    player_note(&player, NULL);
    const bool opened = open_window(&player, why, bytes);
    while (opened && !player.quits) {
        if (player.changed)
            show(&player);
        if (player.playing ? SDL_WaitEventTimeout(&event, FRAME_MS)
                           : SDL_WaitEvent(&event))
            do
                take(&player, &event);
            while (SDL_PollEvent(&event));
        player_play(&player);
    }
    if (player.texture)
        SDL_DestroyTexture(player.texture);
    if (player.renderer)
        SDL_DestroyRenderer(player.renderer);
    if (player.window)
        SDL_DestroyWindow(player.window);
    SDL_Quit();
    playing_close(&player.show);
    paint_ruler_close(&ruler);
    return opened;
}
