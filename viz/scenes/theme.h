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

/* A text as it is asked for, and what has become of it. */
struct written {
    const char *text;
    double size, x, y; /* of the whole picture, not of what is zoomed */
    double at;
    const char *shown; /* maybe cut short; NULL: there was no room */
    double shown_size;
};

/* Is told of each text. */
struct listener {
    void (*text)(const struct listener *listener, const struct written *text);
};

struct theme {
    bool dark;
    double text;                     /* of a caption, in pixels */
    double small;                    /* of what stands beside things */
    double least;                    /* no text is smaller */
    double line;                     /* width of a line */
    const char *font;                /* for cairo's own choice of fonts */
    const struct listener *listener; /* or NULL */
};

struct box {
    double x, y, w, h;
};

struct point {
    double x, y;
};

/* For a picture so large: text is a 36th of its height, on a projector half as
 * large again, and never below a 40th. */
struct theme theme_of(double width, double height, bool dark, bool projector,
                      const char *font);

void use_colour(cairo_t *cr, const struct theme *theme, enum colour colour);

/* For letters on that colour: black or white. */
void use_ink_on(cairo_t *cr, const struct theme *theme, enum colour colour);

/* As 0xRRGGBB. */
unsigned colour_rgb(bool dark, enum colour colour);

/* `at`: 0 left, 0.5 centred, 1 right of x; y is the middle of the letters.
 * Text that is wider than `most` becomes smaller, down to the least size, then
 * narrower; then it is cut short, or left out. `most` 0: there is room. */
void draw_text(cairo_t *cr, const struct theme *theme, const char *text,
               double size, double x, double y, double at, double most);

/* ... is never cut short: a number without its end is another one. */
void draw_whole(cairo_t *cr, const struct theme *theme, const char *text,
                double size, double x, double y, double at, double most);

/* The same letter in the middle of many points, at once. */
void draw_letters(cairo_t *cr, const struct theme *theme, char letter,
                  double size, const struct point *at, int count);

double text_width(cairo_t *cr, const struct theme *theme, const char *text,
                  double size);

/* ... by the number of its letters: the same with every font. */
double text_room(const char *text, double size);

void fill_box(cairo_t *cr, struct box box);

/* On whole pixels, at least one each way: many such boxes make one path that
 * is filled at once, which is fast. */
struct box snap_box(struct box box);
void add_box(cairo_t *cr, struct box box);

/* False: nothing of it would be seen. */
bool box_is_seen(cairo_t *cr, struct box box);

void stroke_box(cairo_t *cr, struct box box, double width);

/* Lines or dots over a colour: its second sign. */
enum hatch { HATCH_NONE, HATCH_RISING, HATCH_FALLING, HATCH_LEVEL, HATCH_DOTS };

void hatch_box(cairo_t *cr, struct box box, enum hatch hatch, double apart,
               double width);

/* ... in all boxes of the path, which is used up. */
void hatch_path(cairo_t *cr, enum hatch hatch, double apart, double width);

/* A bent arrow from one point to another, its head at the end. */
void draw_arrow(cairo_t *cr, double x0, double y0, double x1, double y1,
                double bend, double width);

/* The head alone, of an arrow that comes in this direction. */
void draw_head_of_arrow(cairo_t *cr, double x, double y, double angle,
                        double size);

#endif
