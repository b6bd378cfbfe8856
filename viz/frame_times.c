/* frame_times.c - times opening a trace, and drawing frames of each scene. */
#include "frame_times.h"
#include "players/paint.h"

#include <stdio.h>
#include <time.h>

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Times the reading of the file, and then the first frame. */
static void time_opening(const char *path, const struct view *view,
                         cairo_surface_t *surface)
{
    enum { TIMES = 5 };
    char why[512];

    for (int k = 0; k < TIMES; k++) {
        struct recording *shown[MAX_SHOWN] = {NULL}, *recording;
        struct screen screen;
        const double begin = seconds_now();
        if (!recording_open(path, &recording, why, sizeof why))
            return; /* the trace of --live is deleted already */
        const double opened = seconds_now();
        shown[0] = recording;
        if (screen_open(&screen, shown)) {
            cairo_t *const cr = cairo_create(surface);
            paint_screen(cr, &screen, view);
            cairo_destroy(cr);
            printf("opened     %d tiles, %d events: %.3f s, %.3f s more to the "
                   "first frame\n",
                   recording->tiles, recording->events, opened - begin,
                   seconds_now() - opened);
        }
        screen_close(&screen);
        recording_close(recording);
    }
}

/* Times a frame slightly later, and one at another time. */
void frame_times_print(struct screen *screen, struct view view)
{
    enum { FRAMES = 100 };
    cairo_surface_t *const surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)view.width, (int)view.height);
    const struct recording *const recording = screen->recording[0];

    time_opening(recording->path, &view, surface);
    for (int scene = 0; scene < scene_count; scene++) {
        if (scenes[scene]->lacks && scenes[scene]->lacks(recording))
            continue;
        double took[2];
        view.scene = scene;
        for (int jumps = 0; jumps < 2; jumps++) {
            const double begin = seconds_now();
            for (int k = 0; k < FRAMES; k++) {
                cairo_t *const cr = cairo_create(surface);
                view.at = screen_duration(screen) *
                          (jumps ? k * 37 % FRAMES : k) / FRAMES;
                paint_screen(cr, screen, &view);
                cairo_destroy(cr);
            }
            took[jumps] = (seconds_now() - begin) * 1000 / FRAMES;
        }
        printf("%-10s %d tiles, %dx%d: %.2f ms a frame played, %.2f ms "
               "scrubbed\n",
               scenes[scene]->name, recording->tiles, (int)view.width,
               (int)view.height, took[0], took[1]);
    }
    cairo_surface_destroy(surface);
}
