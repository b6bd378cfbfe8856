/* export_film.c - films: each picture that differs from the one before is
 * drawn; .gif by gif.h, .mp4 by ffmpeg. */
#include "export_parts.h"
#include "gif.h"
#include "paint.h"
#include "scenes/playing.h"
#include "subtitles.h"

#include <errno.h>
#include <math.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

enum { MOST_SECONDS = 60, USUAL_SECONDS = 12, MOST_FRAMES = 600 * 50 };

volatile sig_atomic_t export_helper;

/* Where frames go. */
struct reel {
    struct job *job;
    struct gif *gif; /* or NULL: then to ffmpeg */
    int to;
    int hundredths; /* of a frame */
    struct playing playing;
    int frames;
    struct subtitles subtitles;
    bool tells; /* how far it is */
};

/* ------------------------------------------------------------------- ffmpeg */

/* Starts ffmpeg, which reads raw frames from *to. */
static pid_t start_ffmpeg(const struct job *job, int words, int *to)
{
    static char even[] = "pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p";
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
                         "-vf",
                         even,
                         "-f",
                         "mp4",
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

/* ------------------------------------------------------------------- frames */

static bool put_frame(struct reel *reel, cairo_surface_t *surface, bool is_new)
{
    const int h = cairo_image_surface_get_height(surface);
    const unsigned char *const pixels = cairo_image_surface_get_data(surface);
    const size_t stride = (size_t)cairo_image_surface_get_stride(surface);

    if (reel->gif)
        return gif_frame(reel->gif, is_new ? (const uint32_t *)pixels : NULL,
                         reel->hundredths);
    return write_whole(reel->to, pixels, stride * (size_t)h);
}

static void tell(const struct reel *reel, int frame)
{
    if (!reel->tells)
        return;
    if (frame > reel->frames)
        fputs("\r\033[K", stderr);
    else if (frame % 5 == 0)
        fprintf(stderr, "\r%s: %d of %d frames\033[K", reel->job->path, frame,
                reel->frames);
}

static bool write_frames(struct reel *reel)
{
    struct screen *const screen = reel->job->screen;
    struct view view = *reel->job->view;
    const double rate = reel->job->film->frames_per_second;
    cairo_surface_t *const surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)view.width, (int)view.height);
    cairo_t *const cr = cairo_create(surface);
    struct paint_ruler ruler;
    struct drawing old, new;
    char words[SUBTITLE_BYTES];
    bool good = cairo_status(cr) == CAIRO_STATUS_SUCCESS &&
                paint_ruler_open(&ruler, view.font);

    drawing_open(&old, view.width, view.height);
    view.ruler = &ruler.ruler;
    for (int k = 0; good && k <= reel->frames; k++) {
        playing_set(&reel->playing, screen,
                    playing_seconds(&reel->playing, screen) * k / reel->frames,
                    &view);
        drawing_open(&new, view.width, view.height);
        screen_draw(&new, screen, &view);
        const bool is_new = k == 0 || !drawing_is_same(&old, &new);
        if (is_new) {
            paint(cr, &new);
            cairo_surface_flush(surface);
        }
        good = !new.failed &&put_frame(reel, surface, is_new);
        screen_says(screen, &view, words, sizeof words);
        subtitles_say(&reel->subtitles, k / rate, words);
        tell(reel, k);
        drawing_close(&old);
        old = new;
    }
    tell(reel, reel->frames + 1);
    drawing_close(&old);
    if (good)
        paint_ruler_close(&ruler);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return good;
}

/* ------------------------------------------------------------------- .mp4 */

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

static enum export_result by_ffmpeg(struct reel *reel)
{
    struct job *const job = reel->job;
    int status = 0;
    char line[300] = "";
    FILE *const words = tmpfile();
    void (*const before)(int) = signal(SIGPIPE, SIG_IGN);
    const pid_t child =
        words ? start_ffmpeg(job, fileno(words), &reel->to) : -1;
    bool written = false, complains = true;

    if (child >= 0) {
        export_helper = child;
        written = write_frames(reel);
        close(reel->to);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        export_helper = 0;
        complains = has_said(words, line, sizeof line);
    }
    signal(SIGPIPE, before);
    if (words)
        fclose(words);
    if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
        return export_fails(job, EXPORT_LACKS,
                            ".mp4 films are made by ffmpeg, which is not "
                            "installed: .gif needs none");
    if (complains)
        return export_fails(job, EXPORT_FAILED, "ffmpeg says: %s", line);
    if (!written || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return export_fails(job, EXPORT_FAILED, "ffmpeg could not write it");
    return EXPORTED;
}

/* ------------------------------------------------------------------- .gif */

static enum export_result by_gif(struct reel *reel)
{
    struct job *const job = reel->job;

    reel->gif = gif_begin(job->to.file, (int)job->view->width,
                          (int)job->view->height, job->view->dark);
    if (!reel->gif)
        return export_fails(job, EXPORT_LACKS, "out of memory");
    const bool written = write_frames(reel);
    if (gif_end(reel->gif) && written)
        return EXPORTED;
    return export_fails(job, EXPORT_FAILED, "%s", strerror(errno));
}

/* ------------------------------------------------------------------ a film */

/* "look.gif" is told by "look.vtt". */
static bool path_of_words(const char *path, char *out, size_t bytes)
{
    const size_t stem = strlen(path) - strlen(strrchr(path, '.'));

    return snprintf(out, bytes, "%.*s.vtt", (int)stem, path) < (int)bytes;
}

static enum export_result finish(struct reel *reel, struct whole_file *words)
{
    struct job *const job = reel->job;
    const enum export_result result = export_finish(job);

    if (!words->file)
        return result;
    if (!subtitles_end(&reel->subtitles,
                       (reel->frames + 1.0) / job->film->frames_per_second) ||
        result != EXPORTED) {
        whole_discard(words);
        return result != EXPORTED
                   ? result
                   : export_fails(job, EXPORT_FAILED,
                                  "its subtitles could not be written");
    }
    if (whole_commit(words))
        return EXPORTED;
    snprintf(job->why, job->bytes, "%s: its subtitles: %s", job->path,
             strerror(errno));
    return EXPORT_FAILED;
}

static void plan(struct reel *reel)
{
    const struct job *const job = reel->job;
    struct view view = *job->view;

    view_go(&view, 0);
    reel->playing.wish = (struct show_wish){
        .follow = -1, .seconds = job->film->seconds, .most = MOST_SECONDS};
    playing_from(&reel->playing, job->screen, &view);
    if (reel->playing.show.beats == 0 && job->film->seconds <= 0 &&
        !job->screen->lesson)
        reel->playing.wish.seconds = USUAL_SECONDS;
    reel->frames = (int)fmin(ceil(playing_seconds(&reel->playing, job->screen) *
                                  job->film->frames_per_second),
                             MOST_FRAMES);
    reel->frames = reel->frames < 1 ? 1 : reel->frames;
}

enum export_result export_film(struct job *job, const char *ending)
{
    char path[PATH_MAX];
    struct whole_file words = {.file = NULL};
    struct reel reel = {.job = job,
                        .hundredths = 100 / job->film->frames_per_second,
                        .tells = isatty(STDERR_FILENO)};

    if (job->film->subtitles && (!path_of_words(job->path, path, sizeof path) ||
                                 !whole_open(path, &words)))
        return export_fails(job, EXPORT_FAILED, "its subtitles: %s",
                            strerror(errno));
    subtitles_begin(&reel.subtitles, words.file);
    plan(&reel);
    enum export_result result =
        !strcmp(ending, ".gif") ? by_gif(&reel) : by_ffmpeg(&reel);
    if (result == EXPORTED)
        result = finish(&reel, &words);
    else if (words.file)
        whole_discard(&words);
    playing_close(&reel.playing);
    return result;
}
