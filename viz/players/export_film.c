/* export_film.c - films: ffmpeg makes a .gif or an .mp4 from those pictures
 * that differ from the previous one, each with the time for which it is shown.
 * A GIF has 256 colours: a separate pass chooses them from one picture per
 * second. */
#include "export_parts.h"
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

enum {
    MAX_SECONDS = 60,
    USUAL_SECONDS = 12,
    MAX_FRAMES = 600 * 50,
    MAX_HOLDS = 4000,   /* pictures that stay: they are an argument's bytes */
    MAX_ARGUMENTS = 24, /* of one kind of film, for ffmpeg */
    PALETTE = 3         /* the file that ffmpeg has the colours of a GIF in */
};

volatile sig_atomic_t export_helper;

/* The destination of frames. */
struct reel {
    struct job *job;
    int to;
    FILE *words;   /* of ffmpeg */
    FILE *palette; /* of a GIF, or NULL; ffmpeg has it as its file 3 */
    struct playing playing;
    const struct ruler *ruler;
    int frames;
    int *at; /* the frame of each picture that is written */
    int pictures;
    char *times; /* ffmpeg's filter that puts each picture at its frame */
    struct subtitles subtitles;
    bool tells; /* how far it is */
};

/* ------------------------------------------------------------------- ffmpeg */

/* Starts ffmpeg, which reads raw frames from reel->to; `rest` is the rest of its
 * arguments, at most MAX_ARGUMENTS, NULL last. */
static pid_t start_ffmpeg(struct reel *reel, char *const *rest)
{
    const struct job *const job = reel->job;
    char size[40], rate[20];
    char *arguments[12 + MAX_ARGUMENTS + 1] = {
        "ffmpeg",   "-loglevel", "error", "-y", "-f", "rawvideo",
        "-pix_fmt", "bgr0",      "-s",    size, "-r", rate};
    posix_spawn_file_actions_t actions;
    int ends[2];
    pid_t child = -1;

    snprintf(size, sizeof size, "%dx%d", (int)job->view->width,
             (int)job->view->height);
    snprintf(rate, sizeof rate, "%d", job->film->frames_per_second);
    for (int k = 0; k < MAX_ARGUMENTS && rest[k]; k++)
        arguments[12 + k] = rest[k];
    if (pipe(ends) != 0)
        return -1;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], 0);
    posix_spawn_file_actions_adddup2(&actions, fileno(reel->words), 2);
    if (ends[0] > PALETTE)
        posix_spawn_file_actions_addclose(&actions, ends[0]);
    if (ends[1] > PALETTE)
        posix_spawn_file_actions_addclose(&actions, ends[1]);
    if (reel->palette)
        posix_spawn_file_actions_adddup2(&actions, fileno(reel->palette),
                                         PALETTE);
    if (posix_spawnp(&child, "ffmpeg", &actions, NULL, arguments, environ) != 0)
        child = -1;
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    reel->to = ends[1];
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

static bool put_frame(const struct reel *reel, cairo_surface_t *surface)
{
    const int h = cairo_image_surface_get_height(surface);
    const size_t stride = (size_t)cairo_image_surface_get_stride(surface);

    return write_whole(reel->to, cairo_image_surface_get_data(surface),
                       stride * (size_t)h);
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

static void draw_frame(struct reel *reel, int frame, struct view *view,
                       struct drawing *out)
{
    struct screen *const screen = reel->job->screen;

    playing_set(&reel->playing, screen,
                playing_seconds(&reel->playing, screen) * frame / reel->frames,
                view);
    drawing_open(out, view->width, view->height);
    screen_draw(out, screen, view);
}

/* Finds reel->at, reel->times and the subtitles; the last frame is always written, so
 * that the film has the right length. */
static bool find_pictures(struct reel *reel)
{
    struct view view = *reel->job->view;
    struct drawing old, new;
    char words[SUBTITLE_BYTES];
    size_t bytes = 0;
    bool good = true;
    FILE *const times = open_memstream(&reel->times, &bytes);

    reel->at = malloc(((size_t)reel->frames + 1) * sizeof *reel->at);
    if (!times || !reel->at) {
        if (times)
            fclose(times);
        return false;
    }
    drawing_open(&old, view.width, view.height);
    view.ruler = reel->ruler;
    fputs("setpts=N", times);
    for (int k = 0, holds = 0; good && k <= reel->frames; k++) {
        draw_frame(reel, k, &view, &new);
        good = !new.failed;
        if (k == 0 || k == reel->frames || holds == MAX_HOLDS ||
            !drawing_is_same(&old, &new)) {
            const int held = k - (k ? reel->at[reel->pictures - 1] : 0) - 1;
            if (held > 0 && ++holds)
                fprintf(times, "+%d*gte(N\\,%d)", held, reel->pictures);
            reel->at[reel->pictures++] = k;
        }
        screen_says(reel->job->screen, &view, words, sizeof words);
        subtitles_say(&reel->subtitles,
                      k / (double)reel->job->film->frames_per_second, words);
        drawing_close(&old);
        old = new;
    }
    drawing_close(&old);
    return fclose(times) == 0 && good;
}

/* Writes each picture, or one in `step` frames. */
static bool write_pictures(struct reel *reel, int step)
{
    struct view view = *reel->job->view;
    cairo_surface_t *const surface = cairo_image_surface_create(
        CAIRO_FORMAT_RGB24, (int)view.width, (int)view.height);
    cairo_t *const cr = cairo_create(surface);
    bool good = cairo_status(cr) == CAIRO_STATUS_SUCCESS;

    view.ruler = reel->ruler;
    for (int k = 0, next = 0; good && k < reel->pictures; k++) {
        struct drawing drawing;
        if (reel->at[k] < next)
            continue;
        next = reel->at[k] + step;
        draw_frame(reel, reel->at[k], &view, &drawing);
        paint(cr, &drawing);
        cairo_surface_flush(surface);
        good = !drawing.failed && put_frame(reel, surface);
        drawing_close(&drawing);
        tell(reel, reel->at[k]);
    }
    tell(reel, reel->frames + 1);
    cairo_destroy(cr);
    cairo_surface_destroy(surface);
    return good;
}

/* Whether ffmpeg printed anything: it does so if it fails, and only then, whatever its
 * exit code. The first line goes to `line`. */
static bool has_said(FILE *words, char *line, size_t bytes)
{
    rewind(words);
    if (!fgets(line, (int)bytes, words))
        return false;
    line[strcspn(line, "\n")] = 0;
    return true;
}

static enum export_result by_ffmpeg(struct reel *reel, char *const *rest,
                                    int step)
{
    struct job *const job = reel->job;
    int status = 0;
    char line[300] = "";
    void (*const before)(int) = signal(SIGPIPE, SIG_IGN);

    reel->words = tmpfile();
    const pid_t child = reel->words ? start_ffmpeg(reel, rest) : -1;
    bool written = false, complains = true;

    if (child >= 0) {
        export_helper = child;
        written = write_pictures(reel, step);
        close(reel->to);
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            ;
        export_helper = 0;
        complains = has_said(reel->words, line, sizeof line);
    }
    signal(SIGPIPE, before);
    if (reel->words)
        fclose(reel->words);
    if (child < 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127))
        return export_fails(job, EXPORT_LACKS,
                            "films are made by ffmpeg, which is not installed "
                            "(Debian: apt-get install ffmpeg)");
    if (complains)
        return export_fails(job, EXPORT_FAILED, "ffmpeg: %s", line);
    if (!written || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
        return export_fails(job, EXPORT_FAILED, "ffmpeg could not write it");
    return EXPORTED;
}

static enum export_result to_mp4(struct reel *reel)
{
    char *filter = NULL, frames[20];

    snprintf(frames, sizeof frames, "%d", reel->frames + 1);
    if (asprintf(&filter, "%s,pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p",
                 reel->times) < 0)
        return export_fails(reel->job, EXPORT_LACKS, "out of memory");
    char *const whole[] = {
        "-i",   "-",         "-vf",
        filter, "-frames:v", frames,
        "-f",   "mp4",       (char *)whole_path(&reel->job->to),
        NULL};
    const enum export_result result = by_ffmpeg(reel, whole, 1);
    free(filter);
    return result;
}

static enum export_result to_gif(struct reel *reel)
{
    struct job *const job = reel->job;
    char *filter = NULL, frame[20];

    snprintf(frame, sizeof frame, "%d", 100 / job->film->frames_per_second);
    if (asprintf(&filter,
                 "%s[film];[film][1]paletteuse=dither=none:diff_mode=rectangle",
                 reel->times) < 0)
        return export_fails(job, EXPORT_LACKS, "out of memory");
    reel->palette = tmpfile();
    if (!reel->palette) {
        free(filter);
        return export_fails(job, EXPORT_FAILED, "its colours: %s",
                            strerror(errno));
    }
    char *const choose[] = {"-i",   "-",  "-vf",      "palettegen", "-pix_fmt",
                            "bgra", "-f", "rawvideo", "pipe:3",     NULL};
    char *const whole[] = {"-i",
                           "-",
                           "-f",
                           "rawvideo",
                           "-pix_fmt",
                           "bgra",
                           "-s",
                           "16x16",
                           "-i",
                           "pipe:3",
                           "-lavfi",
                           filter,
                           "-final_delay",
                           frame,
                           "-f",
                           "gif",
                           (char *)whole_path(&job->to),
                           NULL};
    enum export_result result =
        by_ffmpeg(reel, choose, job->film->frames_per_second);
    rewind(reel->palette);
    if (result == EXPORTED)
        result = by_ffmpeg(reel, whole, 1);
    fclose(reel->palette);
    free(filter);
    return result;
}

/* ------------------------------------------------------------------ a film */

/* The subtitles of "look.gif" are in "look.vtt". */
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
        .follow = -1, .seconds = job->film->seconds, .most = MAX_SECONDS};
    playing_from(&reel->playing, job->screen, &view);
    if (reel->playing.show.beats == 0 && job->film->seconds <= 0 &&
        !job->screen->lesson)
        reel->playing.wish.seconds = USUAL_SECONDS;
    reel->frames = (int)fmin(ceil(playing_seconds(&reel->playing, job->screen) *
                                  job->film->frames_per_second),
                             MAX_FRAMES);
    reel->frames = reel->frames < 1 ? 1 : reel->frames;
}

enum export_result export_film(struct job *job, const char *ending)
{
    char path[PATH_MAX];
    struct whole_file words = {.file = NULL};
    struct reel reel = {.job = job, .tells = isatty(STDERR_FILENO)};
    struct paint_ruler ruler;

    if (job->film->subtitles && (!path_of_words(job->path, path, sizeof path) ||
                                 !whole_open(path, &words)))
        return export_fails(job, EXPORT_FAILED, "its subtitles: %s",
                            strerror(errno));
    subtitles_begin(&reel.subtitles, words.file);
    plan(&reel);
    const bool measures = paint_ruler_open(&ruler, job->view->font);
    reel.ruler = &ruler.ruler;
    enum export_result result =
        !measures || !find_pictures(&reel)
            ? export_fails(job, EXPORT_LACKS, "out of memory")
        : !strcmp(ending, ".gif") ? to_gif(&reel)
                                  : to_mp4(&reel);
    if (measures)
        paint_ruler_close(&ruler);
    if (result == EXPORTED)
        result = finish(&reel, &words);
    else if (words.file)
        whole_discard(&words);
    playing_close(&reel.playing);
    free(reel.at);
    free(reel.times);
    return result;
}
