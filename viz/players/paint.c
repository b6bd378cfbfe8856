/* paint.c - draws each mark with cairo. */
#include "paint.h"

#include <math.h>
#include <stdlib.h>

static void use_rgb(cairo_t *cr, unsigned rgb)
{
    cairo_set_source_rgb(cr, (rgb >> 16) / 255.0, (rgb >> 8 & 255) / 255.0,
                         (rgb & 255) / 255.0);
}

static void use_colour_of(cairo_t *cr, const struct drawing *d,
                          const struct mark *mark)
{
    const bool dark = d->theme.dark;

    use_rgb(cr, mark->colour < INK_ON
                    ? colour_rgb(dark, (enum colour)mark->colour)
                    : ink_rgb(dark, (enum colour)(mark->colour - INK_ON)));
}

/* -------------------------------------------------------------------- texts */

static double width_of(cairo_t *cr, const char *font, const char *text,
                       double size)
{
    cairo_text_extents_t extents;

    cairo_select_font_face(cr, font, CAIRO_FONT_SLANT_NORMAL,
                           CAIRO_FONT_WEIGHT_NORMAL);
    cairo_set_font_size(cr, size);
    cairo_text_extents(cr, text, &extents);
    return extents.x_advance;
}

static void paint_text(cairo_t *cr, const struct drawing *d,
                       const struct mark *mark)
{
    const char *const font = d->theme.font;
    const char *const text = d->text + mark->shown;
    const double size = mark->v[5];
    double width = mark->v[3];

    cairo_save(cr);
    cairo_translate(cr, mark->v[0], mark->v[1]);
    if (mark->v[4] < 1) { /* letters are on whole pixels: other ones, now */
        cairo_scale(cr, mark->v[4], 1);
        const double wide = width_of(cr, font, text, size);
        cairo_scale(cr, fmin(1, width / wide), 1);
        width = fmax(width_of(cr, font, text, size), 1e-9);
    } else {
        width_of(cr, font, text, size);
    }
    cairo_move_to(cr, -mark->v[2] * width, size * 0.36);
    cairo_show_text(cr, text);
    cairo_restore(cr);
}

/* Draws one letter, centred on each of many points, which are the next marks. */
static void paint_letters(cairo_t *cr, const struct drawing *d,
                          const struct mark *mark)
{
    const char *const text = d->text + mark->shown;
    const double size = mark->v[0];
    const double width = width_of(cr, d->theme.font, text, size);
    const int count = (int)mark->v[1];
    cairo_glyph_t *glyphs = NULL;
    int letters = 0;
    cairo_glyph_t *const all = calloc((size_t)count + 1, sizeof *all);

    if (all && cairo_scaled_font_text_to_glyphs(
                   cairo_get_scaled_font(cr), 0, 0, text, 1, &glyphs, &letters,
                   NULL, NULL, NULL) == CAIRO_STATUS_SUCCESS) {
        for (int k = 0; k < count && letters == 1; k++)
            all[k] =
                (cairo_glyph_t){glyphs->index, mark[k + 1].v[0] - width / 2,
                                mark[k + 1].v[1] + size * 0.36};
        cairo_show_glyphs(cr, all, letters == 1 ? count : 0);
        cairo_glyph_free(glyphs);
    }
    free(all);
}

/* ------------------------------------------------------------------ hatches */

/* The square that is repeated: one line from corner to corner with the ends of
 * its neighbours, a level line, or a dot. */
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

static void paint_hatch(cairo_t *cr, const struct mark *mark)
{
    const int side = (int)fmax(round(mark->v[0]), 3);
    cairo_surface_t *const square = cairo_surface_create_similar(
        cairo_get_target(cr), CAIRO_CONTENT_COLOR_ALPHA, side, side);
    cairo_t *const pen = cairo_create(square);

    cairo_set_source(pen, cairo_get_source(cr));
    if (mark->what != HATCH_NONE)
        draw_hatch(pen, (enum hatch)mark->what, side, mark->v[1]);
    cairo_destroy(pen);
    cairo_save(cr);
    cairo_set_source_surface(cr, square, 0, 0);
    cairo_pattern_set_extend(cairo_get_source(cr), CAIRO_EXTEND_REPEAT);
    cairo_pattern_set_filter(cairo_get_source(cr), CAIRO_FILTER_NEAREST);
    cairo_fill(cr);
    cairo_restore(cr);
    cairo_surface_destroy(square);
}

/* ------------------------------------------------------------------- images */

static void paint_image(cairo_t *cr, const struct drawing *d,
                        const struct mark *mark)
{
    const int w = (int)mark->v[4], h = (int)mark->v[5];
    cairo_surface_t *const image = cairo_image_surface_create_for_data(
        (unsigned char *)(d->pixel + mark->text), CAIRO_FORMAT_ARGB32, w, h,
        w * 4);

    cairo_save(cr);
    cairo_translate(cr, mark->v[0], mark->v[1]);
    cairo_scale(cr, mark->v[2], mark->v[3]);
    cairo_set_source_surface(cr, image, 0, 0);
    cairo_pattern_set_filter(cairo_get_source(cr), mark->what
                                                       ? CAIRO_FILTER_GOOD
                                                       : CAIRO_FILTER_NEAREST);
    cairo_paint(cr);
    cairo_restore(cr);
    cairo_surface_destroy(image);
}

/* --------------------------------------------------------------------- play */

static void paint_stroke(cairo_t *cr, const struct mark *mark)
{
    cairo_set_line_width(cr, mark->v[0]);
    cairo_set_dash(cr, mark->v + 1, mark->v[1] > 0 ? 2 : 0, 0);
    cairo_set_line_join(cr, mark->what ? CAIRO_LINE_JOIN_ROUND
                                       : CAIRO_LINE_JOIN_MITER);
    cairo_stroke(cr);
}

static void begin_clip(cairo_t *cr, const double v[])
{
    cairo_save(cr);
    cairo_translate(cr, v[4], 0);
    cairo_rectangle(cr, v[0], v[1], v[2], v[3]);
    cairo_clip(cr);
}

static void build_path(cairo_t *cr, const struct mark *mark)
{
    const double *const v = mark->v;

    switch (mark->kind) {
    case MARK_MOVE: cairo_move_to(cr, v[0], v[1]); break;
    case MARK_LINE: cairo_line_to(cr, v[0], v[1]); break;
    case MARK_ARC: cairo_arc(cr, v[0], v[1], v[2], v[3], v[4]); break;
    case MARK_CLOSE: cairo_close_path(cr); break;
    case MARK_BOX: cairo_rectangle(cr, v[0], v[1], v[2], v[3]); break;
    default: cairo_new_path(cr); break;
    }
}

static void play_mark(cairo_t *cr, const struct drawing *d,
                      const struct mark *mark)
{
    use_colour_of(cr, d, mark);
    switch (mark->kind) {
    case MARK_FILL:
        if (mark->keeps)
            cairo_fill_preserve(cr);
        else
            cairo_fill(cr);
        break;
    case MARK_HATCH: paint_hatch(cr, mark); break;
    case MARK_STROKE: paint_stroke(cr, mark); break;
    case MARK_TEXT:
        if (mark->shown != NO_TEXT && d->text[mark->shown])
            paint_text(cr, d, mark);
        break;
    case MARK_LETTERS: paint_letters(cr, d, mark); break;
    case MARK_IMAGE: paint_image(cr, d, mark); break;
    case MARK_CLIP: begin_clip(cr, mark->v); break;
    default: cairo_restore(cr); break;
    }
}

void paint(cairo_t *cr, const struct drawing *d)
{
    for (size_t k = 0; k < d->marks; k++) {
        const struct mark *const mark = &d->mark[k];
        if (mark->kind < MARK_FILL)
            build_path(cr, mark);
        else
            play_mark(cr, d, mark);
        if (mark->kind == MARK_LETTERS)
            k += (size_t)mark->v[1];
    }
}

/* ----------------------------------------------------------------- pictures */

static double measure(const struct ruler *ruler, const char *text, double size)
{
    const struct paint_ruler *const own = (const struct paint_ruler *)ruler;

    return width_of(own->cr, own->font, text, size);
}

static struct paint_ruler ruler_of(cairo_t *cr, const char *font)
{
    return (struct paint_ruler){{measure}, cr, font ? font : "sans-serif"};
}

bool paint_ruler_open(struct paint_ruler *ruler, const char *font)
{
    cairo_surface_t *const nowhere =
        cairo_image_surface_create(CAIRO_FORMAT_A8, 1, 1);

    *ruler = ruler_of(cairo_create(nowhere), font);
    cairo_surface_destroy(nowhere);
    if (cairo_status(ruler->cr) == CAIRO_STATUS_SUCCESS)
        return true;
    paint_ruler_close(ruler);
    return false;
}

void paint_ruler_close(struct paint_ruler *ruler)
{
    cairo_destroy(ruler->cr);
    ruler->cr = NULL;
}

void paint_screen(cairo_t *cr, struct screen *screen, const struct view *view)
{
    const struct paint_ruler ruler = ruler_of(cr, view->font);
    struct view own = *view;
    struct drawing d;

    own.ruler = &ruler.ruler;
    drawing_open(&d, view->width, view->height);
    screen_draw(&d, screen, &own);
    paint(cr, &d);
    drawing_close(&d);
}

void paint_picture(cairo_t *cr, const struct recording *recording,
                   struct instant *instant, const struct view *view)
{
    const struct paint_ruler ruler = ruler_of(cr, view->font);
    struct view own = *view;
    struct drawing d;

    own.ruler = &ruler.ruler;
    drawing_open(&d, view->width, view->height);
    draw_picture(&d, recording, instant, &own);
    paint(cr, &d);
    drawing_close(&d);
}
