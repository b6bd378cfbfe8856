/* paint.h - plays drawings on a cairo surface: windows, pictures, films. */
#ifndef PAINT_H
#define PAINT_H

#include "scenes/screen.h"

#include <cairo.h>

/* Plays a drawing. */
void paint(cairo_t *cr, const struct drawing *drawing);

/* Measures texts as cairo draws them; its first member can be used as the ruler
 * of a view or a theme.
 */
struct paint_ruler {
    struct ruler ruler;
    cairo_t *cr;
    const char *font;
};

/* A ruler for image surfaces, without drawing; `font` as in a view. False: out of
 * memory; otherwise the caller closes it. */
bool paint_ruler_open(struct paint_ruler *ruler, const char *font);
void paint_ruler_close(struct paint_ruler *ruler);

/* Draws and plays the screen, or one recording. */
void paint_screen(cairo_t *cr, struct screen *screen, const struct view *view);
void paint_picture(cairo_t *cr, const struct recording *recording,
                   struct instant *instant, const struct view *view);

#endif
