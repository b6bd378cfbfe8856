/* surface.h - a window on the screen, and drawings shown in it. */
#ifndef SURFACE_H
#define SURFACE_H

#include "players/paint.h"

#include <SDL.h>

struct surface {
    SDL_Window *window;
    SDL_Renderer *renderer;
    SDL_Texture *texture;
    int width, height; /* pixels */
};

/* False: *why, of `bytes` bytes, is the error. The caller closes the surface in either
 * case. */
bool surface_open(struct surface *surface, const struct view *view, char *why,
                  size_t bytes);
void surface_close(struct surface *surface);

/* Returns a context to draw on and then to show; NULL if drawing is not
 * possible now. It has the surface's width and height. */
cairo_t *surface_begin(struct surface *surface);
void surface_show(struct surface *surface, cairo_t *cr);

/* Pixels per point: SDL gives positions in points; pictures are in pixels. */
double surface_scale(const struct surface *surface);

#endif
