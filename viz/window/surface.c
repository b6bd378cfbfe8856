/* surface.c - see surface.h. */
#include "surface.h"
#include "display.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* SDL has drivers that draw to no screen at all. */
static bool is_seen(void)
{
    const char *const driver = SDL_GetCurrentVideoDriver();

    return getenv("SDL_VIDEODRIVER") || !strcmp(driver, "x11") ||
           !strcmp(driver, "wayland");
}

bool surface_open(struct surface *surface, const struct view *view, char *why,
                  size_t bytes)
{
    *surface = (struct surface){.window = NULL};
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
    surface->window = SDL_CreateWindow(
        "scanviz", SDL_WINDOWPOS_UNDEFINED, SDL_WINDOWPOS_UNDEFINED,
        (int)view->width, (int)view->height,
        SDL_WINDOW_RESIZABLE | SDL_WINDOW_ALLOW_HIGHDPI);
    surface->renderer =
        surface->window ? SDL_CreateRenderer(surface->window, -1, 0) : NULL;
    if (!surface->renderer)
        snprintf(why, bytes, "no window: %s", SDL_GetError());
    return surface->renderer != NULL;
}

void surface_close(struct surface *surface)
{
    if (surface->texture)
        SDL_DestroyTexture(surface->texture);
    if (surface->renderer)
        SDL_DestroyRenderer(surface->renderer);
    if (surface->window)
        SDL_DestroyWindow(surface->window);
    SDL_Quit();
}

static void fit(struct surface *s)
{
    int w, h;

    SDL_GetRendererOutputSize(s->renderer, &w, &h);
    if (w == s->width && h == s->height)
        return;
    if (s->texture)
        SDL_DestroyTexture(s->texture);
    s->width = w;
    s->height = h;
    s->texture = SDL_CreateTexture(s->renderer, SDL_PIXELFORMAT_RGB888,
                                   SDL_TEXTUREACCESS_STREAMING, w, h);
}

cairo_t *surface_begin(struct surface *s)
{
    void *pixels;
    int pitch;

    fit(s);
    if (SDL_LockTexture(s->texture, NULL, &pixels, &pitch) != 0)
        return NULL;
    cairo_surface_t *const on = cairo_image_surface_create_for_data(
        pixels, CAIRO_FORMAT_RGB24, s->width, s->height, pitch);
    cairo_t *const cr = cairo_create(on);
    cairo_surface_destroy(on); /* cr keeps it */
    return cr;
}

void surface_show(struct surface *s, cairo_t *cr)
{
    cairo_destroy(cr);
    SDL_UnlockTexture(s->texture);
    SDL_RenderCopy(s->renderer, s->texture, NULL, NULL);
    SDL_RenderPresent(s->renderer);
}

double surface_scale(const struct surface *s)
{
    int w, h;

    SDL_GetWindowSize(s->window, &w, &h);
    return w > 0 ? s->width / (double)w : 1;
}
