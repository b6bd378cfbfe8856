/* say_captions.c - the captions of a trace, each with its time: what scanviz
 * says by itself, and what the recording in a page says.
 *
 *     say_captions TRACE.json
 *     say_captions PAGE.html [NUMBER]      of two recordings, 0 or 1
 *     say_captions TRACE.json views
 *
 * The last form prints the sentence and the remark at each event and at the
 * end, with no tile followed, with each tile followed, and in the film. Each
 * line contains the number of the newest event, the tile that is followed (or
 * "none", or "film"), the sentence and the remark, separated by tabs.
 */
#include "viz/recording/caption.h"
#include "viz/recording/pack.h"
#include "viz/recording/show.h"
#include "viz/scenes/picture.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                             "abcdefghijklmnopqrstuvwxyz0123456789+/";

/* What base 64 says, in its place, up to its end. */
static size_t decode(char *text)
{
    size_t bytes = 0;
    unsigned bits = 0, have = 0;

    for (const char *c = text; *c && *c != '<' && *c != '='; c++) {
        const char *const digit = strchr(digits, *c);
        if (!digit)
            continue;
        bits = bits << 6 | (unsigned)(digit - digits);
        have += 6;
        if (have >= 8)
            text[bytes++] = (char)(bits >> (have -= 8));
    }
    return bytes;
}

/* NULL: there is none, or it is broken. */
static struct recording *open_page(const char *path, int number)
{
    static const char begin[] = "<script type=\"text/plain\">";
    FILE *const file = fopen(path, "rb");
    char *const text = calloc(1, 1 << 24);
    char *at = text;
    struct recording *found = NULL;

    if (file && text && fread(text, 1, (1 << 24) - 1, file) > 0)
        for (int k = 0; at && k <= number; k++) {
            at = strstr(at, begin);
            at = at ? at + strlen(begin) : NULL;
        }
    if (file && at && at > text) {
        const size_t bytes = decode(at);
        unsigned char *const whole = malloc(1 << 24);
        uLongf length = 1 << 24;
        if (whole &&
            uncompress(whole, &length, (unsigned char *)at, bytes) == Z_OK)
            found = unpack_recording(whole, length);
        free(whole);
    }
    if (file)
        fclose(file);
    free(text);
    return found;
}

static bool is_told(const struct event *e)
{
    return e->kind == EVENT_LAUNCH || e->kind == EVENT_TICKET ||
           e->kind == EVENT_PHASE || e->kind == EVENT_PUBLISH ||
           e->kind == EVENT_LOOK || e->kind == EVENT_FINDING;
}

static void say_view(const struct recording *r, struct instant *instant,
                     const struct view *view, const char *followed)
{
    char line[512], remark[512];
    bool warns;

    instant_go_until(r, instant, view->at, view->until);
    caption_in_view(r, instant, view, line, sizeof line);
    remark_in_view(r, instant, view, remark, sizeof remark, &warns);
    printf("%d\t%s\t%s\t%s\n", instant->event, followed, line, remark);
}

static void say_film(const struct recording *r, struct instant *instant)
{
    const struct show_wish wish = {.of = r->tiles > 0 ? SHOW_TILES
                                         : r->ops > 0 ? SHOW_OPS
                                                      : SHOW_BARRIERS,
                                   .follow = r->follow,
                                   .most = 60};
    struct show show;
    struct view view = view_of(640, 360);

    if (!show_open(r, &wish, &show))
        return;
    for (int k = 0; k < 2 * show.beats; k++) {
        const struct beat *const beat = &show.beat[k / 2];
        const double end =
            k / 2 + 1 < show.beats ? beat[1].begin : show.seconds;
        const struct moment moment = show_moment(
            r, &show, k % 2 ? (beat->begin + 99 * end) / 100 : beat->begin);
        view.follow = r->follow;
        view.at = moment.at;
        view.until = moment.until;
        view.stage = moment.stage;
        view.asks = moment.asks;
        say_view(r, instant, &view, "film");
    }
    show_close(&show);
}

static int say_views(const struct recording *r)
{
    struct instant instant;
    struct view view = view_of(640, 360);
    char followed[16] = "none";

    if (!instant_open(r, &instant))
        return 1;
    for (view.follow = -1; view.follow < r->tiles; view.follow++) {
        if (view.follow >= 0)
            snprintf(followed, sizeof followed, "%d", view.follow);
        for (view.until = 0; view.until < r->events; view.until++) {
            view.at = r->event[view.until].at;
            say_view(r, &instant, &view, followed);
        }
        view.at = r->duration;
        say_view(r, &instant, &view, followed);
    }
    say_film(r, &instant);
    instant_close(&instant);
    return 0;
}

int main(int argc, char **argv)
{
    struct recording *recording = NULL;
    char line[512] = "no recording in the page";

    if (argc > 1 && strstr(argv[1], ".html"))
        recording = open_page(argv[1], argc > 2 ? atoi(argv[2]) : 0);
    else if (argc > 1)
        recording_open(argv[1], &recording, line, sizeof line);
    if (!recording) {
        fprintf(stderr, "say_captions: %s\n", argc > 1 ? line : "which trace?");
        return 1;
    }
    if (argc > 2 && !strcmp(argv[2], "views")) {
        const int code = say_views(recording);
        recording_close(recording);
        return code;
    }
    for (int i = 0; i < recording->events; i++) {
        const struct event *const e = &recording->event[i];
        if (recording->tiles > 0 && !is_told(e))
            continue;
        caption_of(recording, e, i, line, sizeof line);
        printf("%.17g %s\n", e->at, line);
    }
    recording_close(recording);
    return 0;
}
