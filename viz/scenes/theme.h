/* theme.h - colours and sizes of a picture.
 *
 * The colours are those of Okabe and Ito, which can be distinguished with any colour
 * vision; vermilion is a little darker. Each colour has a second sign: a letter, a hatch,
 * a word. Letters have a contrast of 4.5 to 1 with their background.
 */
#ifndef THEME_H
#define THEME_H

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

/* Measures the width of a text, for a font and the surface to draw on. */
struct ruler {
    double (*width)(const struct ruler *ruler, const char *text, double size);
};

struct theme {
    bool dark;
    double text;      /* size of a caption, in pixels */
    double small;     /* size of labels */
    double least;     /* no text is smaller */
    double line;      /* width of a line */
    const char *font; /* used only by players */
    const struct ruler *ruler;
};

struct box {
    double x, y, w, h;
};

struct point {
    double x, y;
};

/* The theme for a picture of this size: text is a 36th of its height, half as large
 * again on a projector, and never below a 40th. */
struct theme theme_of(double width, double height, bool dark, bool projector,
                      const char *font);

/* "paper", "ink", ... */
const char *colour_name(enum colour colour);

/* As 0xRRGGBB. */
unsigned colour_rgb(bool dark, enum colour colour);

/* For letters on that colour: black or white. */
unsigned ink_rgb(bool dark, enum colour colour);

double text_width(const struct theme *theme, const char *text, double size);

/* An estimate of the width from the number of letters, which is the same with
 * every font. */
double text_room(const char *text, double size);

#endif
