/* look_at_layout.c - are things where they ought to be?
 *
 *     look_at_layout SHORT.json LONG.json    a line for each fault; exit 0:
 *                                            none
 *
 * Two runs side by side: a microsecond is as wide on either side. The bar of
 * time: its filling ends where a click means now. The diagram: no line runs
 * into the one above it, on a projector, too. The line of now runs through no
 * word.
 */
#include "viz/scenes/timeline.h"
#include "viz/scenes/screen.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MOST_TEXTS = 4000 };

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

static void look_at_clocks(struct recording *const recording[2])
{
    const struct view view = view_of(1280, 720);
    const bool steps = recording[1]->steps;
    struct screen screen;

    expect(screen_open(&screen, recording[0], recording[1]), "no memory");
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
static void look_at_bars(struct recording *const recording[2])
{
    struct view view = view_of(1280, 720);
    struct screen screen;

    expect(screen_open(&screen, recording[0], recording[1]), "no memory");
    for (int shown = 1; shown <= 2; shown++)
        for (int k = 2; k < 20; k++) {
            cairo_surface_t *const surface =
                cairo_image_surface_create(CAIRO_FORMAT_RGB24, 1280, 720);
            cairo_t *const cr = cairo_create(surface);
            screen.shown = shown;
            view.at = screen_duration(&screen) * k / 20;
            screen_draw(cr, &screen, &view);
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
    screen_close(&screen);
}

/* ------------------------------------------------------------------- texts */

struct ear {
    struct listener listener; /* the first: it is given back */
    int texts;
    struct written text[MOST_TEXTS];
    double half[MOST_TEXTS]; /* somewhat less than half of its width */
};

static void hear(const struct listener *listener, const struct written *text)
{
    struct ear *const ear = (struct ear *)(void *)listener;

    if (!text->shown || ear->texts == MOST_TEXTS)
        return;
    ear->half[ear->texts] = (double)strlen(text->shown) * text->size * 0.25;
    ear->text[ear->texts++] = *text;
}

/* What is shown of it, with its place; words are gone by then. */
static const struct ear *listen(const struct recording *recording,
                                struct view view)
{
    static struct ear ear;
    struct instant instant;
    cairo_surface_t *const surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)view.width, (int)view.height);
    cairo_t *const cr = cairo_create(surface);

    ear = (struct ear){.listener = {hear}};
    view.listener = &ear.listener;
    if (instant_open(recording, &instant)) {
        draw_picture(cr, recording, &instant, &view);
        instant_close(&instant);
    }
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    expect(ear.texts > 0, "no text");
    return &ear;
}

/* Lines with one middle, one above the other. */
static bool has_overlap(const struct ear *ear)
{
    for (int i = 0; i < ear->texts; i++)
        for (int k = 0; k < i; k++) {
            const struct written *const a = &ear->text[i], *b = &ear->text[k];
            if (a->at == b->at && fabs(a->x - b->x) < 1 &&
                fabs(a->y - b->y) < 0.475 * (a->shown_size + b->shown_size))
                return true;
        }
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
        expect(!has_overlap(listen(recording, view)),
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
        const struct ear *const ear = listen(recording, view);
        for (int i = 0; i < ear->texts; i++) {
            const struct written *const text = &ear->text[i];
            expect(text->at != 0.5 || fabs(text->x - now) >= ear->half[i],
                   "now runs through a word");
        }
    }
}

int main(int argc, char **argv)
{
    struct recording *recording[2] = {NULL};
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
    look_at_now(recording[0], "lanes");
    look_at_now(recording[0], "both");
    for (int k = 0; k < 2; k++)
        recording_close(recording[k]);
    return faults > 0;
}
