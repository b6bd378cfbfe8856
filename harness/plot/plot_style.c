/* plot_style.c - how every algorithm looks, in one table.
 *
 * Colours are Okabe and Ito's eight, which stay apart for colour-blind
 * readers ("Color Universal Design", 2008), less the yellow, which is lost on
 * white paper. Two algorithms that share a colour differ in marker and dash,
 * so that a black-and-white print can be read too. Our own markers are
 * filled; the hollow shape of each is kept for published figures.
 */
#include "plot.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    BLACK = 0x000000,
    GREY = 0x444444,
    ORANGE = 0xe69f00,
    SKY = 0x56b4e9,
    GREEN = 0x009e73,
    BLUE = 0x0072b2,
    VERMILLION = 0xd55e00,
    PURPLE = 0xcc79a7,
};

/* gnuplot's point types, alike in its svg and cairo terminals. */
enum {
    SQUARE = 5,
    CIRCLE = 7,
    UP = 9,
    DOWN = 11,
    DIAMOND = 13,
    PENTAGON = 15,
};

enum { SOLID = 1, DASHED, DOTTED, DASH_DOT, DASH_DOT_DOT };

#define SHAPE(filled) filled, (filled)-1

static const struct plot_style styles[] = {
    {"lookback", BLUE, SHAPE(CIRCLE), SOLID, false},
    {"lookahead", SKY, SHAPE(CIRCLE), SOLID, false},
    {"three_kernel", VERMILLION, SHAPE(SQUARE), SOLID, false},
    {"scan_propagate", ORANGE, SHAPE(UP), SOLID, false},
    {"hierarchical", ORANGE, SHAPE(DIAMOND), DASHED, false},
    {"kogge_stone", GREEN, SHAPE(DIAMOND), SOLID, false},
    {"hillis_steele", GREEN, SHAPE(UP), DASHED, false},
    {"blelloch", PURPLE, SHAPE(DOWN), SOLID, false},
    {"brent_kung", PURPLE, SHAPE(PENTAGON), DASHED, false},
    {"sequential", BLACK, SHAPE(SQUARE), DASHED, false},
    {"naive", BLACK, SHAPE(DOWN), DOTTED, false},
    {"memcpy", GREY, SHAPE(CIRCLE), SOLID, false},
    {"tbb", SKY, SHAPE(SQUARE), DASH_DOT, true},
    {"openmp_inscan", ORANGE, SHAPE(DIAMOND), DASH_DOT, true},
    {"std_par_unseq", VERMILLION, SHAPE(PENTAGON), DASH_DOT, true},
    {"cub", PURPLE, SHAPE(UP), DASH_DOT, true},
};

/* For names that the table does not know, in turn. */
static const struct plot_style spare[] = {
    {"", BLUE, SHAPE(DIAMOND), DASHED, false},
    {"", VERMILLION, SHAPE(UP), DASHED, false},
    {"", GREEN, SHAPE(SQUARE), DASH_DOT_DOT, false},
    {"", ORANGE, SHAPE(PENTAGON), DASHED, false},
    {"", PURPLE, SHAPE(CIRCLE), DASH_DOT_DOT, false},
    {"", SKY, SHAPE(DOWN), DASHED, false},
    {"", BLACK, SHAPE(DIAMOND), DASH_DOT, false},
};

enum {
    STYLES = sizeof styles / sizeof *styles,
    SPARE = sizeof spare / sizeof *spare,
};

size_t plot_style_rank(const char *algorithm)
{
    size_t i = 0;

    while (i < STYLES && strcmp(styles[i].name, algorithm) != 0)
        i++;
    return i;
}

bool plot_is_memcpy(const char *algorithm)
{
    return strcmp(algorithm, "memcpy") == 0;
}

struct plot_style plot_style_of(const char *algorithm, size_t fallback,
                                size_t variant)
{
    /* In an order in which no variant takes what another algorithm of its
     * colour has. */
    static const int other_markers[] = {CIRCLE, DIAMOND, SQUARE,
                                        DOWN,   UP,      PENTAGON};
    enum { MARKERS = sizeof other_markers / sizeof *other_markers };
    const size_t rank = plot_style_rank(algorithm);
    struct plot_style style =
        rank < STYLES ? styles[rank] : spare[fallback % SPARE];

    if (variant > 0) {
        size_t at = 0;
        while (other_markers[at] != style.marker)
            at++;
        style.marker = other_markers[(at + variant) % MARKERS];
        style.hollow = style.marker - 1;
        style.dash = 1 + (style.dash - 1 + (int)variant) % DASH_DOT_DOT;
    }
    return style;
}

/* Sky blue and orange are too light for words on white. */
unsigned plot_text_colour(unsigned colour)
{
    const unsigned red = colour >> 16, green = colour >> 8 & 0xff,
                   blue = colour & 0xff;

    if (299 * red + 587 * green + 114 * blue < 130 * 1000)
        return colour;
    return red * 7 / 10 << 16 | green * 7 / 10 << 8 | blue * 7 / 10;
}

bool plot_size(struct plot_choice *choice, const char *text)
{
    enum { LEAST = 320, MOST = 8000 };

    if (strcmp(text, "paper") == 0) {
        choice->width = 900;
        choice->height = 580;
        choice->font = 14;
        choice->line = 1.6;
        choice->png_scale = 2;
        return true;
    }
    if (strcmp(text, "projector") == 0) {
        choice->width = 1280;
        choice->height = 720;
        choice->font = 24;
        choice->line = 3;
        choice->png_scale = 1.5;
        return true;
    }
    char *end;
    const long width = strtol(text, &end, 10);
    if (end == text || *end != 'x')
        return false;
    const char *second = end + 1;
    const long height = strtol(second, &end, 10);
    if (end == second || *end || width < LEAST || width > MOST ||
        height < LEAST / 2 || height > MOST)
        return false;
    choice->width = (int)width;
    choice->height = (int)height;
    choice->font = (int)fmax(9, fmin(width / 62., height / 38.));
    choice->line = choice->font / 8.;
    choice->png_scale = 1;
    return true;
}
