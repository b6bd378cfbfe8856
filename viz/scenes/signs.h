/* signs.h - the look of each flag and phase: a colour and, for readers who cannot
 * distinguish colours, a hatch; and the legend of these signs.
 */
#ifndef SIGNS_H
#define SIGNS_H

#include "recording/recording.h"
#include "drawing.h"

#include <stdint.h>

struct sign {
    const char *words;
    enum colour colour;
    enum hatch hatch;
};

/* The sign of a flag: X, A, P, '!' (a P with a wrong value) or '-' (never publishes). */
const struct sign *sign_of_flag(char flag);

/* Fills in the flags of a recording (and, if it has segments, a wall), and returns
 * their number; 0 if no tile publishes. */
enum { FLAGS = 4, MAX_SIGNS = 6 };
int signs_of_flags(const struct recording *recording,
                   const struct sign *signs[MAX_SIGNS]);

/* PHASE_NONE: a block that reports no phases. */
const struct sign *sign_of_phase(enum phase phase);

/* Fills the path, which is used up. */
void fill_sign(struct drawing *d, const struct theme *theme,
               const struct sign *sign, double apart);

/* The same sign as the pixels of an image, for areas that would need too many
 * paths. */
enum { MAX_WOVEN = 64 };

struct weave {
    int side; /* side of a square that is repeated */
    uint32_t pixel[MAX_WOVEN * MAX_WOVEN];
};

void weave_sign(const struct theme *theme, const struct sign *sign,
                double apart, struct weave *weave);
/* Line y of it: `side` pixels, to be repeated. */
const uint32_t *weave_line(const struct weave *weave, int y);

/* Samples with their text, on as many lines as needed. */
double legend_height(const struct theme *theme, const struct sign *const *signs,
                     int count, double width);
void draw_legend(struct drawing *d, const struct theme *theme,
                 const struct sign *const *signs, int count, struct box box);

#endif
