/* theme.c - colours and strokes. */
#include "theme.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LONGEST = 512, LEAST_LETTERS = 2 }; /* of a text that is cut short */

static const double NARROWEST = 0.7; /* of letters */

static const unsigned palette[2][COLOURS] = {
    {[COLOUR_PAPER] = 0xffffff,
     [COLOUR_INK] = 0x111111,
     [COLOUR_FAINT] = 0x808080,
     [COLOUR_X] = 0xe6e6e6,
     [COLOUR_A] = 0xe69f00,
     [COLOUR_P] = 0x009e73,
     [COLOUR_LOAD] = 0x56b4e9,
     [COLOUR_SCAN] = 0xf0e442,
     [COLOUR_LOOK] = 0xcc79a7,
     [COLOUR_STORE] = 0x0072b2,
     [COLOUR_WARN] = 0xd55e00},
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

unsigned colour_rgb(bool dark, enum colour colour)
{
    return palette[dark][colour];
}

void use_colour(cairo_t *cr, const struct theme *theme, enum colour colour)
{
    const unsigned rgb = colour_rgb(theme->dark, colour);

    cairo_set_source_rgb(cr, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0,
                         (rgb & 255) / 255.0);
}

/* How light a colour is, as eyes see it: 0 to 1. */
static double light_of(unsigned rgb)
{
    static const double part[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;

    for (int k = 0; k < 3; k++, rgb >>= 8)
        sum += part[k] * pow((rgb & 255) / 255.0, 2.2);
    return sum;
}

void use_ink_on(cairo_t *cr, const struct theme *theme, enum colour colour)
{
    const double grey = light_of(colour_rgb(theme->dark, colour)) < 0.2;

    cairo_set_source_rgb(cr, grey, grey, grey);
}

/* -------------------------------------------------------------------- text */

static void use_font(cairo_t *cr, const struct theme *theme, double size)
{
    cairo_select_font_face(cr, theme->font, CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
}

double text_width(cairo_t *cr, const struct theme *theme, const char *text,
                  double size)
{
    cairo_text_extents_t extents;

    use_font(cr, theme, size);
    cairo_text_extents(cr, text, &extents);
    return extents.x_advance;
}

double text_room(const char *text, double size)
{
    return (double)strlen(text) * size * 0.62;
}

/* So many bytes of it at most, and dots; no letter is broken. */
static void cut(const char *text, size_t bytes, char *out)
{
    while (bytes > 0 && ((unsigned char)text[bytes] & 0xc0) == 0x80)
        bytes--;
    while (bytes > 0 && text[bytes - 1] == ' ')
        bytes--;
    memcpy(out, text, bytes);
    strcpy(out + bytes, "...");
}

/* As much of it as has room. False: too little. */
static bool shorten(cairo_t *cr, const struct theme *theme, const char *text,
                    double size, double most, char *out)
{
    size_t low = 0, high = strlen(text);

    if (high > LONGEST - 4)
        high = LONGEST - 4;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        cut(text, middle, out);
        if (text_width(cr, theme, out, size) <= most)
            low = middle;
        else
            high = middle;
    }
    cut(text, low, out);
    return strlen(out) >= LEAST_LETTERS + 3;
}

static void tell(cairo_t *cr, const struct theme *theme, struct written text)
{
    if (!theme->listener)
        return;
    cairo_user_to_device(cr, &text.x, &text.y);
    theme->listener->text(theme->listener, &text);
}

static void put(cairo_t *cr, const struct theme *theme, struct written text,
                double most, bool whole)
{
    double size = fmax(text.size, theme->least), narrow = 1;
    double width = text_width(cr, theme, text.text, size);
    char part[LONGEST];

    text.size = size;
    text.shown = text.text;
    if (most > 0 && width > most) {
        size = fmax(size * most / width, theme->least);
        width = text_width(cr, theme, text.text, size);
        narrow = fmin(1, most / width);
    }
    if (narrow < NARROWEST) {
        text.shown = !whole && shorten(cr, theme, text.text, size,
                                       most / NARROWEST, part)
                         ? part
                         : NULL;
        width = text.shown ? text_width(cr, theme, part, size) : 0;
        narrow = fmin(1, most / fmax(width, 1e-9));
    }
    text.shown_size = size;
    tell(cr, theme, text);
    if (!text.shown || !*text.shown)
        return;
    cairo_save(cr);
    cairo_translate(cr, text.x, text.y);
    if (narrow < 1) { /* letters are on whole pixels: other ones, now */
        cairo_scale(cr, narrow, 1);
        const double wide = text_width(cr, theme, text.shown, size);
        cairo_scale(cr, fmin(1, width / wide), 1);
        width = fmax(text_width(cr, theme, text.shown, size), 1e-9);
    }
    cairo_move_to(cr, -text.at * width, size * 0.36);
    cairo_show_text(cr, text.shown);
    cairo_restore(cr);
}

void draw_text(cairo_t *cr, const struct theme *theme, const char *text,
               double size, double x, double y, double at, double most)
{
    put(cr, theme, (struct written){text, size, x, y, at, NULL, 0}, most,
        false);
}

void draw_whole(cairo_t *cr, const struct theme *theme, const char *text,
                double size, double x, double y, double at, double most)
{
    put(cr, theme, (struct written){text, size, x, y, at, NULL, 0}, most, true);
}

void draw_letters(cairo_t *cr, const struct theme *theme, char letter,
                  double size, const struct point *at, int count)
{
    const char text[] = {letter, 0};
    cairo_glyph_t *glyphs = NULL;
    int letters = 0;
    cairo_glyph_t *const all = calloc((size_t)count + 1, sizeof *all);
    const double width = text_width(cr, theme, text, size);

    for (int k = 0; theme->listener && k < count; k++)
        tell(cr, theme,
             (struct written){text, size, at[k].x, at[k].y, 0.5, text, size});
    if (all && cairo_scaled_font_text_to_glyphs(
                   cairo_get_scaled_font(cr), 0, 0, text, 1, &glyphs, &letters,
                   NULL, NULL, NULL) == CAIRO_STATUS_SUCCESS) {
        for (int k = 0; k < count && letters == 1; k++)
            all[k] = (cairo_glyph_t){glyphs->index, at[k].x - width / 2,
                                     at[k].y + size * 0.36};
        cairo_show_glyphs(cr, all, letters == 1 ? count : 0);
        cairo_glyph_free(glyphs);
    }
    free(all);
}

/* ------------------------------------------------------------------- boxes */

void fill_box(cairo_t *cr, struct box box)
{
    cairo_rectangle(cr, box.x, box.y, box.w, box.h);
    cairo_fill(cr);
}

struct box snap_box(struct box box)
{
    const double x = round(box.x), y = round(box.y);

    return (struct box){x, y, fmax(round(box.x + box.w) - x, 1),
                        fmax(round(box.y + box.h) - y, 1)};
}

void add_box(cairo_t *cr, struct box box)
{
    cairo_rectangle(cr, box.x, box.y, box.w, box.h);
}

bool box_is_seen(cairo_t *cr, struct box box)
{
    double x0, y0, x1, y1;

    cairo_clip_extents(cr, &x0, &y0, &x1, &y1);
    return box.x < x1 && box.y < y1 && box.x + box.w > x0 && box.y + box.h > y0;
}

void stroke_box(cairo_t *cr, struct box box, double width)
{
    cairo_set_line_width(cr, width);
    cairo_rectangle(cr, box.x + width / 2, box.y + width / 2, box.w - width,
                    box.h - width);
    cairo_stroke(cr);
}

/* ------------------------------------------------------------------ hatches */

void hatch_box(cairo_t *cr, struct box box, enum hatch hatch, double apart,
               double width)
{
    add_box(cr, box);
    hatch_path(cr, hatch, apart, width);
}

/* What is repeated: one line from corner to corner and the ends of its
 * neighbours', one across, or a dot. */
static void draw_hatch(cairo_t *pen, enum hatch hatch, int side, double width)
{
    cairo_set_line_width(pen, width);
    if (hatch == HATCH_FALLING) {
        cairo_translate(pen, side, 0);
        cairo_scale(pen, -1, 1);
    }
    if (hatch == HATCH_LEVEL) {
        cairo_move_to(pen, 0, side / 2 + 0.5);
        cairo_rel_line_to(pen, side, 0);
    } else if (hatch == HATCH_DOTS) {
        cairo_arc(pen, side / 2.0, side / 2.0, width, 0, 2 * M_PI);
        cairo_fill(pen);
    } else {
        for (int k = 0; k <= 2; k++) {
            cairo_move_to(pen, k * side + 1, -1);
            cairo_line_to(pen, (k - 1) * side - 1, side + 1);
        }
    }
    cairo_stroke(pen);
}

void hatch_path(cairo_t *cr, enum hatch hatch, double apart, double width)
{
    const int side = (int)fmax(round(apart), 3);
    cairo_surface_t *const square = cairo_surface_create_similar(
        cairo_get_target(cr), CAIRO_CONTENT_COLOR_ALPHA, side, side);
    cairo_t *const pen = cairo_create(square);

    cairo_set_source(pen, cairo_get_source(cr));
    if (hatch != HATCH_NONE)
        draw_hatch(pen, hatch, side, width);
    cairo_destroy(pen);
    cairo_save(cr);
    cairo_set_source_surface(cr, square, 0, 0);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_REPEAT);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_fill(cr);
    cairo_restore(cr);
    cairo_surface_destroy(square);
}

/* ------------------------------------------------------------------- arrows */

void draw_head_of_arrow(cairo_t *cr, double x, double y, double angle,
                        double size)
{
    cairo_move_to(cr, x, y);
    cairo_line_to(cr, x - size * cos(angle - 0.45),
                  y - size * sin(angle - 0.45));
    cairo_line_to(cr, x - size * cos(angle + 0.45),
                  y - size * sin(angle + 0.45));
    cairo_close_path(cr);
    cairo_fill(cr);
}

void draw_arrow(cairo_t *cr, double x0, double y0, double x1, double y1,
                double bend, double width)
{
    const double mx = (x0 + x1) / 2, my = (y0 + y1) / 2 - bend;
    const double angle = atan2(y1 - my, x1 - mx), head = width * 4.5;
    const double bx = x1 - head * 0.8 * cos(angle);
    const double by = y1 - head * 0.8 * sin(angle);

    cairo_set_line_width(cr, width);
    cairo_move_to(cr, x0, y0);
    cairo_curve_to(cr, (x0 + 2 * mx) / 3, (y0 + 2 * my) / 3, (bx + 2 * mx) / 3,
                   (by + 2 * my) / 3, bx, by);
    cairo_stroke(cr);
    draw_head_of_arrow(cr, x1, y1, angle, head);
}
