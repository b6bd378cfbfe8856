/* look_at_letters.c - is every text of every picture of a trace large enough,
 * inside the picture, and the same in a picture of twice the resolution?
 *
 *     look_at_letters TRACE.json...    a line for each fault; exit 0: none
 *
 * Nothing is grey on grey: letters have a contrast of 4.5 to 1 with their
 * background, and inks and lines stand out. The check draws each scene in each
 * theme and many sizes, at several times, with help, remarks, diagram, zoom and
 * a pointer. No text is smaller than a 40th of the height.
 */
#include "viz/players/paint.h"
#include "viz/scenes/picture.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TOLD = 20 };

static int faults, pictures, texts;

static void fault(const char *path, const struct view *v, const char *what,
                  const char *text, double size)
{
    if (faults++ < MAX_TOLD)
        printf("%s, %s at %.6g, %.0fx%.0f%s%s%s%s, zoom %g: %s: '%s' of %.2f\n",
               path, scenes[v->scene]->name, v->at, v->width, v->height,
               v->dark ? ", dark" : "", v->projector ? ", projector" : "",
               v->help ? ", help" : "", v->diagram ? ", diagram" : "", v->zoom,
               what, text, size);
}

/* Relative luminance. Source: WCAG 2.2. */
static double light_of(unsigned rgb)
{
    static const double part[] = {0.0722, 0.7152, 0.2126};
    double sum = 0;

    for (int k = 0; k < 3; k++, rgb >>= 8) {
        const double x = (rgb & 255) / 255.0;
        sum += part[k] *
               (x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4));
    }
    return sum;
}

/* Of letters with what the mark says that they stand on: a colour, or paper. */
static double contrast_of(bool dark, const struct mark *mark)
{
    const bool is_ink = mark->colour >= INK_ON;
    const enum colour own =
        (enum colour)(is_ink ? mark->colour - INK_ON : mark->colour);
    const double a =
        light_of(is_ink ? ink_rgb(dark, own) : colour_rgb(dark, own));
    const double b = light_of(colour_rgb(dark, is_ink ? own : COLOUR_PAPER));

    return (fmax(a, b) + 0.05) / (fmin(a, b) + 0.05);
}

/* A text, or letters in many places: whether any of it is shown. */
static bool look_at_text(const char *path, const struct view *view,
                         const struct drawing *d, const struct mark *mark)
{
    const bool letters = mark->kind == MARK_LETTERS;
    const struct mark *const at = letters ? mark + 1 : mark;
    const double size = mark->v[letters ? 0 : 5];
    const char *const text =
        mark->shown == NO_TEXT ? "" : d->text + mark->shown;

    texts++;
    if (!*text)
        return false;
    if (size < view->height / 40 - 1e-6)
        fault(path, view, "too small", text, size);
    if (contrast_of(view->dark, mark) < 4.5)
        fault(path, view, "too pale", text, size);
    if (view->zoom <= 1 && (at->v[0] < 0 || at->v[0] > view->width ||
                            at->v[1] < 0 || at->v[1] > view->height))
        fault(path, view, "outside", text, size);
    return true;
}

/* The picture; the caller frees it. */
static cairo_surface_t *draw(const struct recording *recording,
                             struct instant *instant, const struct view *view,
                             int *shown)
{
    struct paint_ruler ruler;
    struct view own = *view;
    struct drawing d;
    cairo_surface_t *const surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)view->width, (int)view->height);
    cairo_t *const cr = cairo_create(surface);

    if (!paint_ruler_open(&ruler, NULL))
        fault(recording->path, view, "no memory", "", 0);
    own.ruler = &ruler.ruler;
    drawing_open(&d, view->width, view->height);
    draw_picture(&d, recording, instant, &own);
    *shown = 0;
    for (size_t k = 0; k < d.marks; k++)
        if (d.mark[k].kind == MARK_TEXT || d.mark[k].kind == MARK_LETTERS)
            *shown += look_at_text(recording->path, view, &d, &d.mark[k]);
    paint(cr, &d);
    if (cairo_status(cr) != CAIRO_STATUS_SUCCESS)
        fault(recording->path, view, cairo_status_to_string(cairo_status(cr)),
              "", 0);
    drawing_close(&d);
    paint_ruler_close(&ruler);
    cairo_destroy(cr);
    cairo_surface_flush(surface);
    pictures++;
    return surface;
}

/* The mean of one colour in a square. */
static double mean_of(cairo_surface_t *surface, int x, int y, int side, int k)
{
    const int stride = cairo_image_surface_get_stride(surface);
    const unsigned char *const pixel =
        cairo_image_surface_get_data(surface) + y * stride + 4 * x + k;
    double sum = 0;

    for (int dy = 0; dy < side; dy++)
        for (int dx = 0; dx < side; dx++)
            sum += pixel[dy * stride + 4 * dx];
    return sum / side / side;
}

/* How far two pictures are apart, in 255ths, where the second is twice as wide
 * and high: square by square, since hatches do not meet pixel by pixel. */
static double difference(cairo_surface_t *one, cairo_surface_t *fine)
{
    enum { SIDE = 8 };
    const int columns = cairo_image_surface_get_width(one) / SIDE;
    const int rows = cairo_image_surface_get_height(one) / SIDE;
    double sum = 0;

    for (int y = 0; y < rows; y++)
        for (int x = 0; x < columns; x++)
            for (int k = 0; k < 3; k++)
                sum += fabs(
                    mean_of(one, x * SIDE, y * SIDE, SIDE, k) -
                    mean_of(fine, 2 * x * SIDE, 2 * y * SIDE, 2 * SIDE, k));
    return sum / (3.0 * columns * rows);
}

static void look(const struct recording *recording, struct instant *instant,
                 const struct view *view)
{
    int shown;

    cairo_surface_destroy(draw(recording, instant, view, &shown));
    if (shown == 0)
        printf("no text at all\n"), faults++;
}

/* A screen with twice as many pixels a centimetre shows the same. */
static void compare(const struct recording *recording, struct instant *instant,
                    const struct view *view)
{
    enum { MAX_APART = 12 }; /* cells are of whole pixels */
    struct view twice = *view;
    int shown, shown_twice;

    twice.width *= 2;
    twice.height *= 2;
    cairo_surface_t *const one = draw(recording, instant, view, &shown);
    cairo_surface_t *const fine =
        draw(recording, instant, &twice, &shown_twice);
    const double apart = difference(one, fine);
    if (apart > MAX_APART || abs(shown - shown_twice) > shown / 20 + 1) {
        printf("%s, %s at %.6g, %.0fx%.0f: another picture at twice the size: "
               "%d texts and %d, %.1f apart\n",
               recording->path, scenes[view->scene]->name, view->at,
               view->width, view->height, shown, shown_twice, apart);
        faults++;
    }
    cairo_surface_destroy(one);
    cairo_surface_destroy(fine);
}

static void look_in_all_ways(const struct recording *recording,
                             struct instant *instant, struct view view)
{
    view.hover_x = view.width * 0.4;
    view.hover_y = view.height * 0.4;
    view.speaker = view.diagram = true;
    look(recording, instant, &view);
    view.zoom = 3;
    view.note = "2 times as fast";
    look(recording, instant, &view);
    view.help = true;
    look(recording, instant, &view);
}

static void look_at_scene(const struct recording *recording,
                          struct instant *instant, int scene)
{
    static const double sizes[][2] = {{1280, 720}, {1920, 1080}, {640, 480},
                                      {640, 720},  {320, 240},   {160, 160},
                                      {720, 1280}, {1600, 400}};

    for (int theme = 0; theme < 4; theme++)
        for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
            struct view view = view_of(sizes[k][0], sizes[k][1]);
            view.scene = scene;
            view.dark = theme & 1;
            view.projector = theme & 2;
            view.at = recording->duration * (1 + (int)k % 4 * 4) / 13;
            look(recording, instant, &view);
            if (((int)k + theme) % 3 == 0)
                look_in_all_ways(recording, instant, view);
            if (theme == 0 && k < 3)
                compare(recording, instant, &view);
        }
}

/* ----------------------------------------------------------------- colours */

static void look_at_colours(void)
{
    static const struct {
        const char *what;
        enum colour on, drawn;
        double least; /* of the contrast, by WCAG 2 */
    } pairs[] = {{"letters", COLOUR_PAPER, COLOUR_INK, 7},
                 {"letters on X", COLOUR_X, COLOUR_INK, 7},
                 {"lines", COLOUR_PAPER, COLOUR_FAINT, 3},
                 {"hatches of X", COLOUR_X, COLOUR_FAINT, 3},
                 {"the line of now", COLOUR_PAPER, COLOUR_WARN, 3},
                 {"remarks", COLOUR_PAPER, COLOUR_STORE, 4.5}};

    for (int dark = 0; dark <= 1; dark++)
        for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
            const double a = light_of(colour_rgb(dark, pairs[k].on)) + 0.05;
            const double b = light_of(colour_rgb(dark, pairs[k].drawn)) + 0.05;
            const double contrast = fmax(a / b, b / a);
            if (contrast < pairs[k].least) {
                printf("%s, %s: a contrast of %.2f\n", pairs[k].what,
                       dark ? "dark" : "light", contrast);
                faults++;
            }
        }
}

int main(int argc, char **argv)
{
    struct recording *recording;
    struct instant instant;
    char why[512];

    look_at_colours();
    for (int k = 1; k < argc; k++) {
        if (!recording_open(argv[k], &recording, why, sizeof why) ||
            !instant_open(recording, &instant)) {
            fprintf(stderr, "look_at_letters: %s\n", why);
            return 2;
        }
        for (int scene = 0; scene < scene_count; scene++)
            look_at_scene(recording, &instant, scene);
        instant_close(&instant);
        recording_close(recording);
    }
    printf("%d pictures, %d texts, %d faults\n", pictures, texts, faults);
    return faults > 0;
}
