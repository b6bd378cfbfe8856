/* scanviz.c - a recorded run, to be looked at.
 *
 *     scanviz TRACE.json                       in a window
 *     scanviz --story deep                     one that comes with it
 *     scanviz TRACE.json --export look.png --at 62%
 */
#include "command_line.h"
#include "frame_times.h"
#include "players/dump.h"
#include "window/window.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Tiles, if there are any; else what tells most of a kernel without. */
static void begin_with_a_scene(struct command *c,
                               const struct recording *recording)
{
    static const struct scene *const order[] = {
        &scene_tiles, &scene_memory, &scene_network, &scene_timeline};
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

static int show(struct command *c, struct recording *recording[2], char *why,
                size_t bytes)
{
    static const int codes[] = {FINE, WRONG_USE, FAILED, LACKS};
    struct screen screen;
    int code = FINE;

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
        frame_times_print(&screen, c->view);
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
    struct recording *recording[2] = {NULL, NULL};
    char why[4096] = "out of memory";

    atexit(check_words);
    command_line_read(argc, argv, &c);
    int code = open_all(&c, recording, why, sizeof why);
    if (code == FINE)
        code = show(&c, recording, why, sizeof why);
    for (char *w = why; *w; w++) /* a trace's words give no orders */
        if ((unsigned char)*w < ' ' || *w == 0x7f)
            *w = *w == '\n' ? ' ' : '?';
    if (code != FINE)
        fprintf(stderr, "scanviz: %s\n", why);
    recording_close(recording[0]);
    recording_close(recording[1]);
    return code;
}
