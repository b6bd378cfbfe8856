/* look_at_layout.c - are things where they ought to be?
 *
 *     look_at_layout SHORT.json LONG.json    a line for each fault; exit 0:
 *                                            none
 *
 * Two runs side by side: a microsecond is as wide on either side.
 */
#include "../../viz/lanes.h"
#include "../../viz/screen.h"

#include <math.h>
#include <stdio.h>

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
    const struct stage stage = {screen->recording[part], &screen->moment[part],
                                &own, &theme};

    return lanes_in(&stage, (struct box){0, 0, 600, 600}, 4, 100).scale;
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
    for (int k = 0; k < 2; k++)
        recording_close(recording[k]);
    return faults > 0;
}
