/* scanviz.c - a recorded run, to be looked at.
 *
 *     scanviz TRACE.json                       in a window
 *     scanviz --story deep                     one that comes with it
 *     scanviz TRACE.json --export look.png --at 62%
 */
#include "players/dump.h"
#include "players/export.h"
#include "recording/story.h"
#include "window/window.h"

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { FINE = 0, FAILED = 1, WRONG_USE = 2, LACKS = 3 }; /* exit codes */
enum {
    USUAL_N = 512,
    LEAST_SIDE = 160,
    MOST_SIDE = 8192,
    FRAMES_PER_SECOND = 25
};

enum {
    KEY_SIZE = 256,
    KEY_WITH,
    KEY_LIVE,
    KEY_THEME,
    KEY_AT,
    KEY_SCENE,
    KEY_SECONDS,
    KEY_FOLLOW,
    KEY_SPEAKER,
    KEY_DIAGRAM,
    KEY_ZOOM,
    KEY_FONT,
    KEY_STORY,
    KEY_DUMP,
    KEY_BENCHMARK
};

struct command {
    const char *trace, *with, *export;
    struct live live; /* its algorithm, or NULL */
    struct view view;
    bool scene_is_given;
    struct film film;
    double at, part; /* one of them is given: a time, or a part of all */
    bool benchmark, dump, story; /* a story: `trace` is its name */
};

static const struct argp_option options[] = {
    {"export", 'e', "FILE", 0,
     "write a picture (.png, .svg, .pdf), a film (.gif, .mp4) or a page that "
     "plays it (.html), without a display",
     0},
    {"with", KEY_WITH, "TRACE", 0,
     "a second trace, beside the first one on the same clock", 0},
    {"live", KEY_LIVE, "ALGORITHM", 0,
     "run it by scanlab, in place of a trace; keys change how: r, o, n, t, y",
     0},
    {"elements", 'n', "N", 0, "of a live run (default 512)", 0},
    {"size", KEY_SIZE, "WxH", 0, "in pixels (default 1280x720)", 0},
    {"scene", KEY_SCENE, "NAME", 0,
     "what to look at (default tiles); '?' in the window tells of each", 0},
    {"at", KEY_AT, "TIME", 0,
     "of the trace, in its microseconds, or as 62% of it (default 0)", 0},
    {"theme", KEY_THEME, "NAME", 0, "light (default), dark or projector", 0},
    {"diagram", KEY_DIAGRAM, NULL, 0,
     "with what a tile decides, beside the tiles", 0},
    {"speaker", KEY_SPEAKER, NULL, 0,
     "with a remark for the speaker below the caption", 0},
    {"follow", KEY_FOLLOW, "TILE", 0, "look at this tile all the time", 0},
    {"zoom", KEY_ZOOM, "Z,X,Y", 0,
     "Z times as large, the point X, Y of the scene (0 to 1) in the middle", 0},
    {"seconds", KEY_SECONDS, "S", 0, "of a film (default 12)", 0},
    {"font", KEY_FONT, "NAME", 0, "for cairo (default sans-serif)", 0},
    {"story", KEY_STORY, "NAME", OPTION_ARG_OPTIONAL,
     "open a trace made for class; without NAME, list them", 0},
    {"dump", KEY_DUMP, NULL, 0, "print what is drawn, as text", 0},
    {"benchmark", KEY_BENCHMARK, NULL, 0,
     "draw off-screen and print how long a frame takes", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static const char about[] =
    "Shows what a run did, as `scanlab trace` has recorded it: tiles and their "
    "flags X, A and P, which tile looks at which, and which waits.\v"
    "Keys: Space plays and pauses, Right and Left step from event to event, "
    "PgDn and PgUp from phase to phase, Up and Down change the speed, Home and "
    "End; 1, 2, 3, ... choose the scene; wheel and drag zoom and pan; a click "
    "follows a tile; l is light or dark, p for a projector; q "
    "quits; ? shows all keys.\n\n"
    "Example: scanlab trace lookback:block=32,items=1,window=4 -n 512 && "
    "scanviz lookback-trace.json";

const char *argp_program_version = "scanviz " VERSION;

/* ------------------------------------------------------------------ options */

static void wrong(const char *format, const char *value)
{
    fprintf(stderr, "scanviz: ");
    fprintf(stderr, format, value);
    fprintf(stderr, "\n");
    exit(WRONG_USE);
}

static void read_size(struct command *c, const char *text)
{
    int used = 0, w, h;

    if (sscanf(text, "%dx%d%n", &w, &h, &used) != 2 || text[used] ||
        w < LEAST_SIDE || h < LEAST_SIDE || w > MOST_SIDE || h > MOST_SIDE)
        wrong("--size %s: it is width x height, 160 to 8192 each, like "
              "1280x720",
              text);
    c->view.width = w;
    c->view.height = h;
}

/* In decimal; `unit` may stand behind it. Negative: it is no number from 0 to
 * `most`. */
static double number_in(const char *text, char unit, double most)
{
    char *end;
    const double x = strtod(text, &end);
    const bool decimal = strspn(text, "0123456789.e+-") == (size_t)(end - text);

    return end > text && decimal && !*(end + (*end && *end == unit)) &&
                   x >= 0 && x <= most
               ? x
               : -1;
}

/* A whole number, as scanlab takes it: 512 or 2^9. */
static int read_count(const char *name, const char *text, int least, int most)
{
    char line[80];
    int used = 0, power = 0;
    double x = number_in(text, 0, most);

    if (sscanf(text, "2^%d%n", &power, &used) == 1 && !text[used] &&
        power >= 0 && power < 31)
        x = 1u << power;
    snprintf(line, sizeof line,
             "%s '%%s': a whole number from %d to %d is expected", name, least,
             most);
    if (x < least || x > most || x != floor(x))
        wrong(line, text);
    return (int)x;
}

static void read_at(struct command *c, const char *text)
{
    const bool part = strchr(text, '%') != NULL;
    const double x = number_in(text, '%', part ? 100 : 1e18);

    if (x < 0)
        wrong("--at '%s': a time of the trace is expected, like 12.5, or a "
              "part of it, like 60%%",
              text);
    if (part)
        c->part = x / 100;
    else
        c->at = x;
}

static void read_seconds(struct command *c, const char *text)
{
    c->film.seconds = number_in(text, 0, 600);
    if (c->film.seconds <= 0)
        wrong("--seconds '%s': a film takes some, and 600 at most", text);
}

static void read_scene(struct command *c, const char *text)
{
    char line[400] = "--scene %s: scenes are";

    c->view.scene = scene_by_name(text);
    for (int k = 0; k < scene_count; k++) {
        const size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "%s %s",
                 k == 0                 ? ""
                 : k + 1 == scene_count ? " and"
                                        : ",",
                 scenes[k]->name);
    }
    if (c->view.scene < 0)
        wrong(line, text);
}

static void read_zoom(struct command *c, const char *text)
{
    struct view *const v = &c->view;
    int used = 0;

    if (sscanf(text, "%lf,%lf,%lf%n", &v->zoom, &v->look_x, &v->look_y,
               &used) != 3 ||
        text[used] || !(v->zoom >= 1 && v->zoom <= 64) ||
        !(v->look_x >= 0 && v->look_x <= 1) ||
        !(v->look_y >= 0 && v->look_y <= 1))
        wrong("--zoom %s: it is how many times (1 to 64) and a point (0 to 1 "
              "each), like 4,0.5,0.25",
              text);
}

static void read_theme(struct command *c, const char *text)
{
    const bool dark = !strcmp(text, "dark");
    const bool projector = !strcmp(text, "projector");

    c->view.dark = dark || (projector && c->view.dark); /* both can be */
    c->view.projector = projector || (dark && c->view.projector);
    if (!dark && !projector && strcmp(text, "light") != 0)
        wrong("--theme %s: themes are light, dark and projector", text);
}

static error_t read_trace(struct command *c, const char *text)
{
    if (c->trace)
        wrong("'%s' is one file too many: a trace is one", text);
    c->trace = text;
    return 0;
}

/* Nothing to show was named: what there is. */
static void help_to_begin(void)
{
    fputs("scanviz: name a trace, a story or an algorithm:\n"
          "  scanviz TRACE.json          what `scanlab trace` has recorded\n"
          "  scanviz --story             lists the runs that come with it\n"
          "  scanviz --story deep        shows one of them\n"
          "  scanviz --live lookback     runs an algorithm, and shows it\n"
          "Without a display, --export FILE.png writes a picture. All options: "
          "scanviz --help\n",
          stderr);
    exit(WRONG_USE);
}

/* Options that do not go together. */
static void check_together(const struct command *c)
{
    if ((c->export != NULL) + c->dump + c->benchmark > 1)
        wrong("%s: one of them at a time", "--export, --dump and --benchmark");
    if (c->dump && c->with)
        wrong("--with %s: a dump is of one trace", c->with);
    if (c->live.n >= 0 && !c->live.algorithm)
        wrong("%s goes with --live", "-n");
}

static error_t read_option(int key, char *text, struct argp_state *state)
{
    struct command *const c = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->err_stream = NULL;
        return 0; /* no hint behind it */
    case 'e': c->export = text; return 0;
    case KEY_WITH: c->with = text; return 0;
    case KEY_LIVE: c->live.algorithm = text; return 0;
    case 'n': c->live.n = read_count("-n", text, 1, 1 << 20); return 0;
    case KEY_SIZE: read_size(c, text); return 0;
    case KEY_SCENE:
        c->scene_is_given = true;
        read_scene(c, text);
        return 0;
    case KEY_AT: read_at(c, text); return 0;
    case KEY_THEME: read_theme(c, text); return 0;
    case KEY_FONT: c->view.font = text; return 0;
    case KEY_BENCHMARK: c->benchmark = true; return 0;
    case KEY_DUMP: c->dump = true; return 0;
    case KEY_STORY: c->story = true; return text ? read_trace(c, text) : 0;
    case KEY_FOLLOW:
        c->view.follow = read_count("--follow", text, 0, 1 << 20);
        return 0;
    case KEY_DIAGRAM: c->view.diagram = true; return 0;
    case KEY_SPEAKER: c->view.speaker = true; return 0;
    case KEY_ZOOM: read_zoom(c, text); return 0;
    case KEY_SECONDS: read_seconds(c, text); return 0;
    case ARGP_KEY_ARG: return read_trace(c, text);
    case ARGP_KEY_END:
        check_together(c);
        if ((c->trace || c->story) && c->live.algorithm)
            wrong("--live %s: it is in place of a trace", c->live.algorithm);
        if (!c->trace && !c->live.algorithm && !c->story)
            help_to_begin();
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* The story's own path in place of its name; ends the program where there is
 * none to be shown. */
static void find_story(struct command *c, char *path, size_t bytes)
{
    char why[4096];

    if (!c->trace) {
        stories_list(stdout);
        if (fflush(stdout) == 0)
            exit(FINE);
        fprintf(stderr, "scanviz: cannot write to standard output\n");
        exit(LACKS);
    }
    if (!story_path(c->trace, path, why, bytes)) {
        stories_list(stdout);
        wrong("%s", why);
    }
    c->trace = path;
}

/* ---------------------------------------------------------------- benchmark */

static double seconds_now(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* From the file to events, and from these to the first frame. */
static void time_opening(const char *path, const struct view *view,
                         cairo_surface_t *surface)
{
    enum { TIMES = 5 };
    char why[512];

    for (int k = 0; k < TIMES; k++) {
        struct recording *recording;
        struct screen screen;
        const double begin = seconds_now();
        if (!recording_open(path, &recording, why, sizeof why))
            return; /* of --live, it is gone */
        const double opened = seconds_now();
        if (screen_open(&screen, recording, NULL)) {
            cairo_t *const cr = cairo_create(surface);
            screen_draw(cr, &screen, view);
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

/* A frame that goes on a little, and one somewhere else. */
static int benchmark(struct screen *screen, struct view view)
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
                screen_draw(cr, screen, &view);
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
    return FINE;
}

/* Tiles, if there are any; else what tells most of a kernel without. */
static void begin_with_a_scene(struct command *c,
                               const struct recording *recording)
{
    static const struct scene *const order[] = {&scene_tiles, &scene_memory,
                                                &scene_network, &scene_lanes};
    size_t k = 0;

    while (k + 1 < sizeof order / sizeof *order && order[k]->lacks &&
           order[k]->lacks(recording))
        k++;
    c->view.scene = scene_by_name(order[k]->name);
}

/* The trace, or what --live makes of its algorithm; and the one beside it. An
 * exit code. */
static int open_all(struct command *c, struct recording *recording[2],
                    char *why, size_t bytes)
{
    if (c->live.algorithm && c->live.n < 0)
        c->live.n = USUAL_N;
    if (c->live.algorithm
            ? !live_run(&c->live, &recording[0], why, bytes)
            : !recording_open(c->trace, &recording[0], why, bytes))
        return c->live.algorithm ? c->live.code : WRONG_USE;
    if (c->with && !recording_open(c->with, &recording[1], why, bytes))
        return WRONG_USE;
    if (c->with && recording[0]->steps != recording[1]->steps) {
        snprintf(why, bytes,
                 "%s: one trace counts steps, the other tells time: record "
                 "both alike, as with --schedule timed",
                 c->with);
        return WRONG_USE;
    }
    if (!c->scene_is_given)
        begin_with_a_scene(c, recording[0]);
    const long tiles = recording[0]->tiles, n = recording[0]->n;
    const bool of_result =
        tiles == 0 || scenes[c->view.scene] == &scene_network;
    if (c->view.follow >= (of_result ? n : tiles)) {
        snprintf(why, bytes, "--follow %d: there are %ld %s", c->view.follow,
                 of_result ? n : tiles, of_result ? "elements" : "tiles");
        return WRONG_USE;
    }
    return FINE;
}

static int show(struct command *c, struct recording *recording[2], char *why,
                size_t bytes)
{
    static const int codes[] = {FINE, WRONG_USE, FAILED, LACKS};
    struct screen screen;
    int code;

    if (!screen_open(&screen, recording[0], recording[1])) {
        snprintf(why, bytes, "out of memory");
        screen_close(&screen);
        return LACKS;
    }
    const double end = screen_duration(&screen);
    c->view.at = c->part >= 0 ? c->part * end : fmin(c->at, end);
    if (c->dump)
        code = dump_picture(recording[0], &c->view, stdout) ? FINE : LACKS;
    else if (c->benchmark)
        code = benchmark(&screen, c->view);
    else if (c->export)
        code = codes[export_picture(&screen, &c->view, &c->film, c->export, why,
                                    bytes)];
    else
        code =
            window_run(&screen, &c->view, c->live.algorithm ? &c->live : NULL,
                       &recording[0], why, bytes)
                ? FINE
                : LACKS;
    screen_close(&screen);
    return code;
}

int main(int argc, char **argv)
{
    static const struct argp argp = {
        options, read_option, "TRACE.json\n--story [NAME]", about, NULL,
        NULL,    NULL};
    struct command c = {.view = view_of(1280, 720),
                        .film = {12, FRAMES_PER_SECOND},
                        .live = {.n = -1, .latency = 1, .seed = 1},
                        .part = -1};
    struct recording *recording[2] = {NULL, NULL};
    char why[4096] = "out of memory", path[4096];

    /* getopt says what it cannot take, in one line that begins with this. */
    static char name[] = "scanviz";
    if (argc > 0)
        argv[0] = name;
    if (argp_parse(&argp, argc, argv, 0, NULL, &c) != 0)
        return WRONG_USE;
    if (c.story)
        find_story(&c, path, sizeof path);
    int code = open_all(&c, recording, why, sizeof why);
    if (code == FINE)
        code = show(&c, recording, why, sizeof why);
    if (code == FINE && (fflush(stdout) != 0 || ferror(stdout))) {
        snprintf(why, sizeof why, "cannot write to standard output");
        code = LACKS;
    }
    for (char *w = why; *w; w++) /* a trace's words give no orders */
        if ((unsigned char)*w < ' ' || *w == 0x7f)
            *w = *w == '\n' ? ' ' : '?';
    if (code != FINE)
        fprintf(stderr, "scanviz: %s\n", why);
    recording_close(recording[0]);
    recording_close(recording[1]);
    return code;
}
