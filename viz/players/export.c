/* export.c - pictures, films and pages. A file appears under its name when it
 * is whole. */
#include "export.h"
#include "export_html.h"
#include "paint.h"
#include "whole_file.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <math.h>
#include <signal.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

struct job {
    struct screen *screen;
    const struct view *view;
    const struct film *film;
    const char *path;
    struct whole_file to;
    char *why;
    size_t bytes;
};

/* ------------------------------------------------------------ interrupted */

/* For a handler: the file to be removed, and the process that writes it. */
static const char *volatile unfinished;
static volatile sig_atomic_t helper; /* ffmpeg, or 0 */

static void on_end(int number)
{
    if (helper > 0) {
        kill(helper, SIGKILL);
        waitpid(helper, NULL, 0);
    }
    if (unfinished)
        unlink(unfinished);
    signal(number, SIG_DFL);
    raise(number);
}

static const int signals[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
enum { ENDS = sizeof signals / sizeof *signals };

struct before {
    struct sigaction end[ENDS], too_large;
};

/* Opens the file, and from here on nothing half-written is left; `before` is
 * for unguard(). A file over its limit of size is a failed write. */
static bool open_guarded(struct job *job, struct before *before)
{
    struct sigaction action = {.sa_handler = on_end, .sa_flags = SA_RESTART};
    const struct sigaction ignore = {.sa_handler = SIG_IGN};
    sigset_t set, mask;

    sigemptyset(&set);
    for (int k = 0; k < ENDS; k++)
        sigaddset(&set, signals[k]);
    action.sa_mask = set;
    sigprocmask(SIG_BLOCK, &set, &mask);
    const bool opened = whole_open(job->path, &job->to);
    const int error = errno;
    if (opened && *job->to.temporary)
        unfinished = job->to.temporary;
    for (int k = 0; k < ENDS; k++) {
        sigaction(signals[k], NULL, &before->end[k]);
        if (before->end[k].sa_handler != SIG_IGN)
            sigaction(signals[k], &action, NULL);
    }
    sigaction(SIGXFSZ, &ignore, &before->too_large);
    sigprocmask(SIG_SETMASK, &mask, NULL);
    errno = error;
    return opened;
}

static void unguard(const struct before *before)
{
    for (int k = 0; k < ENDS; k++)
        sigaction(signals[k], &before->end[k], NULL);
    sigaction(SIGXFSZ, &before->too_large, NULL);
    unfinished = NULL;
}

static enum export_result fails(struct job *job, enum export_result result,
                                const char *format, ...)
{
    va_list list;
    const int used = snprintf(job->why, job->bytes, "%s: ", job->path);

    va_start(list, format);
    vsnprintf(job->why + used, job->bytes - (size_t)used, format, list);
    va_end(list);
    whole_discard(&job->to);
    return result;
}

static enum export_result finish(struct job *job)
{
    if (whole_commit(&job->to))
        return EXPORTED;
    return fails(job, EXPORT_FAILED, "%s", strerror(errno));
}

static const char *ending_of(const char *path)
{
    const char *dot = strrchr(path, '.'), *slash = strrchr(path, '/');
    return dot && (!slash || dot > slash) ? dot : "";
}

/* --------------------------------------------------------------- an instant */

static cairo_status_t write_some(void *file, const unsigned char *data,
                                 unsigned length)
{
    return fwrite(data, 1, length, file) == length ? CAIRO_STATUS_SUCCESS
                                                   : CAIRO_STATUS_WRITE_ERROR;
}

static enum export_result still(struct job *job, const char *ending)
{
    const double w = job->view->width, h = job->view->height;
    FILE *const file = job->to.file;
    cairo_surface_t *const surface =
        !strcmp(ending, ".svg")
            ? cairo_svg_surface_create_for_stream(write_some, file, w, h)
        : !strcmp(ending, ".pdf")
            ? cairo_pdf_surface_create_for_stream(write_some, file, w, h)
            : cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)w, (int)h);
    cairo_status_t status = cairo_surface_status(surface);

    if (status == CAIRO_STATUS_SUCCESS) {
        cairo_t *const cr = cairo_create(surface);
        paint_screen(cr, job->screen, job->view);
        cairo_destroy(cr);
        if (!strcmp(ending, ".png"))
            status =
                cairo_surface_write_to_png_stream(surface, write_some, file);
        cairo_surface_finish(surface);
        if (status == CAIRO_STATUS_SUCCESS)
            status = cairo_surface_status(surface);
    }
    cairo_surface_destroy(surface);
    if (status == CAIRO_STATUS_SUCCESS || ferror(file))
        return finish(job); /* which says what could not be written */
    return fails(job, EXPORT_FAILED, "%s", cairo_status_to_string(status));
}

/* ------------------------------------------------------------------- a page */

static enum export_result page(struct job *job)
{
    return export_html(job->to.file, job->screen, job->view) ||
                   ferror(job->to.file)
               ? finish(job)
               : fails(job, EXPORT_LACKS, "out of memory");
}

/* ------------------------------------------------------------------- a film */

/* Starts ffmpeg, which reads raw frames from *to. */
static pid_t start_ffmpeg(const struct job *job, const char *ending, int words,
                          int *to)
{
    static char palette[] = "split[a][b];[a]palettegen=max_colors=64[p];"
                            "[b][p]paletteuse=dither=none";
    static char even[] = "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p";
    const bool gif = !strcmp(ending, ".gif");
    char size[40], rate[20];
    char *arguments[] = {"ffmpeg",
                         "-loglevel",
                         "error",
                         "-y",
                         "-f",
                         "rawvideo",
                         "-pix_fmt",
                         "bgr0",
                         "-s",
                         size,
                         "-r",
                         rate,
                         "-i",
                         "-",
                         gif ? "-filter_complex" : "-vf",
                         gif ? palette : even,
                         "-f",
                         gif ? "gif" : "mp4",
                         (char *)whole_path(&job->to),
                         NULL};
    posix_spawn_file_actions_t actions;
    int ends[2];
    pid_t child = -1;

    snprintf(size, sizeof size, "%dx%d", (int)job->view->width,
             (int)job->view->height);
    snprintf(rate, sizeof rate, "%d", job->film->frames_per_second);
    if (pipe(ends) != 0)
        return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    posix_spawn_file_actions_adddup2(&actions, words, 2);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    if (posix_spawnp(&child, "ffmpeg", &actions, NULL, arguments, environ) != 0)
        child = -1;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    *to = ends[1];
    if (child < 0)
        close(ends[1]);
    return child;
}

static bool write_whole(int to, const unsigned char *from, size_t bytes)
{
    while (bytes > 0) {
        const ssize_t wrote = write(to, from, bytes);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        from += wrote;
        bytes -= (size_t)wrote;
    }
    return true;
}

static bool write_frames(const struct job *job, int to)
{
    const int w = (int)job->view->width, h = (int)job->view->height;
    const int frames =
        (int)ceil(job->film->seconds * job->film->frames_per_second);
    cairo_surface_t *const surface =
        cairo_image_surface_create(CAIRO_FORMAT_RGB24, w, h);
    struct view view = *job->view;
    bool good = cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS;

    for (int k = 0; good && k <= frames; k++) {
        cairo_t *const cr = cairo_create(surface);
        view.at = screen_duration(job->screen) * k / frames;
        paint_screen(cr, job->screen, &view);
        cairo_destroy(cr);
        cairo_surface_flush(surface);
        good = write_whole(to, cairo_image_surface_get_data(surface),
                           (size_t)cairo_image_surface_get_stride(surface) *
                               (size_t)h);
    }
    cairo_surface_destroy(surface);
    return good;
}

/* Whether ffmpeg has said something: it does when it fails, and only then,
 * whatever it exits with. The first line goes to `line`. */
static bool has_said(FILE *words, char *line, size_t bytes)
{
    rewind(words);
    if (!fgets(line, (int)bytes, words))
        return false;
    line[strcspn(line, "\n")] = 0;
    return true;
}

static enum export_result film(struct job *job, const char *ending)
{
    int to, status = 0;
    char line[300] = "";
    FILE *const words = tmpfile();
    void (*const before)(int) = signal(SIGPIPE, SIG_IGN);
    const pid_t child =
        words ? start_ffmpeg(job, ending, fileno(words), &to) : -1;
    bool written = false, complains = true;

    if (child >= 0) {
        helper = child;
        written = write_frames(job, to);
        close(to);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        helper = 0;
        complains = has_said(words, line, sizeof line);
    }
    signal(SIGPIPE, before);
    if (words)
        fclose(words);
    if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
        return fails(job, EXPORT_LACKS,
                     "films are made by ffmpeg, which is "
                     "not installed");
    if (complains)
        return fails(job, EXPORT_FAILED, "ffmpeg says: %s", line);
    if (!written || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return fails(job, EXPORT_FAILED, "ffmpeg could not write it");
    return finish(job);
}

enum export_result export_picture(struct screen *screen,
                                  const struct view *view,
                                  const struct film *as_film, const char *path,
                                  char *why, size_t bytes)
{
    static const char *const stills[] = {".png", ".svg", ".pdf"};
    const char *const ending = ending_of(path);
    struct job job = {.screen = screen,
                      .view = view,
                      .film = as_film,
                      .path = path,
                      .why = why,
                      .bytes = bytes};

    const bool is_film = !strcmp(ending, ".gif") || !strcmp(ending, ".mp4");
    bool is_still = false;
    for (size_t k = 0; k < sizeof stills / sizeof *stills; k++)
        is_still |= !strcmp(ending, stills[k]);
    if (!is_film && !is_still && strcmp(ending, ".html") != 0) {
        snprintf(why, bytes,
                 "%s: what kind of picture is '%s'? .png, .svg, .pdf, "
                 ".gif, .mp4 and .html are known",
                 path, ending);
        return EXPORT_USAGE;
    }
    if (!is_film && !is_still && !export_html_is_there()) {
        snprintf(why, bytes,
                 "%s: pages need clang and lld when scanviz is built, and they "
                 "were not there: install them, then type make",
                 path);
        return EXPORT_LACKS;
    }
    struct before before;
    const bool opened = open_guarded(&job, &before);
    const enum export_result result =
        !opened    ? fails(&job, EXPORT_FAILED, "%s", strerror(errno))
        : is_film  ? film(&job, ending)
        : is_still ? still(&job, ending)
                   : page(&job);
    unguard(&before);
    return result;
}
