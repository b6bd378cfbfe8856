/* picture.h - a recording at one time, as a picture: a pure function of the
 * recording and the view. The same view gives the same picture.
 */
#ifndef PICTURE_H
#define PICTURE_H

#include "moment.h"
#include "theme.h"

enum scene { SCENE_TILES, SCENE_LANES, SCENE_STATISTICS, SCENES };

struct view {
    enum scene scene;
    double width, height; /* pixels */
    double at;            /* of the recording's clock */
    int follow;           /* this tile stays in the middle of things, or -1 */
    bool dark, projector;
    const char *font; /* NULL: a sans-serif one */
};

/* `moment` is taken to view->at. */
void draw_picture(cairo_t *cr, const struct recording *recording,
                  struct moment *moment, const struct view *view);

/* The parts of it, each in its box. */
void draw_tiles(cairo_t *cr, const struct recording *recording,
                const struct moment *moment, const struct view *view,
                const struct theme *theme, struct box box);
void draw_lanes(cairo_t *cr, const struct recording *recording,
                const struct moment *moment, const struct view *view,
                const struct theme *theme, struct box box);
void draw_statistics(cairo_t *cr, const struct recording *recording,
                     const struct moment *moment, const struct view *view,
                     const struct theme *theme, struct box box);

/* Of the tile that is followed, or else of the one that the newest event tells
 * of; -1: none. */
int tile_in_view(const struct recording *recording, const struct moment *moment,
                 const struct view *view);

#endif
