/* plot_style.c - how every algorithm looks, in one table.
 *
 * Each algorithm has its own colour, in every chart. The first seven are from
 * Okabe and Ito ("Color Universal Design", 2008), the others from Tol ("Colour
 * schemes", 2021): with either set, colour-blind readers can distinguish the at
 * most seven curves of a chart. In a black-and-white print, marker and dash
 * distinguish the curves. Our own markers are filled; the hollow shape of each
 * is reserved for published figures.
 *
 * Charts follow the order of the table: of the curves that exist, one chart
 * shows the first seven, the next chart the next seven.
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
    PINK = 0xcc79a7,
    FOREST = 0x117733,
    OLIVE = 0x999933,
    ROSE = 0xcc6677,
    PURPLE = 0xaa4499,
    INDIGO = 0x332288,
    BROWN = 0x661100,
    TEAL = 0x44aa99,
    SAND = 0xb8a040,
    WINE = 0x882255,
    AMBER = 0xee7733,
    MAGENTA = 0xee3377,
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
    {"lookback", "decoupled look-back", BLUE, SHAPE(CIRCLE), SOLID, false},
    {"lookahead", "look-ahead", SKY, SHAPE(DIAMOND), SOLID, false},
    {"three_kernel", "reduce-then-scan", VERMILLION, SHAPE(SQUARE), SOLID,
     false},
    {"scan_propagate", "scan-then-propagate", ORANGE, SHAPE(UP), SOLID, false},
    {"cub", "CUB", PINK, SHAPE(DOWN), DASH_DOT, true},
    {"tbb", "oneTBB", FOREST, SHAPE(PENTAGON), DASH_DOT, true},
    {"sequential", "sequential", BLACK, SHAPE(SQUARE), DASHED, false},
    {"hierarchical", "hierarchical", OLIVE, SHAPE(DIAMOND), DASHED, false},
    {"kogge_stone", "Kogge-Stone", GREEN, SHAPE(CIRCLE), SOLID, false},
    {"hillis_steele", "Hillis-Steele", ROSE, SHAPE(UP), DASHED, false},
    {"blelloch", "Blelloch", PURPLE, SHAPE(DOWN), SOLID, false},
    {"brent_kung", "Brent-Kung", INDIGO, SHAPE(PENTAGON), DASHED, false},
    {"naive", "naive", BROWN, SHAPE(SQUARE), DOTTED, false},
    {"std_par_unseq", "std par_unseq", TEAL, SHAPE(UP), DASH_DOT, true},
    {"std_seq", "std, one thread", WINE, SHAPE(SQUARE), DASH_DOT, true},
    {"vqsort", "VQSort", AMBER, SHAPE(CIRCLE), DASH_DOT, true},
    {"cusparse", "cuSPARSE", MAGENTA, SHAPE(PENTAGON), DASH_DOT, true},
    {"openmp_inscan", "OpenMP inscan", SAND, SHAPE(DIAMOND), DASH_DOT, true},
    {"memcpy", "copy", GREY, SHAPE(CIRCLE), SOLID, false},
};

/* For names that the table does not know, in turn. */
static const struct plot_style spare[] = {
    {"", NULL, BLUE, SHAPE(DIAMOND), DASHED, false},
    {"", NULL, VERMILLION, SHAPE(UP), DASHED, false},
    {"", NULL, GREEN, SHAPE(SQUARE), DASH_DOT_DOT, false},
    {"", NULL, ORANGE, SHAPE(PENTAGON), DASHED, false},
    {"", NULL, PURPLE, SHAPE(CIRCLE), DASH_DOT_DOT, false},
    {"", NULL, SKY, SHAPE(DOWN), DASHED, false},
    {"", NULL, BLACK, SHAPE(DIAMOND), DASH_DOT, false},
    {"", NULL, WINE, SHAPE(SQUARE), DASHED, false},
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

/* Solid: a search has as many lines as there are colours. */
struct plot_style plot_style_of_line(size_t rank)
{
    struct plot_style style = spare[rank % SPARE];

    style.dash = SOLID;
    return style;
}

struct plot_style plot_style_of_incumbent(void)
{
    enum { STAR = 3 };

    return (struct plot_style){.name = "",
                               .colour = BLACK,
                               .marker = STAR,
                               .hollow = STAR,
                               .dash = DASHED};
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
