/* recording.c - reads a trace: JSON to events, and what belongs together. */
#include "recording.h"
#include "arena.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define LATEST 1e15 /* of the clock: above, differences are lost */
enum { MOST_TILES = 1 << 20, MOST_ROWS = 1 << 12 };

struct reader {
    struct recording *out;
    json_t *events, *metadata;
    char *why;
    size_t bytes;
    size_t line; /* of the event that is read, counted from 1 */
};

static bool wrong(const struct reader *r, const char *format, ...)
{
    char what[512], where[40] = "";
    va_list list;

    if (r->line)
        snprintf(where, sizeof where, "event %zu: ", r->line);
    va_start(list, format);
    vsnprintf(what, sizeof what, format, list);
    va_end(list);
    snprintf(r->why, r->bytes, "%s: %s%s", r->out->path, where, what);
    return false;
}

/* ------------------------------------------------------------- JSON values */

static const char *text(const json_t *object, const char *key)
{
    return json_string_value(json_object_get(object, key));
}

static double number(const json_t *object, const char *key, double otherwise)
{
    const json_t *value = json_object_get(object, key);
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

static int whole_of(const json_t *value, int otherwise)
{
    const json_int_t x = json_integer_value(value);
    return json_is_integer(value) && x >= -1 && x < (1 << 30) ? (int)x
                                                              : otherwise;
}

static int whole(const json_t *object, const char *key, int otherwise)
{
    return whole_of(json_object_get(object, key), otherwise);
}

/* The first of three: x of a grid or a block. */
static int first_of(const json_t *three)
{
    return whole_of(json_array_get(three, 0), 0);
}

/* Of elements: -1 and more, so that sums of two can be formed. */
static long elements(const json_t *object, const char *key, long otherwise)
{
    const double x = number(object, key, (double)otherwise);
    return x >= -1 && x < 1e15 ? (long)x : otherwise;
}

/* ---------------------------------------------------------------- metadata */

static bool read_metadata(struct reader *r)
{
    struct recording *out = r->out;
    const char *schema = text(r->metadata, "schema");

    if (!schema || strcmp(schema, "scanlab-trace") != 0)
        return wrong(r, "no scanlab trace: its metadata has no schema "
                        "'scanlab-trace'");
    if (whole(r->metadata, "schema_version", 0) != 1)
        return wrong(r, "a trace of another version: this program reads "
                        "version 1");
    out->algorithm = text(r->metadata, "algorithm");
    out->title = text(r->metadata, "title");
    out->variant = text(r->metadata, "variant");
    out->schedule = text(r->metadata, "schedule");
    out->device = text(r->metadata, "device_name");
    if (!out->device)
        out->device = text(r->metadata, "device");
    out->monoid = text(r->metadata, "monoid");
    out->steps = text(r->metadata, "clock") &&
                 !strcmp(text(r->metadata, "clock"), "steps");
    out->real = text(r->metadata, "device") &&
                strcmp(text(r->metadata, "device"), "simt") != 0;
    out->clock_words = text(r->metadata, "clock_words");
    out->finding = text(json_object_get(r->metadata, "finding"), "sentence");
    out->n = elements(r->metadata, "n", -1);
    if (!out->algorithm || !out->title || !out->monoid || out->n < 0)
        return wrong(r, "metadata: algorithm, title, monoid or n is missing");
    out->exclusive = text(r->metadata, "kind") &&
                     !strcmp(text(r->metadata, "kind"), "exclusive");
    out->carry = json_is_true(json_object_get(r->metadata, "carry"));
    return true;
}

/* ------------------------------------------------------------------ events */

static const struct {
    const char *category;
    enum event_kind kind;
} kinds[] = {{"launch", EVENT_LAUNCH}, {"block", EVENT_BLOCK},
             {"phase", EVENT_PHASE},   {"wait", EVENT_WAIT},
             {"ticket", EVENT_TICKET}, {"publish", EVENT_PUBLISH},
             {"look", EVENT_LOOK},     {"barrier", EVENT_BARRIER},
             {"flag", EVENT_FLAG},     {"op", EVENT_OP},
             {"access", EVENT_ACCESS}, {"finding", EVENT_FINDING}};

static bool kind_of(const char *category, enum event_kind *out)
{
    for (size_t k = 0; category && k < sizeof kinds / sizeof *kinds; k++)
        if (!strcmp(category, kinds[k].category)) {
            *out = kinds[k].kind;
            return true;
        }
    return false;
}

static enum phase phase_of(const char *name)
{
    static const char *const names[] = {"", "load", "scan", "look back",
                                        "store"};

    for (int k = PHASE_LOAD; k <= PHASE_STORE; k++)
        if (!strcmp(name, names[k]))
            return (enum phase)k;
    return PHASE_NONE;
}

/* Whom it looks at is there: no tile is nearer than 0. */
static bool look_in_range(const struct reader *r, const struct look *look)
{
    if (look->first >= MOST_TILES)
        return wrong(r, "looks at tile %d: more than %d are not shown",
                     look->first, MOST_TILES);
    if (strlen(look->flags) > (size_t)look->first + 1)
        return wrong(r, "sees %zu tiles from tile %d on, beyond tile 0",
                     strlen(look->flags), look->first);
    if (look->found > look->first)
        return wrong(r, "finds a prefix at tile %d, nearer than tile %d",
                     look->found, look->first);
    return true;
}

static bool read_look(const struct reader *r, const json_t *args,
                      struct event *e)
{
    e->look = (struct look){.first = whole(args, "first", -1),
                            .flags = text(args, "flags"),
                            .times = whole(args, "times", 1),
                            .found = whole(args, "found", -1)};
    if (!e->look.flags || e->look.first < 0)
        return wrong(r, "a look without 'first' or 'flags'");
    if (e->look.flags[strspn(e->look.flags, "XAP.")])
        return wrong(r, "a look sees something else than X, A, P and '.'");
    e->until = number(args, "until", e->at);
    if (!(e->until >= e->at && e->until < LATEST))
        return wrong(r, "a look ends before it begins, or never");
    return look_in_range(r, &e->look);
}

static bool read_publish(const struct reader *r, const json_t *args,
                         struct event *e)
{
    const char *state = text(args, "state");

    if (!state || (strcmp(state, "A") != 0 && strcmp(state, "P") != 0))
        return wrong(r, "publishes something else than A or P");
    if (e->tile < 0)
        return wrong(r, "publishes for no tile");
    e->publish.state = *state;
    e->publish.value = text(args, "value");
    return true;
}

static bool read_kind(const struct reader *r, const json_t *args,
                      struct event *e)
{
    const json_t *grid = json_object_get(args, "grid");

    switch (e->kind) {
    case EVENT_PHASE: e->phase = phase_of(e->name); return true;
    case EVENT_LOOK: return read_look(r, args, e);
    case EVENT_PUBLISH: return read_publish(r, args, e);
    case EVENT_BLOCK:
    case EVENT_TICKET:
        e->tile_elements.begin = elements(args, "begin", -1);
        e->tile_elements.count = elements(args, "count", 0);
        return true;
    case EVENT_LAUNCH:
        e->launch.grid = first_of(grid);
        e->launch.threads = first_of(json_object_get(args, "block"));
        return true;
    case EVENT_OP:
        e->op = (struct op){.node = whole(args, "node", -1),
                            .left = whole(args, "left", -1),
                            .right = whole(args, "right", -1),
                            .depth = whole(args, "depth", 0),
                            .thread = whole(args, "thread", -1),
                            .low = elements(args, "low", -1),
                            .high = elements(args, "high", -1),
                            .value = text(args, "value")};
        return true;
    case EVENT_WAIT:
    case EVENT_FLAG:
    case EVENT_ACCESS:
        e->memory.word = text(args, e->kind == EVENT_WAIT ? "for" : "word");
        e->memory.thread = whole(args, "thread", -1);
        e->memory.times = whole(args, "times", 1);
        e->memory.writes = json_is_true(json_object_get(args, "writes"));
        e->memory.line = text(args, "at");
        e->memory.bytes = whole(args, "bytes", 0);
        e->memory.shared = whole(args, "shared", -1);
        e->memory.value = text(args, "value");
        return e->kind != EVENT_ACCESS || e->memory.word ||
               wrong(r, "accesses no word");
    case EVENT_BARRIER:
        e->barrier.line = text(args, "at");
        e->barrier.warp = whole(args, "warp", -1);
        return true;
    default: return true;
    }
}

/* True and *kept false: an event that the viewer has no use for. */
static bool read_event(struct reader *r, const json_t *json, double *last,
                       bool *kept)
{
    struct recording *out = r->out;
    struct event *e = &out->event[out->events];
    const json_t *args = json_object_get(json, "args");
    const int tid = whole(json, "tid", -1);

    *kept = false;
    if (!json_is_object(json))
        return wrong(r, "is no object");
    if (!kind_of(text(json, "cat"), &e->kind))
        return true;
    e->name = text(json, "name");
    e->at = number(json, "ts", NAN);
    e->until = e->at + number(json, "dur", 0);
    e->row = tid >= 2 && tid - 2 < out->rows ? tid - 2 : -1;
    e->block = whole(args, "block", -1);
    e->tile = whole(args, "tile", -1);
    if (!e->name || !(e->at >= 0 && e->until >= e->at && e->until < LATEST))
        return wrong(r,
                     "has no name, no time, or a negative or an endless one");
    if (e->at < *last)
        return wrong(r, "comes at %g, after one at %g", e->at, *last);
    if (e->tile >= MOST_TILES)
        return wrong(r, "tells of tile %d: more than %d are not shown", e->tile,
                     MOST_TILES);
    *last = e->at;
    *kept = true;
    return read_kind(r, args, e);
}

static bool read_rows(struct reader *r)
{
    struct recording *out = r->out;
    const json_t *json;
    size_t i;

    out->row_name = calloc(MOST_ROWS, sizeof *out->row_name);
    if (!out->row_name)
        return wrong(r, "out of memory");
    json_array_foreach(r->events, i, json)
    {
        const char *name = text(json, "name"), *ph = text(json, "ph");
        const int tid = whole(json, "tid", -1);
        if (!ph || strcmp(ph, "M") != 0)
            break;
        if (name && !strcmp(name, "thread_name") && tid >= 2 &&
            tid - 2 < MOST_ROWS) {
            out->row_name[tid - 2] =
                text(json_object_get(json, "args"), "name");
            if (tid - 1 > out->rows)
                out->rows = tid - 1;
        }
    }
    for (int row = 0; row < out->rows; row++)
        if (!out->row_name[row])
            out->row_name[row] = "";
    return true;
}

static void note_tile(struct recording *out, int tile)
{
    if (tile + 1 > out->tiles)
        out->tiles = tile + 1;
}

static bool read_events(struct reader *r)
{
    struct recording *out = r->out;
    const json_t *json;
    double last = 0;
    int grid = 0; /* of the newest launch */
    size_t i;

    out->event = calloc(json_array_size(r->events) + 1, sizeof *out->event);
    if (!out->event)
        return wrong(r, "out of memory");
    json_array_foreach(r->events, i, json)
    {
        bool kept;
        r->line = i + 1;
        if (!read_event(r, json, &last, &kept))
            return false;
        if (!kept)
            continue;
        const struct event *e = &out->event[out->events++];
        if (e->until > out->duration)
            out->duration = e->until;
        note_tile(out, e->tile);
        if (e->kind == EVENT_LOOK)
            note_tile(out, e->look.first);
        if (e->kind == EVENT_LAUNCH)
            grid = e->launch.grid;
        if (e->tile >= 0 && grid <= MOST_TILES) /* also those never seen */
            note_tile(out, grid - 1);
    }
    r->line = 0;
    if (out->events == 0)
        return wrong(r, "holds no event to be shown");
    return true;
}

/* What an event says about its tile. */
static void note_event(struct tile *tile, const struct event *e)
{
    if (e->kind == EVENT_BLOCK || e->kind == EVENT_TICKET) {
        tile->row = e->row;
        if (e->tile_elements.begin >= 0) {
            tile->begin = e->tile_elements.begin;
            tile->count = e->tile_elements.count;
        }
    }
    if (e->kind == EVENT_BLOCK) {
        tile->from = e->at;
        tile->until = e->until;
    } else if (e->kind == EVENT_PUBLISH) {
        const bool is_a = e->publish.state == 'A';
        *(is_a ? &tile->has_a : &tile->has_p) = e->at;
        *(is_a ? &tile->a : &tile->p) = e->publish.value;
    } else if (e->kind == EVENT_LOOK && e->look.found >= 0) {
        tile->found = e->at;
        tile->distance = e->tile - e->look.found;
    }
}

/* Which block has which tile, where and when. */
static bool find_tiles(const struct reader *r)
{
    struct recording *out = r->out;

    out->tile = calloc((size_t)out->tiles + 1, sizeof *out->tile);
    if (!out->tile)
        return wrong(r, "out of memory");
    for (int k = 0; k < out->tiles; k++)
        out->tile[k] = (struct tile){.begin = -1,
                                     .row = -1,
                                     .from = INFINITY,
                                     .has_a = INFINITY,
                                     .has_p = INFINITY,
                                     .found = INFINITY};
    for (int i = 0; i < out->events; i++)
        if (out->event[i].tile >= 0)
            note_event(&out->tile[out->event[i].tile], &out->event[i]);
    return true;
}

static bool is_span(const struct event *e)
{
    return e->row >= 0 && (e->kind == EVENT_BLOCK ||
                           (e->kind == EVENT_PHASE && e->phase != PHASE_NONE));
}

static bool find_spans(const struct reader *r)
{
    struct recording *out = r->out;
    size_t count = 0;

    for (int i = 0; i < out->events; i++)
        count += is_span(&out->event[i]);
    out->span = calloc(count + 1, sizeof *out->span);
    if (!out->span)
        return wrong(r, "out of memory");
    for (int i = 0; i < out->events; i++) {
        const struct event *const e = &out->event[i];
        if (is_span(e))
            out->span[out->spans++] = (struct span){
                .at = e->at,
                .until = e->until,
                .row = e->row,
                .tile = e->tile,
                .block = e->block,
                .phase = e->kind == EVENT_PHASE ? e->phase : PHASE_NONE};
    }
    return true;
}

/* -------------------------------------------------------------------- file */

static int open_recordings; /* whose texts are in the arena */

/* A pipe or a device may make one wait for ever. */
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

/* All of it, in memory that the caller frees; NULL: r->why tells. */
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
        wrong(r, "%s",
              errno == ENOTSUP ? "no regular file, as a trace is"
                               : strerror(errno));
        free(text);
        text = NULL;
    }
    if (file)
        fclose(file);
    *bytes = used;
    return text;
}

static bool read_all(struct reader *r)
{
    json_error_t error;
    size_t bytes;
    char *const text = read_text(r, &bytes);

    if (!text)
        return false;
    arena_use_for_json();
    json_t *const root = json_loadb(text, bytes, 0, &error);
    free(text);
    open_recordings++;
    r->out->has_texts = true;
    if (!root)
        return wrong(r, "line %d is no JSON: %s", error.line, error.text);
    r->events = json_object_get(root, "traceEvents");
    r->metadata = json_object_get(root, "metadata");
    if (!json_is_array(r->events) || !json_is_object(r->metadata))
        return wrong(r, "no scanlab trace: 'traceEvents' or 'metadata' is "
                        "missing");
    return read_metadata(r) && read_rows(r) && read_events(r) &&
           find_tiles(r) && find_spans(r);
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
    if (read_all(&r))
        return true;
    recording_close(r.out);
    *out = NULL;
    return false;
}

char recording_flag(const struct recording *recording, int tile, double at)
{
    const struct tile *const t = &recording->tile[tile];
    const bool hangs = recording->finding && t->until >= recording->duration;

    return at >= t->has_p   ? 'P'
           : at >= t->has_a ? 'A'
           : isinf(fmin(t->has_a, t->has_p)) && !hangs && t->until > t->from &&
                   at >= t->until
               ? '-'
               : 'X';
}

void recording_close(struct recording *recording)
{
    if (!recording)
        return;
    if (recording->has_texts && --open_recordings == 0)
        arena_release();
    free(recording->row_name);
    free(recording->tile);
    free(recording->span);
    free(recording->event);
    free(recording);
}
