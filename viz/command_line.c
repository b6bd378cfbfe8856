/* command_line.c - the options of scanviz. */
#include "command_line.h"
#include "recording/story.h"

#include <argp.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    USUAL_N = 512,
    MIN_SIDE = 160,
    MAX_SIDE = 8192,
    FRAMES_PER_SECOND = 25,
    FILM_WIDTH = 960,
    FILM_HEIGHT = 540
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
    KEY_PACE,
    KEY_STILL,
    KEY_SUBTITLES,
    KEY_FONT,
    KEY_STORY,
    KEY_FILM,
    KEY_DUMP,
    KEY_BENCHMARK
};

static const struct argp_option options[] = {
    {"export", 'e', "FILE", 0,
     "write a picture (.png, .svg, .pdf), a film (.gif, .mp4) or a page that "
     "plays the run (.html), without a display",
     0},
    {"with", KEY_WITH, "TRACE", 0,
     "show a second trace or story beside the first, on the same clock", 0},
    {"live", KEY_LIVE, "ALGORITHM", 0,
     "run this algorithm with scanlab instead of opening a trace; keys change "
     "the run: r, o, n, t, y",
     0},
    {"elements", 'n', "N", 0, "number of elements of a live run (default 512)",
     0},
    {"size", KEY_SIZE, "WxH", 0,
     "size in pixels (default 1280x720; for --film 960x540)", 0},
    {"scene", KEY_SCENE, "NAME", 0,
     "scene to show (default tiles); '?' in the window describes each", 0},
    {"at", KEY_AT, "TIME", 0,
     "time to show: of a trace in the units of its clock, of a film in "
     "seconds, or a percentage like 62% (default 0)",
     0},
    {"theme", KEY_THEME, "NAME", 0, "light (default), dark or projector", 0},
    {"diagram", KEY_DIAGRAM, NULL, 0,
     "show a tile's decisions as a diagram beside the tiles", 0},
    {"speaker", KEY_SPEAKER, NULL, 0,
     "show a remark for the speaker below the caption", 0},
    {"follow", KEY_FOLLOW, "TILE", 0,
     "follow only this tile; none: no tile, not even a story's own", 0},
    {"zoom", KEY_ZOOM, "Z,X,Y", 0,
     "enlarge Z times, with point X, Y of the scene (0 to 1) in the middle", 0},
    {"pace", KEY_PACE, "NAME", 0,
     "events (default): each event stays until its sentence can be read; "
     "machine: by the run's own clock, as with --with",
     0},
    {"no-motion", KEY_STILL, NULL, 0, "no motion within an event", 0},
    {"seconds", KEY_SECONDS, "S", 0,
     "length of a film (default: the time needed to read it; with --pace "
     "machine 12)",
     0},
    {"subtitles", KEY_SUBTITLES, NULL, 0,
     "also write the sentences of a film to a .vtt file beside it", 0},
    {"font", KEY_FONT, "NAME", 0, "font for cairo (default sans-serif)", 0},
    {"story", KEY_STORY, "NAME", OPTION_ARG_OPTIONAL,
     "open a run made for class; without NAME, list all stories", 0},
    {"film", KEY_FILM, "NAME", 0,
     "play the film that explains look-back with two recorded runs: lookback",
     0},
    {"dump", KEY_DUMP, NULL, 0, "print the drawing as text", 0},
    {"benchmark", KEY_BENCHMARK, NULL, 0,
     "draw off-screen and print how long a frame takes", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static const char about[] =
    "Shows a run that `scanlab trace` recorded: tiles and their flags X, A and "
    "P, which tile looks at which, and which waits.\v"
    "Keys: Space plays and pauses, Right and Left step from event to event, "
    "PgDn and PgUp from phase to phase, Up and Down change the speed, Home and "
    "End go to the ends; 1, 2, 3, ... choose the scene; wheel and drag zoom "
    "and pan; a click follows a tile; l switches light and dark, p the "
    "projector theme; q quits; ? shows all keys.\n\n"
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
        w < MIN_SIDE || h < MIN_SIDE || w > MAX_SIDE || h > MAX_SIDE)
        wrong("--size %s: expected width x height, 160 to 8192 each, like "
              "1280x720",
              text);
    c->size_is_given = true;
    c->view.width = w;
    c->view.height = h;
}

/* A decimal number, optionally with `unit` after it. Negative: not a number from 0 to
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

/* A whole number in either form that scanlab accepts: 512 or 2^9. */
static int read_count(const char *name, const char *text, int least, int most)
{
    char line[80];
    int used = 0, power = 0;
    double x = number_in(text, 0, most);

    if (sscanf(text, "2^%d%n", &power, &used) == 1 && !text[used] &&
        power >= 0 && power < 31)
        x = 1u << power;
    snprintf(line, sizeof line,
             "%s '%%s': expected a whole number from %d to %d", name, least,
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
        wrong("--at '%s': expected a time of the trace, like 12.5, or a "
              "percentage, like 60%%",
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
        wrong("--seconds '%s': expected more than 0, and 600 at most", text);
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
    if (!strcmp(text, "lanes"))
        wrong("--scene %s: use timeline; a lane is a thread of a warp", text);
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
        wrong("--zoom %s: expected a factor (1 to 64) and a point (0 to 1 "
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

static void read_pace(struct command *c, const char *text)
{
    c->view.machine = !strcmp(text, "machine");
    if (!c->view.machine && strcmp(text, "events") != 0)
        wrong("--pace %s: expected events or machine", text);
}

static error_t read_trace(struct command *c, const char *text)
{
    if (c->trace)
        wrong("'%s' is one file too many: name one trace (a second: --with)",
              text);
    c->trace = text;
    return 0;
}

static bool is_set(const char *name)
{
    const char *const value = getenv(name);

    return value && *value;
}

/* Nothing to show was named: the window offers the stories, if there might be
 * one. */
static bool may_choose(const struct command *c)
{
    return !c->export && !c->dump && !c->benchmark && !c->with &&
           (is_set("DISPLAY") || is_set("WAYLAND_DISPLAY") ||
            is_set("WAYLAND_SOCKET") || is_set("SDL_VIDEODRIVER"));
}

void command_help_to_begin(void)
{
    fputs(
        "scanviz: name a trace, a story or an algorithm:\n"
        "  scanviz TRACE.json          shows a run that `scanlab trace` "
        "recorded\n"
        "  scanviz --story             lists the runs that come with scanviz\n"
        "  scanviz --story deep        shows one of these runs\n"
        "  scanviz --live lookback     runs an algorithm, and shows the run\n"
        "Without a display, --export FILE.png writes a picture. All options: "
        "scanviz --help\n",
        stderr);
    exit(WRONG_USE);
}

/* Rejects options that cannot be combined. */
static void check_together(const struct command *c)
{
    if ((c->export != NULL) + c->dump + c->benchmark > 1)
        wrong("%s: use one of them at a time",
              "--export, --dump and --benchmark");
    if (c->film_name && (c->trace || c->story || c->with || c->live.algorithm))
        wrong("--film %s: it comes with its own runs, so name no other",
              c->film_name);
    if (c->dump && c->with)
        wrong("--with %s: --dump prints only one trace", c->with);
    if (c->film.subtitles && !c->export)
        wrong("%s: needs --export of a film", "--subtitles");
    if (c->live.n >= 0 && !c->live.algorithm)
        wrong("%s goes with --live", "-n");
}

static error_t read_option(int key, char *text, struct argp_state *state)
{
    struct command *const c = state->input;

    switch (key) {
    case ARGP_KEY_INIT:
        state->err_stream = NULL;
        return 0; /* no hint after it */
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
    case KEY_FILM: c->film_name = text; return 0;
    case KEY_STORY: c->story = true; return text ? read_trace(c, text) : 0;
    case KEY_FOLLOW:
        c->follows_none = !strcmp(text, "none");
        c->view.follow =
            c->follows_none ? -1 : read_count("--follow", text, 0, 1 << 20);
        return 0;
    case KEY_DIAGRAM: c->view.diagram = true; return 0;
    case KEY_SPEAKER: c->view.speaker = true; return 0;
    case KEY_PACE: read_pace(c, text); return 0;
    case KEY_STILL: c->view.still = true; return 0;
    case KEY_SUBTITLES: c->film.subtitles = true; return 0;
    case KEY_ZOOM: read_zoom(c, text); return 0;
    case KEY_SECONDS: read_seconds(c, text); return 0;
    case ARGP_KEY_ARG: return read_trace(c, text);
    case ARGP_KEY_END:
        check_together(c);
        if ((c->trace || c->story) && c->live.algorithm)
            wrong("--live %s: it replaces the trace, so name only one of them",
                  c->live.algorithm);
        c->chooses =
            !c->trace && !c->live.algorithm && !c->story && !c->film_name;
        if (c->chooses && !may_choose(c))
            command_help_to_begin();
        if (c->live.n < 0)
            c->live.n = USUAL_N;
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

bool command_take_story(struct command *c, const char *name, char *why,
                        size_t bytes)
{
    c->with = NULL;
    c->trace = c->story_path;
    return story_path(name, c->story_path, why, bytes);
}

/* Opens a story instead of a trace; ends the program if there is none to
 * show. */
static void find_story(struct command *c)
{
    const char *const with = c->with;
    char why[4096];

    if (!c->trace) {
        stories_list(stdout);
        if (fflush(stdout) == 0)
            exit(FINE);
        fprintf(stderr, "scanviz: cannot write to standard output\n");
        exit(LACKS);
    }
    if (!command_take_story(c, c->trace, why, sizeof why)) {
        stories_list(stdout);
        wrong("%s", why);
    }
    c->with = with;
}

/* --with accepts a story too, if no file has its name. */
static void find_with(struct command *c)
{
    char why[4096];

    if (c->with && access(c->with, F_OK) != 0 &&
        story_path(c->with, c->with_path, why, sizeof why))
        c->with = c->with_path;
}

static void find_film(struct command *c)
{
    char why[4096];

    if (!film_paths(c->film_name, c->story_path, c->with_path, c->growth_path,
                    why, sizeof why))
        wrong("%s", why);
    c->trace = c->story_path;
    c->with = c->with_path;
    if (!c->size_is_given) {
        c->view.width = FILM_WIDTH;
        c->view.height = FILM_HEIGHT;
    }
}

void command_line_read(int argc, char **argv, struct command *out)
{
    static const struct argp argp = {
        options, read_option, "TRACE.json\n--story [NAME]\n--film NAME",
        about,   NULL,        NULL,
        NULL};
    /* getopt prints errors in one line that begins with this name. */
    static char name[] = "scanviz";

    *out = (struct command){.view = view_of(1280, 720),
                            .film = {0, FRAMES_PER_SECOND, false},
                            .live = {.n = -1, .latency = 1, .seed = 1},
                            .part = -1,
                            .at = -1};
    if (argc > 0)
        argv[0] = name;
    if (argp_parse(&argp, argc, argv, 0, NULL, out) != 0)
        exit(WRONG_USE);
    if (out->story)
        find_story(out);
    if (out->film_name)
        find_film(out);
    find_with(out);
}
