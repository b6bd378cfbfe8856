/* surface.h - a window of the screen, and drawings shown in it. */
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

/* False: *why, of `bytes` bytes, says why there is none. The caller closes it
 * in either case. */
bool surface_open(struct surface *surface, const struct view *view, char *why,
                  size_t bytes);
void surface_close(struct surface *surface);

/* To be drawn on and then shown; NULL: not now. It has the surface's width and
 * height. */
cairo_t *surface_begin(struct surface *surface);
void surface_show(struct surface *surface, cairo_t *cr);

/* SDL tells points of the screen; pictures are of pixels: so many a point. */
double surface_scale(const struct surface *surface);

#endif
