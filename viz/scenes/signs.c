/* signs.c - see signs.h. */
#include "signs.h"

#include <math.h>

const struct sign *sign_of_flag(char flag)
{
    static const struct sign
        x = {"X: nothing published", COLOUR_X, HATCH_RISING},
        a = {"A: aggregate (this tile alone)", COLOUR_A, HATCH_FALLING},
        p = {"P: inclusive prefix (from the start)", COLOUR_P, HATCH_NONE},
        wrong = {"P with a wrong value", COLOUR_WARN, HATCH_NONE},
        none = {"-: done, publishes none", COLOUR_PAPER, HATCH_NONE};

    return flag == 'X'   ? &x
           : flag == 'A' ? &a
           : flag == 'P' ? &p
           : flag == '!' ? &wrong
                         : &none;
}

int signs_of_flags(const struct recording *recording,
                   const struct sign *signs[MAX_SIGNS])
{
    static const struct sign wall = {"wall: a segment begins", COLOUR_WARN,
                                     HATCH_NONE},
                             p = {"P: inclusive prefix (of the segment)",
                                  COLOUR_P, HATCH_NONE};
    /* Its letter distinguishes it. */
    static const struct sign a = {"A: aggregate (this tile alone)", COLOUR_A,
                                  HATCH_NONE};
    bool is_wrong = false, is_silent = false;
    int count = 0;

    if (!recording_has_flags(recording))
        return 0;
    for (int k = 0; k < recording->tiles; k++) {
        is_wrong |= recording->tile[k].right_p != NULL;
        is_silent |= recording_flag(recording, k, recording->duration) == '-';
    }
    signs[count++] = sign_of_flag('X');
    if (recording->first_a >= 0)
        signs[count++] = &a;
    if (recording->first_p >= 0)
        signs[count++] = recording->heads ? &p : sign_of_flag('P');
    if (is_wrong)
        signs[count++] = sign_of_flag('!');
    if (is_silent)
        signs[count++] = sign_of_flag('-');
    if (recording->heads)
        signs[count++] = &wall;
    return count;
}

const struct sign *sign_of_phase(enum phase phase)
{
    static const struct sign signs[PHASES] = {
        {"block", COLOUR_X, HATCH_FALLING},
        {"load", COLOUR_LOAD, HATCH_DOTS},
        {"scan", COLOUR_SCAN, HATCH_LEVEL},
        {"look back", COLOUR_LOOK, HATCH_RISING},
        {"store", COLOUR_STORE, HATCH_NONE},
        {"count", COLOUR_SCAN, HATCH_DOTS},
        {"reduce", COLOUR_SCAN, HATCH_FALLING},
        {"scatter", COLOUR_STORE, HATCH_RISING},
        {"reduce", COLOUR_LOAD, HATCH_DOTS},
        {"exchange", COLOUR_X, HATCH_RISING},
        {"scan", COLOUR_SCAN, HATCH_LEVEL},
        {"apply carry", COLOUR_STORE, HATCH_NONE}};

    return &signs[phase];
}

void fill_sign(struct drawing *d, const struct theme *theme,
               const struct sign *sign, double apart)
{
    use_colour(d, sign->colour);
    if (sign->hatch == HATCH_NONE) {
        path_fill(d);
        return;
    }
    path_fill_keep(d);
    if (sign->colour == COLOUR_X)
        use_colour(d, COLOUR_FAINT);
    else
        use_ink_on(d, sign->colour);
    hatch_path(d, sign->hatch, fmax(apart, theme->line * 3), theme->line * 0.5);
}

static bool is_hatched(enum hatch hatch, int x, int y, int side, int line)
{
    switch (hatch) {
    case HATCH_RISING: return (x + y) % side < line;
    case HATCH_FALLING: return (x - y + side) % side < line;
    case HATCH_LEVEL: return y < line;
    case HATCH_DOTS: return x < line && y < line;
    default: return false;
    }
}

static uint32_t mix(uint32_t a, uint32_t b, double part)
{
    uint32_t mixed = 0;

    for (int k = 0; k < 24; k += 8) {
        const double from = a >> k & 255, to = b >> k & 255;
        mixed |= (uint32_t)round(from + (to - from) * part) << k;
    }
    return mixed;
}

/* Lines thinner than a pixel are paler. */
void weave_sign(const struct theme *theme, const struct sign *sign,
                double apart, struct weave *weave)
{
    const bool is_x = sign->colour == COLOUR_X;
    const bool dots = sign->hatch == HATCH_DOTS;
    const double wide =
        theme->line * 0.5 * (sign->hatch == HATCH_LEVEL ? 1 : 1.4) * (1 + dots);
    const int side =
        (int)fmin(fmax(round(fmax(apart, theme->line * 3)), 3), MAX_WOVEN);
    const uint32_t plain = colour_rgb(theme->dark, sign->colour);
    const uint32_t drawn = is_x ? colour_rgb(theme->dark, COLOUR_FAINT)
                                : colour_rgb(false, COLOUR_INK);
    const uint32_t line = mix(plain, drawn, fmin(wide, 1));

    weave->side = side;
    for (int y = 0; y < side; y++)
        for (int x = 0; x < side; x++)
            weave->pixel[y * side + x] =
                is_hatched(sign->hatch, x, y, side, (int)fmax(round(wide), 1))
                    ? line
                    : plain;
}

const uint32_t *weave_line(const struct weave *weave, int y)
{
    return weave->pixel + y % weave->side * weave->side;
}

/* ------------------------------------------------------------------ legend */

/* The width of a sample, a gap, the text, a gap. */
static double room_of(const struct theme *theme, const struct sign *sign)
{
    return theme->small * 2 + text_room(sign->words, theme->small);
}

static double line_height(const struct theme *theme)
{
    return theme->small * 1.5;
}

/* Draws the legend if `d` is not NULL; returns its number of lines. */
static int lay_out(struct drawing *d, const struct theme *theme,
                   const struct sign *const *signs, int count, struct box box)
{
    const double size = theme->small;
    double x = box.x, y = box.y + line_height(theme) / 2;
    int lines = 1;

    for (int k = 0; k < count; k++) {
        const double room = room_of(theme, signs[k]);
        if (k > 0 && x + room > box.x + box.w) {
            x = box.x;
            y += line_height(theme);
            lines++;
        }
        const struct box sample = {x, y - size * 0.4, size, size * 0.8};
        if (d) {
            add_box(d, sample);
            fill_sign(d, theme, signs[k], size * 0.3);
            use_colour(d, COLOUR_INK);
            stroke_box(d, sample, theme->line * 0.5);
            draw_text(d, signs[k]->words, size, x + size * 1.3, y, 0,
                      fmax(room - size * 1.5, 1));
        }
        x += room;
    }
    return lines;
}

double legend_height(const struct theme *theme, const struct sign *const *signs,
                     int count, double width)
{
    return lay_out(NULL, theme, signs, count, (struct box){0, 0, width, 0}) *
           line_height(theme);
}

void draw_legend(struct drawing *d, const struct theme *theme,
                 const struct sign *const *signs, int count, struct box box)
{
    lay_out(d, theme, signs, count, box);
}
