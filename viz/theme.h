/* theme.h - colours and sizes of a picture, and a few strokes of the pen.
 *
 * Colours are those of Okabe and Ito, which all can tell apart; each stands
 * with a second sign: a letter, a hatch, a word.
 */
#ifndef THEME_H
#define THEME_H

#include <cairo.h>
#include <stdbool.h>

enum colour {
    COLOUR_PAPER,
    COLOUR_INK,
    COLOUR_FAINT, /* lines between things */
    COLOUR_X,
    COLOUR_A,
    COLOUR_P,
    COLOUR_LOAD,
    COLOUR_SCAN,
    COLOUR_LOOK,
    COLOUR_STORE,
    COLOUR_WARN,
    COLOURS
};

/* Is told of each text that is drawn, and of what is too small to be: as it is
 * given to draw_text(). */
struct listener {
    void (*text)(const struct listener *listener, const char *text, double size,
                 double x, double y, double at);
};

struct theme {
    bool dark;
    double text;                     /* of a caption, in pixels */
    double line;                     /* width of a line */
    const char *font;                /* for cairo's own choice of fonts */
    const struct listener *listener; /* or NULL */
};

struct box {
    double x, y, w, h;
};

/* For a picture so high: text is a 36th of it, on a projector half as large
 * again. */
struct theme theme_of(double height, bool dark, bool projector,
                      const char *font);

void use_colour(cairo_t *cr, const struct theme *theme, enum colour colour);

/* As 0xRRGGBB. */
unsigned colour_rgb(bool dark, enum colour colour);

/* `at`: 0 left, 0.5 centred, 1 right of x; y is the middle of the letters.
 * Text that is wider than `most` is made narrower, down to nothing. */
void draw_text(cairo_t *cr, const struct theme *theme, const char *text,
               double size, double x, double y, double at, double most);

double text_width(cairo_t *cr, const struct theme *theme, const char *text,
                  double size);

void fill_box(cairo_t *cr, struct box box);

/* On whole pixels, at least one each way: many such boxes make one path that
 * is filled at once, which is fast. */
struct box snap_box(struct box box);
void add_box(cairo_t *cr, struct box box);

/* False: nothing of it would be seen. */
bool box_is_seen(cairo_t *cr, struct box box);

void stroke_box(cairo_t *cr, struct box box, double width);

/* Slanting lines, the second sign of a waiting or an unknown thing. */
void hatch_box(cairo_t *cr, struct box box, double apart, double width);

/* ... in all boxes of the path, which is used up. */
void hatch_path(cairo_t *cr, double apart, double width);

/* A bent arrow from one point to another, its head at the end. */
void draw_arrow(cairo_t *cr, double x0, double y0, double x1, double y1,
                double bend, double width);

#endif
