/* look_at_layout.c - are things where they ought to be?
 *
 *     look_at_layout SHORT.json LONG.json    a line for each fault; exit 0:
 *                                            none
 *
 * Two runs side by side: a microsecond is equally wide on both sides. The time
 * bar: its filled part ends where a click selects the present time. The
 * diagram: no line of text runs into the one above it, not even on a projector.
 * The line of the present crosses no word.
 */
#include "viz/players/paint.h"
#include "viz/scenes/timeline.h"
#include "viz/scenes/screen.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MAX_TEXTS = 4000 };

static int faults;

static void expect(bool so, const char *what)
{
    if (!so) {
        printf("%s\n", what);
        faults++;
    }
}

/* Pixels a unit of time. */
static double scale_of(const struct screen *screen, const struct view *view,
                       int part)
{
    const struct theme theme =
        theme_of(view->width, view->height, false, false, "sans-serif");
    double left;
    const struct view own = screen_part(screen, view, part, &left);
    const struct stage stage = {screen->recording[part], &screen->instant[part],
                                &own, &theme};

    return timeline_in(&stage, (struct box){0, 0, 600, 600}, 4, 100).scale;
}

static void look_at_clocks(struct recording *const recording[MAX_SHOWN])
{
    const struct view view = view_of(1280, 720);
    const bool steps = recording[1]->steps;
    struct screen screen;

    expect(screen_open(&screen, recording), "no memory");
    expect(recording[0]->duration < recording[1]->duration * 0.9,
           "the runs are of one length");
    expect(fabs(scale_of(&screen, &view, 0) - scale_of(&screen, &view, 1)) <
               1e-6,
           "one clock, two scales");
    recording[1]->steps = !recording[0]->steps;
    expect(scale_of(&screen, &view, 0) > scale_of(&screen, &view, 1) * 1.1,
           "two kinds of clock, one scale");
    recording[1]->steps = steps;
    screen.shown = 1;
    expect(scale_of(&screen, &view, 0) > scale_of(&screen, &view, 1) * 1.1,
           "one run, the scale of another");
    screen_close(&screen);
}

/* --------------------------------------------------------------------- bar */

/* The pixel in which the bar's filling ends, counted in one half. */
static int end_of_filling(const struct view *view, cairo_surface_t *surface,
                          double left)
{
    const struct box bar = bar_window(view);
    const int stride = cairo_image_surface_get_stride(surface) / 4;
    const uint32_t *const row =
        (const uint32_t *)(const void *)cairo_image_surface_get_data(surface) +
        (ptrdiff_t)(bar.y + bar.h / 2) * stride + (int)left;
    int x = (int)bar.x + 2;

    while (x < (int)view->width && row[x] == row[(int)bar.x + 2])
        x++;
    return x;
}

/* A click where the filling ends goes to the time that it is, on either
 * side. */
static void look_at_bars(struct recording *const recording[MAX_SHOWN])
{
    struct view view = view_of(1280, 720);
    struct paint_ruler ruler;
    struct screen screen;

    expect(screen_open(&screen, recording) && paint_ruler_open(&ruler, NULL),
           "no memory");
    view.ruler = &ruler.ruler;
    for (int k = 0; k < 2; k++)
        recording[k]->stops = 0; /* their marks are on the bar */
    for (int shown = 1; shown <= 2; shown++)
        for (int k = 2; k < 20; k++) {
            cairo_surface_t *const surface =
                cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1280, 720);
            cairo_t *const cr = cairo_create(surface);
            screen.shown = shown;
            view.at = screen_duration(&screen) * k / 20;
            paint_screen(cr, &screen, &view);
            cairo_surface_flush(surface);
            for (int part = 0; part < shown; part++) {
                double left;
                const struct view own =
                    screen_part(&screen, &view, part, &left);
                const int x = end_of_filling(&own, surface, left);
                const double one =
                    bar_time(recording[part], &own, 1) -
                    bar_time(recording[part], &own, 0); /* a pixel */
                expect(fabs(bar_time(recording[part], &own, x) - own.at) <
                           1.5 * one,
                       "a click on the bar is another time");
            }
            cairo_destroy(cr);
            cairo_surface_destroy(surface);
        }
    paint_ruler_close(&ruler);
    screen_close(&screen);
}

/* ------------------------------------------------------------------- texts */

/* What is shown of the texts, with its place. */
struct shown {
    int texts;
    double x[MAX_TEXTS], y[MAX_TEXTS], at[MAX_TEXTS], size[MAX_TEXTS];
    double half[MAX_TEXTS]; /* somewhat less than half of its width */
};

static const struct shown *look(const struct recording *recording,
                                struct view view)
{
    static struct shown all;
    struct paint_ruler ruler;
    struct instant instant;
    struct drawing d;

    all.texts = 0;
    expect(paint_ruler_open(&ruler, NULL) && instant_open(recording, &instant),
           "no memory");
    view.ruler = &ruler.ruler;
    drawing_open(&d, view.width, view.height);
    draw_picture(&d, recording, &instant, &view);
    for (size_t k = 0; k < d.marks && all.texts < MAX_TEXTS; k++) {
        const struct mark *const mark = &d.mark[k];
        if (mark->kind != MARK_TEXT || mark->shown == NO_TEXT)
            continue;
        const int i = all.texts++;
        all.x[i] = mark->v[0];
        all.y[i] = mark->v[1];
        all.at[i] = mark->v[2];
        all.size[i] = mark->v[5];
        all.half[i] = (double)strlen(d.text + mark->shown) * mark->v[6] * 0.25;
    }
    drawing_close(&d);
    instant_close(&instant);
    paint_ruler_close(&ruler);
    expect(all.texts > 0, "no text");
    return &all;
}

/* Lines with one middle, one above the other. */
static bool has_overlap(const struct shown *all)
{
    for (int i = 0; i < all->texts; i++)
        for (int k = 0; k < i; k++)
            if (all->at[i] == all->at[k] && fabs(all->x[i] - all->x[k]) < 1 &&
                fabs(all->y[i] - all->y[k]) <
                    0.475 * (all->size[i] + all->size[k]))
                return true;
    return false;
}

static void look_at_diagram(const struct recording *recording)
{
    for (int theme = 0; theme < 4; theme++) {
        struct view view = view_of(1280, 720);
        view.at = recording->duration / 2;
        view.diagram = true;
        view.speaker = theme & 1;
        view.projector = theme & 2;
        expect(!has_overlap(look(recording, view)),
               "lines of the diagram run into each other");
    }
}

static void look_at_now(const struct recording *recording, const char *scene)
{
    struct view view = view_of(1280, 720);

    view.scene = scene_by_name(scene);
    for (int k = 0; k <= 100; k++) {
        view.at = recording->duration * k / 100;
        const struct box window = scene_window(&view);
        const double names = theme_of(1280, 720, false, false, "").text * 4;
        const double now = window.x + names + (window.w - names) * k / 100;
        const struct shown *const all = look(recording, view);
        for (int i = 0; i < all->texts; i++)
            expect(all->at[i] != 0.5 || fabs(all->x[i] - now) >= all->half[i],
                   "now runs through a word");
    }
}

int main(int argc, char **argv)
{
    struct recording *recording[MAX_SHOWN] = {NULL};
    char why[512];

    for (int k = 0; k < 2; k++)
        if (argc != 3 ||
            !recording_open(argv[k + 1], &recording[k], why, sizeof why)) {
            fprintf(stderr, "look_at_layout: %s\n",
                    argc == 3 ? why : "two traces");
            return 2;
        }
    look_at_clocks(recording);
    look_at_bars(recording);
    look_at_diagram(recording[0]);
    look_at_now(recording[0], "timeline");
    look_at_now(recording[0], "both");
    for (int k = 0; k < 2; k++)
        recording_close(recording[k]);
    return faults > 0;
}
