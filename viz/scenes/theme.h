/* theme.h - colours and sizes of a picture.
 *
 * Colours are those of Okabe and Ito, which all can tell apart, vermilion a
 * little darker; each stands with a second sign: a letter, a hatch, a word.
 * Letters have a contrast of 4.5 to 1 with what they stand on.
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

/* How wide a text is: of the font and the surface that it will be drawn on. */
struct ruler {
    double (*width)(const struct ruler *ruler, const char *text, double size);
};

struct theme {
    bool dark;
    double text;      /* of a caption, in pixels */
    double small;     /* of what stands beside things */
    double least;     /* no text is smaller */
    double line;      /* width of a line */
    const char *font; /* a player's affair */
    const struct ruler *ruler;
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

/* "paper", "ink", ... */
const char *colour_name(enum colour colour);

/* As 0xRRGGBB. */
unsigned colour_rgb(bool dark, enum colour colour);

/* For letters on that colour: black or white. */
unsigned ink_rgb(bool dark, enum colour colour);

double text_width(const struct theme *theme, const char *text, double size);

/* ... by the number of its letters: the same with every font. */
double text_room(const char *text, double size);

#endif
