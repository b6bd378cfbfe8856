/* export.c - pictures, films and pages. A file appears under its name only when it
 * is complete. */
#include "export.h"
#include "export_html.h"
#include "export_parts.h"
#include "paint.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------ interrupted */

/* For the signal handler: the file to remove, and the process that writes it. */
static const char *volatile unfinished;

static void on_end(int number)
{
    if (export_helper > 0) {
        kill(export_helper, SIGKILL);
        waitpid(export_helper, NULL, 0);
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

/* Opens the file. From now on an interruption leaves no half-written file; `before` is
 * for unguard(). Exceeding the limit on file size is a failed write. */
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

enum export_result export_fails(struct job *job, enum export_result result,
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

enum export_result export_finish(struct job *job)
{
    if (whole_commit(&job->to))
        return EXPORTED;
    return export_fails(job, EXPORT_FAILED, "%s", strerror(errno));
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
        return export_finish(job); /* which says what could not be written */
    return export_fails(job, EXPORT_FAILED, "%s",
                        cairo_status_to_string(status));
}

/* ------------------------------------------------------------------- a page */

static enum export_result page(struct job *job)
{
    return export_html(job->to.file, job->screen, job->view) ||
                   ferror(job->to.file)
               ? export_finish(job)
               : export_fails(job, EXPORT_LACKS, "out of memory");
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
                 "%s: what kind of picture is '%s'? Use .png, .svg, .pdf, "
                 ".gif, .mp4 or .html",
                 path, ending);
        return EXPORT_USAGE;
    }
    if (!is_film && !is_still && !export_html_is_there()) {
        snprintf(why, bytes,
                 "%s: scanviz was built without clang and lld, which pages "
                 "need: install them, then run make",
                 path);
        return EXPORT_LACKS;
    }
    struct before before;
    const bool opened = open_guarded(&job, &before);
    const enum export_result result =
        !opened    ? export_fails(&job, EXPORT_FAILED, "%s", strerror(errno))
        : is_film  ? export_film(&job, ending)
        : is_still ? still(&job, ending)
                   : page(&job);
    unguard(&before);
    return result;
}
