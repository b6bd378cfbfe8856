/* recording.c - opens a trace: reads its text and its events, then completes the
 * recording. */
#include "culprits.h"
#include "json_walk.h"
#include "messages.h"
#include "recording_parts.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void note_tile(struct recording *out, int tile)
{
    if (tile + 1 > out->tiles)
        out->tiles = tile + 1;
}

static void note_extent(struct reader *r, const struct event *e)
{
    struct recording *out = r->out;

    if (e->until > out->duration)
        out->duration = e->until;
    note_tile(out, e->tile);
    if (e->kind == EVENT_LOOK)
        note_tile(out, e->look.first);
    if (e->kind == EVENT_LAUNCH)
        r->grid = e->launch.grid;
    if (e->tile >= 0 && r->grid <= MAX_TILES) /* also those never seen */
        note_tile(out, r->grid - 1);
}

/* Makes room for one more event. */
static bool make_room(struct reader *r)
{
    struct recording *out = r->out;

    if ((size_t)out->events < r->room)
        return true;
    const size_t room = r->room ? 2 * r->room : 1 << 10;
    struct event *const more = realloc(out->event, room * sizeof *more);
    if (!more)
        return false;
    out->event = more;
    r->room = room;
    return true;
}

static void read_element(void *arg, size_t index, const json_t *json)
{
    struct reader *const r = arg;
    bool is_kept = false;

    if (r->failed)
        return;
    if (!r->rows_are_read && reader_name(r, json))
        return;
    if (!r->rows_are_read)
        reader_end_names(r);
    r->line = index + 1;
    r->is_short |= !make_room(r);
    if (!r->is_short && !reader_event(r, json, &is_kept))
        r->failed = true;
    else if (r->is_short)
        r->failed = !reader_wrong(r, "out of memory");
    else if (is_kept)
        note_extent(r, &r->out->event[r->out->events++]);
    r->line = 0;
}

static void read_member(void *arg, const char *key, json_t *value)
{
    struct reader *const r = arg;

    if (strcmp(key, "metadata") != 0) {
        json_decref(value);
        return;
    }
    json_decref(r->metadata);
    r->metadata = value;
}

/* -------------------------------------------------------------------- file */

/* Only regular files: a pipe or a device might never end. */
static FILE *open_file(const char *path)
{
    const int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    FILE *file = NULL;
    struct stat is;

    if (fd < 0)
        return NULL;
    if (fstat(fd, &is) == 0) {
        errno = S_ISDIR(is.st_mode) ? EISDIR : ENOTSUP;
        file = S_ISREG(is.st_mode) ? fdopen(fd, "r") : NULL;
    }
    if (!file)
        close(fd);
    return file;
}

/* Returns the whole file in memory that the caller frees; NULL: see r->why. */
static char *read_text(struct reader *r, size_t *bytes)
{
    FILE *const file = open_file(r->out->path);
    size_t room = 1 << 16, used = 0;
    char *text = NULL;

    while (file && !ferror(file) && !feof(file)) {
        char *const more = realloc(text, room *= 2);
        if (!more) {
            errno = ENOMEM;
            break;
        }
        text = more;
        used += fread(text + used, 1, room - used, file);
    }
    if (!file || ferror(file) || !feof(file)) {
        reader_wrong(r, "%s",
                     errno == ENOTSUP ? "not a regular file" : strerror(errno));
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    *bytes = used;
    return text;
}

/* Reads the events, and the metadata as JSON. */
static bool read_json(struct reader *r)
{
    struct json_walk walk = {.array = "traceEvents",
                             .element = read_element,
                             .member = read_member,
                             .arg = r};
    char problem[256];
    size_t bytes;
    char *const text = read_text(r, &bytes);

    if (!text)
        return false;
    const bool is_json = json_walk(&walk, text, bytes, problem, sizeof problem);
    free(text);
    if (!is_json)
        return reader_wrong(r, "%s", problem);
    if (!walk.has_array || !json_is_object(r->metadata))
        return reader_wrong(
            r, "not a scanlab trace: 'traceEvents' or 'metadata' is "
               "missing");
    return true;
}

static bool read_all(struct reader *r)
{
    struct recording *out = r->out;

    out->row_name = calloc(MAX_ROWS, sizeof *out->row_name);
    if (!out->row_name)
        return reader_wrong(r, "out of memory");
    if (!read_json(r) || !reader_metadata(r) || r->failed)
        return false;
    if (r->is_short)
        return reader_wrong(r, "out of memory");
    if (out->events == 0)
        return reader_wrong(r, "has no events to show");
    find_culprits(out);
    if (!recording_complete(out))
        return reader_wrong(r, "out of memory");
    const char *const wrong = messages_find(out);
    return !wrong || reader_wrong(r, "%s", wrong);
}

bool recording_open(const char *path, struct recording **out, char *why,
                    size_t bytes)
{
    struct reader r = {.why = why, .bytes = bytes};

    *out = r.out = calloc(1, sizeof *r.out);
    if (!r.out) {
        snprintf(why, bytes, "%s: out of memory", path);
        return false;
    }
    snprintf(r.out->path, sizeof r.out->path, "%s", path);
    const bool well = read_all(&r);
    json_decref(r.metadata);
    if (well)
        return true;
    recording_close(r.out);
    *out = NULL;
    return false;
}
