/* theme.c - colours and strokes. */
#include "theme.h"

#include <math.h>

#define LEAST_APART 1.5 /* pixels: closer lines are a grey */

static const unsigned palette[2][COLOURS] = {
    {[COLOUR_PAPER] = 0xffffff,
     [COLOUR_INK] = 0x111111,
     [COLOUR_FAINT] = 0xb8b8b8,
     [COLOUR_X] = 0xf2f2f2,
     [COLOUR_A] = 0xe69f00,
     [COLOUR_P] = 0x009e73,
     [COLOUR_LOAD] = 0x56b4e9,
     [COLOUR_SCAN] = 0xf0e442,
     [COLOUR_LOOK] = 0xcc79a7,
     [COLOUR_STORE] = 0x0072b2,
     [COLOUR_WARN] = 0xd55e00},
    {[COLOUR_PAPER] = 0x16181c,
     [COLOUR_INK] = 0xf4f4f4,
     [COLOUR_FAINT] = 0x5a6068,
     [COLOUR_X] = 0x2a2e35,
     [COLOUR_A] = 0xe69f00,
     [COLOUR_P] = 0x12b886,
     [COLOUR_LOAD] = 0x56b4e9,
     [COLOUR_SCAN] = 0xf0e442,
     [COLOUR_LOOK] = 0xcc79a7,
     [COLOUR_STORE] = 0x3d9be0,
     [COLOUR_WARN] = 0xff7a2f},
};

struct theme theme_of(double height, bool dark, bool projector,
                      const char *font)
{
    return (struct theme){.dark = dark,
                          .text = height / 36 * (projector ? 1.5 : 1),
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

void draw_text(cairo_t *cr, const struct theme *theme, const char *text,
               double size, double x, double y, double at, double most)
{
    double width = text_width(cr, theme, text, size);

    if (theme->listener)
        theme->listener->text(theme->listener, text, size, x, y, at);
    if (most > 0 && width > most) {
        size *= most / width;
        width = text_width(cr, theme, text, size);
    }
    if (size < 4) /* nobody could read it */
        return;
    cairo_move_to(cr, x - at * width, y + size * 0.36);
    cairo_show_text(cr, text);
}

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

void hatch_box(cairo_t *cr, struct box box, double apart, double width)
{
    add_box(cr, box);
    hatch_path(cr, apart, width);
}

/* A square with one line from corner to corner, and the ends of its
 * neighbours', repeated. */
void hatch_path(cairo_t *cr, double apart, double width)
{
    const int side = (int)fmax(round(apart), 3);
    cairo_surface_t *const square = cairo_surface_create_similar(
        cairo_get_target(cr), CAIRO_CONTENT_COLOR_ALPHA, side, side);
    cairo_t *const pen = cairo_create(square);

    cairo_set_source(pen, cairo_get_source(cr));
    cairo_set_line_width(pen, width);
    for (int k = 0; k <= 2; k++) {
        cairo_move_to(pen, k * side + 1, -1);
        cairo_line_to(pen, (k - 1) * side - 1, side + 1);
    }
    cairo_stroke(pen);
    cairo_destroy(pen);
    cairo_save(cr);
    cairo_set_source_surface(cr, square, 0, 0);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_REPEAT);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_fill(cr);
    cairo_restore(cr);
    cairo_surface_destroy(square);
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
    cairo_move_to(cr, x1, y1);
    cairo_line_to(cr, x1 - head * cos(angle - 0.45),
                  y1 - head * sin(angle - 0.45));
    cairo_line_to(cr, x1 - head * cos(angle + 0.45),
                  y1 - head * sin(angle + 0.45));
    cairo_close_path(cr);
    cairo_fill(cr);
}
