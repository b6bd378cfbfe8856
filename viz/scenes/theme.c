/* theme.c - colours and sizes. */
#include "theme.h"

#include <math.h>

static const unsigned palette[2][COLOURS] = {
    {[COLOUR_PAPER] = 0xffffff,
     [COLOUR_INK] = 0x111111,
     [COLOUR_FAINT] = 0x6e6e6e,
     [COLOUR_X] = 0xe6e6e6,
     [COLOUR_A] = 0xe69f00,
     [COLOUR_P] = 0x009e73,
     [COLOUR_LOAD] = 0x56b4e9,
     [COLOUR_SCAN] = 0xf0e442,
     [COLOUR_LOOK] = 0xcc79a7,
     [COLOUR_STORE] = 0x0072b2,
     [COLOUR_WARN] = 0xc05200},
    {[COLOUR_PAPER] = 0x16181c,
     [COLOUR_INK] = 0xf4f4f4,
     [COLOUR_FAINT] = 0x8a929c,
     [COLOUR_X] = 0x2a2e35,
     [COLOUR_A] = 0xe69f00,
     [COLOUR_P] = 0x12b886,
     [COLOUR_LOAD] = 0x56b4e9,
     [COLOUR_SCAN] = 0xf0e442,
     [COLOUR_LOOK] = 0xcc79a7,
     [COLOUR_STORE] = 0x3d9be0,
     [COLOUR_WARN] = 0xff7a2f},
};

struct theme theme_of(double width, double height, bool dark, bool projector,
                      const char *font)
{
    const double least = height / 40;
    const double text = fmin(height, width * 1.1) / 36 * (projector ? 1.5 : 1);

    return (struct theme){.dark = dark,
                          .text = fmax(text, least),
                          .small = fmax(text * 0.8, least),
                          .least = least,
                          .line = height / 480 * (projector ? 2 : 1),
                          .font = font};
}

const char *colour_name(enum colour colour)
{
    static const char *const names[COLOURS] = {
        "paper", "ink",  "faint", "x",     "a",   "p",
        "load",  "scan", "look",  "store", "warn"};

    return names[colour];
}

unsigned colour_rgb(bool dark, enum colour colour)
{
    return palette[dark][colour];
}

/* The perceived lightness of a colour: 0 to 1. */
static double light_of(unsigned rgb)
{
    static const double part[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;

    for (int k = 0; k < 3; k++, rgb >>= 8)
        sum += part[k] * pow((rgb & 255) / 255.0, 2.2);
    return sum;
}

unsigned ink_rgb(bool dark, enum colour colour)
{
    return light_of(colour_rgb(dark, colour)) < 0.2 ? 0xffffff : 0x000000;
}
