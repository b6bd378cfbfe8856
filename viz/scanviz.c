/* scanviz.c - shows a recorded run.
 *
 *     scanviz TRACE.json                       in a window
 *     scanviz --story deep                     a run that comes with scanviz
 *     scanviz TRACE.json --export look.png --at 62%
 */
#include "command_line.h"
#include "frame_times.h"
#include "recording/story.h"
#include "players/dump.h"
#include "window/window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Tiles, if there are any; otherwise the most useful scene of a kernel without. */
static void begin_with_a_scene(struct command *c,
                               const struct recording *recording)
{
    static const struct scene *const order[] = {
        &scene_tiles, &scene_memory, &scene_network, &scene_timeline};
    size_t k = 0;

    if (recording->stops > 0 && recording->ways > 0) {
        c->view.scene = scene_by_name(scene_ways.name);
        return;
    }
    if (recording->culprit[0] >= 0 && !scene_memory.lacks(recording)) {
        c->view.scene = scene_by_name(scene_memory.name);
        return;
    }
    while (k + 1 < sizeof order / sizeof *order && order[k]->lacks &&
           order[k]->lacks(recording))
        k++;
    c->view.scene = scene_by_name(order[k]->name);
}

/* The recordings beside the trace: that of --with, or the partners of its story. */
static bool open_partners(const struct command *c,
                          struct recording *recording[MAX_SHOWN], char *why,
                          size_t bytes)
{
    const int count = c->with ? 1 : recording[0]->partners;

    for (int k = 0; k < count; k++) {
        const char *const name = c->with ? c->with : recording[0]->partner[k];
        struct recording **const of = &recording[k + 1];
        char path[4096];
        if (!c->with && !story_path(name, path, why, bytes))
            return false;
        if (!recording_open(c->with ? name : path, of, why, bytes))
            return false;
        (*of)->stops = 0; /* the first recording has the questions */
        if (recording[0]->steps == (*of)->steps)
            continue;
        snprintf(why, bytes,
                 "%s: the clock of one trace counts steps, that of the other "
                 "measures time: record both with --schedule timed",
                 name);
        return false;
    }
    return true;
}

/* Opens the trace, or makes it with --live, and opens the recordings beside it. Returns
 * an exit code. */
static int open_all(struct command *c, struct recording *recording[MAX_SHOWN],
                    char *why, size_t bytes)
{
    if (c->live.algorithm
            ? !live_run(&c->live, &recording[0], why, bytes)
            : !recording_open(c->trace, &recording[0], why, bytes))
        return c->live.algorithm ? c->live.code : WRONG_USE;
    if (!open_partners(c, recording, why, bytes))
        return WRONG_USE;
    if (!c->scene_is_given)
        begin_with_a_scene(c, recording[0]);
    if (!c->with && c->view.follow < 0 && !c->follows_none &&
        recording[0]->follow < recording[0]->tiles)
        c->view.follow = recording[0]->follow;
    const long long tiles = recording[0]->tiles, n = recording[0]->n;
    const bool of_result =
        tiles == 0 || scenes[c->view.scene] == &scene_network;
    if (c->view.follow >= (of_result ? n : tiles)) {
        snprintf(why, bytes, "--follow %d: there are %lld %s", c->view.follow,
                 of_result ? n : tiles, of_result ? "elements" : "tiles");
        return WRONG_USE;
    }
    return FINE;
}

/* The time of --at; otherwise that of a finding (not in a story), or the beginning. */
static double time_to_show(const struct command *c,
                           const struct recording *recording, double end)
{
    return c->part >= 0 ? c->part * end
           : c->at >= 0 ? fmin(c->at, end)
           : recording->found >= 0 && !recording->is_story
               ? recording->event[recording->found].at
               : 0;
}

static int without_window(struct command *c, struct screen *screen, char *why,
                          size_t bytes)
{
    static const int codes[] = {FINE, WRONG_USE, FAILED, LACKS};

    if (c->dump && screen->lesson)
        return dump_lesson(screen->lesson,
                           c->at >= 0 || c->part >= 0 ? c->view.at : -1, stdout)
                   ? FINE
                   : LACKS;
    if (c->dump)
        return dump_picture(screen->recording[0], &c->view, stdout) ? FINE
                                                                    : LACKS;
    if (c->export)
        return codes[export_picture(screen, &c->view, &c->film, c->export, why,
                                    bytes)];
    frame_times_print(screen, c->view);
    return FINE;
}

/* Opens the film and its recordings. */
struct film_of {
    struct two_ways ways;
    struct lesson lesson;
};

static bool open_film(const struct command *c,
                      struct recording *const recording[MAX_SHOWN],
                      struct film_of *film, char *why, size_t bytes)
{
    FILE *const file = fopen(c->growth_path, "r");
    char growth[1024];
    const size_t used = file ? fread(growth, 1, sizeof growth - 1, file) : 0;

    growth[used] = '\0';
    if (file)
        fclose(file);
    if (!two_ways_open(&film->ways, recording[0], recording[1], growth, why,
                       bytes))
        return false;
    lesson_open(&film->lesson, &film->ways);
    return true;
}

/* Shows the run in the window, which is opened if necessary, or if `window` is NULL in
 * a file or as text. *again: choose another story. Returns an exit code. */
static int show(struct command *c, struct recording *recording[MAX_SHOWN],
                struct window **window, bool *again, char *why, size_t bytes)
{
    static struct film_of film;
    struct screen screen;
    int code = FINE;

    if (c->film_name && !open_film(c, recording, &film, why, bytes))
        return FAILED;
    if (!screen_open(&screen, recording)) {
        snprintf(why, bytes, "out of memory");
        screen_close(&screen);
        return LACKS;
    }
    if (c->film_name)
        screen_play(&screen, &film.lesson);
    c->view.at = time_to_show(c, recording[0], screen_duration(&screen));
    if (!window)
        code = without_window(c, &screen, why, bytes);
    else if (*window || window_open(window, &c->view, why, bytes))
        *again = window_run(*window, &screen, &c->view,
                            c->live.algorithm ? &c->live : NULL, &recording[0]);
    else
        code = LACKS;
    screen_close(&screen);
    return code;
}

static int open_and_show(struct command *c, struct window **window, bool *again,
                         char *why, size_t bytes)
{
    struct recording *recording[MAX_SHOWN] = {NULL, NULL};
    int code = open_all(c, recording, why, bytes);

    if (code == FINE)
        code = show(c, recording, window, again, why, bytes);
    for (int k = 0; k < MAX_SHOWN; k++)
        recording_close(recording[k]);
    return code;
}

/* Lets the user choose the next story, which is shown alone. False: none. */
static bool choose(struct command *c, struct window *window, int *story,
                   char *why, size_t bytes)
{
    *story = window_choose(window, &c->view, *story < 0 ? 0 : *story);
    if (*story < 0 || !command_take_story(c, story_name(*story), why, bytes))
        return false;
    c->live.algorithm = c->film_name = NULL;
    c->scene_is_given = c->follows_none = false;
    c->view.follow = -1;
    c->view.zoom = 1;
    c->at = c->part = -1;
    return true;
}

static int in_window(struct command *c, char *why, size_t bytes)
{
    struct window *window = NULL;
    bool again = c->chooses;
    int code = FINE, story = -1;

    if (!again)
        code = open_and_show(c, &window, &again, why, bytes);
    else if (!window_open(&window, &c->view, why, bytes))
        command_help_to_begin();
    while (code == FINE && again) {
        again = false;
        *why = '\0';
        if (choose(c, window, &story, why, bytes))
            code = open_and_show(c, &window, &again, why, bytes);
        else if (*why)
            code = WRONG_USE;
    }
    window_close(window);
    return code;
}

/* --help and --version end in argp. */
static void check_words(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return;
    fputs("scanviz: cannot write to standard output\n", stderr);
    _exit(LACKS);
}

int main(int argc, char **argv)
{
    struct command c;
    char why[4096] = "out of memory";

    atexit(check_words);
    command_line_read(argc, argv, &c);
    const bool windowed = !c.dump && !c.export && !c.benchmark;
    int code = windowed ? in_window(&c, why, sizeof why)
                        : open_and_show(&c, NULL, NULL, why, sizeof why);
    for (char *w = why; *w;
         w++) /* text of a trace must not control a terminal */
        if ((unsigned char)*w < ' ' || *w == 0x7f)
            *w = *w == '\n' ? ' ' : '?';
    if (code != FINE)
        fprintf(stderr, "scanviz: %s\n", why);
    return code;
}
