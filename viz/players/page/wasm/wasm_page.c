/* wasm_page.c - the functions that the page's script calls: they read recordings and
 * write a scene as marks, which the script plays on a canvas.
 *
 *     script                          here
 *     bytes at room(n); open(n)       adds a recording
 *     settings()[...] = ...           sets the view
 *     draw(part)                      marks(), texts(), pixels()
 *
 * All strings are UTF-8 and end with a zero byte.
 */
#include "recording/pack.h"
#include "scenes/bar.h"
#include "scenes/moves.h"
#include "scenes/playing.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

/* In the same order as in code.js. */
enum setting {
    SCENE,
    WIDTH,
    HEIGHT,
    TEXT, /* size, as around the canvas */
    AT,
    AXIS,
    FOLLOW,
    ZOOM,
    LOOK_X,
    LOOK_Y,
    HOVER_X,
    HOVER_Y,
    DARK,
    PROJECTOR,
    DIAGRAM,
    STILL,
    MACHINE,
    PLAYED, /* the time is that of play() */
    ASKS,
    SETTINGS
};

static double setting[SETTINGS];
static struct screen screen;
static struct drawing drawing;
static struct view marked; /* only bookmarks */
static struct view played; /* the state after play() */
static char line[1024];

/* Provided by the script: the width of a text. */
double width_of_text(const char *text, double size);

static double measure(const struct ruler *ruler, const char *text, double size)
{
    (void)ruler;
    return width_of_text(text, size);
}

/* A recording does not go past its own end. */
static struct view view_of_part(int part)
{
    static const struct ruler ruler = {measure};
    struct view view = view_of(setting[WIDTH], setting[HEIGHT]);

    view.scene = (int)setting[SCENE];
    view.bare = true;
    view.text = setting[TEXT];
    view.at =
        fmin(setting[AT], screen.lesson ? screen.lesson->seconds
                                        : screen.recording[part]->duration);
    view.axis = setting[AXIS];
    view.levels = screen_levels(&screen);
    view.beside = screen.shown > 1 && setting[AT] < screen_duration(&screen);
    view.follow = (int)setting[FOLLOW];
    view.zoom = setting[ZOOM];
    view.look_x = setting[LOOK_X];
    view.look_y = setting[LOOK_Y];
    view.hover_x = setting[HOVER_X];
    view.hover_y = setting[HOVER_Y];
    view.dark = setting[DARK] != 0;
    view.projector = setting[PROJECTOR] != 0;
    view.diagram = setting[DIAGRAM] != 0;
    view.still = setting[STILL] != 0;
    view.machine = setting[MACHINE] != 0;
    if (part == 0 && setting[PLAYED] != 0) {
        view.stage = played.stage;
        view.part = view.still ? 1 : played.part;
        view.until = played.until;
        view.asks = played.asks;
    } else if (part == 0) {
        ask_stop(&screen, &view, (int)setting[ASKS]);
    }
    view.ruler = &ruler;
    return view;
}

/* The part's view; moves its instant to the view's time. */
static struct view go(int part)
{
    const struct view view = view_of_part(part);

    instant_go_until(screen.recording[part], &screen.instant[part], view.at,
                     view.until);
    return view;
}

/* --------------------------------------------------------------- beginning */

EXPORT(room) unsigned char *room(size_t bytes)
{
    return malloc(bytes);
}

/* Reads the recording written at room(); returns the number of its part, or -1. */
EXPORT(open) int open(unsigned char *bytes, size_t count)
{
    struct recording *const r = unpack_recording(bytes, count);
    const int part = screen.count;

    free(bytes);
    if (!r || part == MAX_SHOWN || !instant_open(r, &screen.instant[part]))
        return -1;
    screen.recording[part] = r;
    screen.shown = ++screen.count;
    return part;
}

/* Makes the film of two recordings; `growth` is a string as for two_ways_open().
 * False: they do not fit the film. */
EXPORT(play_film) bool play_film(const char *growth)
{
    static struct two_ways ways;
    static struct lesson lesson;

    if (!two_ways_open(&ways, screen.recording[0], screen.recording[1], growth,
                       line, sizeof line))
        return false;
    lesson_open(&lesson, &ways);
    screen_play(&screen, &lesson);
    return true;
}

EXPORT(settings) double *settings(void)
{
    return setting;
}

/* Sets how many recordings are shown. */
EXPORT(show_parts) void show_parts(int count)
{
    screen.shown = count;
}

/* -------------------------------------------------------------- recordings */

EXPORT(duration) double duration(int part)
{
    return screen.lesson ? screen.lesson->seconds
                         : screen.recording[part]->duration;
}

/* The longest duration of the recordings shown, and the length of their axis. */
EXPORT(whole_duration) double whole_duration(void)
{
    return screen_duration(&screen);
}

EXPORT(axis) double axis(void)
{
    return screen_axis(&screen);
}

/* The number of things to follow: tiles, or results. */
EXPORT(most_followed) double most_followed(int part)
{
    const struct recording *const r = screen.recording[part];

    return fmax(r->tiles, (double)r->n);
}

/* ------------------------------------------------------------------ scenes */

EXPORT(scenes) int count_scenes(void)
{
    return scene_count;
}

EXPORT(scene_name) const char *scene_name(int scene)
{
    return scenes[scene]->name;
}

EXPORT(scene_about) const char *scene_about(int scene)
{
    return scenes[scene]->about;
}

EXPORT(scene_lacks) bool scene_lacks(int part, int scene)
{
    return screen.lesson || (scenes[scene]->lacks &&
                             scenes[scene]->lacks(screen.recording[part]));
}

EXPORT(colours) int count_colours(void)
{
    return COLOURS;
}

EXPORT(colour) const char *name_colour(int colour)
{
    return colour_name((enum colour)colour);
}

EXPORT(ink) unsigned ink(int colour)
{
    return ink_rgb(setting[DARK] != 0, (enum colour)colour);
}

/* ---------------------------------------------------------------- pictures */

/* Red first, as on a canvas. */
static void turn_pixels(void)
{
    for (size_t k = 0; k < drawing.pixels; k++) {
        const uint32_t pixel = drawing.pixel[k];
        drawing.pixel[k] =
            (pixel & 0xff00ff00) | (pixel >> 16 & 0xff) | (pixel & 0xff) << 16;
    }
}

/* Returns the number of marks; -1: out of memory. */
EXPORT(draw) int draw(int part)
{
    const struct view view = view_of_part(part);

    drawing.marks = drawing.texts = drawing.pixels = 0;
    drawing.clip[0] = (struct box){0, 0, view.width, view.height};
    if (screen.lesson)
        screen_draw(&drawing, &screen, &view);
    else
        draw_bare(&drawing, screen.recording[part], &screen.instant[part],
                  &view);
    turn_pixels();
    return drawing.failed ? -1 : (int)drawing.marks;
}

EXPORT(marks) const struct mark *marks(void)
{
    return drawing.mark;
}

EXPORT(texts) const char *texts(void)
{
    return drawing.text;
}

EXPORT(pixels) const uint32_t *pixels(void)
{
    return drawing.pixel;
}

EXPORT(caption) const char *caption(int part)
{
    const struct view view = go(part);

    if (screen.lesson) {
        screen_says(&screen, &view, line, sizeof line);
        return line;
    }
    caption_in_view(screen.recording[part], &screen.instant[part], &view, line,
                    sizeof line);
    return line;
}

EXPORT(remark) const char *remark(int part)
{
    const struct view view = go(part);
    bool warns;

    remark_in_view(screen.recording[part], &screen.instant[part], &view, line,
                   sizeof line, &warns);
    return screen.lesson ? "" : line;
}

EXPORT(warns) bool warns_now(int part)
{
    const struct view view = go(part);
    bool warns;

    remark_in_view(screen.recording[part], &screen.instant[part], &view, line,
                   sizeof line, &warns);
    return warns && !screen.lesson;
}

EXPORT(clock) const char *clock_now(int part)
{
    const struct view view = go(part);

    if (screen.lesson)
        snprintf(line, sizeof line, "%.1f of %.1f s", view.at,
                 screen.lesson->seconds);
    else
        say_clock(screen.recording[part], view.at, screen.instant[part].ops,
                  line, sizeof line);
    return line;
}

/* ------------------------------------------------------------------- moves */

static struct playing playing = {.wish.most = MAX_PLAYING};

static void begin_play(void)
{
    played = view_of_part(0);
    played.at = setting[AT]; /* by the clock of the longest recording */
}

static bool end_play(bool goes_on)
{
    setting[AT] = played.at;
    setting[ASKS] = played.asks;
    setting[PLAYED] = true;
    return goes_on;
}

/* Advances by `seconds`. False: the show is over. */
EXPORT(play) bool play(double seconds)
{
    begin_play();
    return end_play(playing_go(&playing, &screen, seconds, &played));
}

/* Goes from a question to its answer. False: it does not play on. */
EXPORT(answer) bool answer(void)
{
    begin_play();
    return end_play(playing_answer(&playing, &screen, &played));
}

EXPORT(next_time) double next(int by, bool phases)
{
    const struct view view = go(0);
    struct view whole = view;

    whole.at = setting[AT];
    return next_time(&screen, &whole, by, phases);
}

EXPORT(tile_at) int tile_at(int part, double x, double y)
{
    const struct view view = go(part);

    return screen.lesson ? -1
                         : tile_at_pixel(screen.recording[part],
                                         &screen.instant[part], &view, x, y);
}

static void look_as(const struct view *view)
{
    setting[ZOOM] = view->zoom;
    setting[LOOK_X] = view->look_x;
    setting[LOOK_Y] = view->look_y;
}

EXPORT(zoom) void zoom(int part, double x, double y, double by)
{
    struct view view = view_of_part(part);

    zoom_at(&view, x, y, by);
    look_as(&view);
}

EXPORT(pan) void pan_from(int part, double x0, double y0, double x1, double y1)
{
    struct view view = view_of_part(part);

    pan(&view, (struct point){x0, y0}, (struct point){x1, y1});
    look_as(&view);
}

EXPORT(bookmark) int bookmark_now(void)
{
    marked.at = setting[AT];
    bookmark(&marked);
    return marked.marks;
}

EXPORT(bookmarks) const double *bookmarks(void)
{
    return marked.mark;
}

EXPORT(next_mark) double next_bookmark(int by)
{
    marked.at = setting[AT];
    marked.asks = (int)setting[ASKS];
    const double at = next_mark(&screen, &marked, by);
    setting[ASKS] = marked.asks;
    return at;
}

/* ------------------------------------------------------------------- stops */

EXPORT(stops) int count_stops(void)
{
    return screen.lesson ? 0 : screen.recording[0]->stops;
}

EXPORT(stop_at) double stop_at(int stop)
{
    return screen.recording[0]->stop[stop].at;
}
