/* paint.h - drawings on a surface of cairo: windows, pictures, films. */
#ifndef PAINT_H
#define PAINT_H

#include "scenes/screen.h"

#include <cairo.h>

/* Plays a drawing. */
void paint(cairo_t *cr, const struct drawing *drawing);

/* Texts as wide as they are there; the first member is for a view or a theme.
 */
struct paint_ruler {
    struct ruler ruler;
    cairo_t *cr;
    const char *font;
};

/* Of images, where nothing is to be drawn; `font` as in a view. False: out of
 * memory; the caller closes it otherwise. */
bool paint_ruler_open(struct paint_ruler *ruler, const char *font);
void paint_ruler_close(struct paint_ruler *ruler);

/* The screen, or one recording of it: written and played. */
void paint_screen(cairo_t *cr, struct screen *screen, const struct view *view);
void paint_picture(cairo_t *cr, const struct recording *recording,
                   struct instant *instant, const struct view *view);

#endif
