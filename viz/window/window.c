/* window.c - SDL2: events in, pictures out. While nothing changes, it draws nothing
 * and takes no processor time. */
#include "window.h"
#include "buttons.h"
#include "menu.h"
#include "player.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { FRAME_MS = 16 };

struct window {
    struct surface surface;
};

bool window_open(struct window **out, const struct view *view, char *why,
                 size_t bytes)
{
    struct window *const window = *out = calloc(1, sizeof *window);

    if (!window) {
        snprintf(why, bytes, "out of memory");
        return false;
    }
    if (surface_open(&window->surface, view, why, bytes))
        return true;
    window_close(window);
    *out = NULL;
    return false;
}

void window_close(struct window *window)
{
    if (window)
        surface_close(&window->surface);
    free(window);
}

int window_choose(struct window *window, const struct view *view, int chosen)
{
    SDL_SetWindowTitle(window->surface.window, "scanviz");
    return menu_choose(&window->surface, view, chosen);
}

/* ---------------------------------------------------------------- pictures */

static void show(struct player *p)
{
    cairo_t *const cr = surface_begin(p->surface);
    struct drawing d;

    if (!cr)
        return;
    p->view.width = p->surface->width;
    p->view.height = p->surface->height;
    p->view.left = buttons_width(&p->view);
    paint_screen(cr, p->screen, &p->view);
    drawing_open(&d, p->view.width, p->view.height);
    if (!p->view.help)
        draw_buttons(&d, &p->view, p->playing);
    paint(cr, &d);
    drawing_close(&d);
    surface_show(p->surface, cr);
    p->changed = false;
}

/* ------------------------------------------------------------------- events */

static void take(struct player *p, const SDL_Event *event)
{
    const double scale = surface_scale(p->surface);
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

/* --------------------------------------------------------------------- play */

static void play(struct player *p)
{
    SDL_Event event;

    while (!p->quits) {
        if (p->changed)
            show(p);
        if (p->playing ? SDL_WaitEventTimeout(&event, FRAME_MS)
                       : SDL_WaitEvent(&event))
            do
                take(p, &event);
            while (SDL_PollEvent(&event));
        player_play(p);
    }
}

bool window_run(struct window *window, struct screen *screen,
                const struct view *view, struct live *live,
                struct recording **first)
{
    struct player player = {.surface = &window->surface,
                            .screen = screen,
                            .live = live,
                            .first = first,
                            .view = *view,
                            .show.wish.most = MAX_PLAYING,
                            .changed = true};
    struct paint_ruler ruler;
    char title[256];

    if (!paint_ruler_open(&ruler, view->font))
        return false;
    player.view.ruler = &ruler.ruler;
    player.view.greets = true;
    player_note(&player, NULL);
    snprintf(title, sizeof title, "%s - scanviz", screen->recording[0]->title);
    SDL_SetWindowTitle(window->surface.window, title);
    play(&player);
    playing_close(&player.show);
    paint_ruler_close(&ruler);
    return player.goes_back;
}
