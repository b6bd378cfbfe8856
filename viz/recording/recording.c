/* recording.c - reads a trace: JSON to events, and what belongs together. */
#include "recording.h"
#include "json_walk.h"

#include <errno.h>
#include <fcntl.h>
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
    json_t *metadata;
    char *why;
    size_t bytes;
    size_t line; /* of the event that is read, counted from 1 */
    size_t room; /* for events */
    bool failed; /* an event is wrong: *why tells; all others are passed by */
    bool rows_are_read;
    double last;   /* the time of the event before */
    int grid;      /* of the newest launch */
    bool is_short; /* of memory */
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

/* A text that stays when the JSON is gone. */
static const char *kept(struct reader *r, const json_t *object, const char *key)
{
    const char *const words = text(object, key);
    const char *const copy = store_text(&r->out->texts, words);

    r->is_short |= words && !copy;
    return copy;
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
    out->algorithm = kept(r, r->metadata, "algorithm");
    out->title = kept(r, r->metadata, "title");
    out->variant = kept(r, r->metadata, "variant");
    out->schedule = kept(r, r->metadata, "schedule");
    out->device = kept(r, r->metadata, "device_name");
    if (!out->device)
        out->device = kept(r, r->metadata, "device");
    out->monoid = kept(r, r->metadata, "monoid");
    out->steps = text(r->metadata, "clock") &&
                 !strcmp(text(r->metadata, "clock"), "steps");
    out->real = text(r->metadata, "device") &&
                strcmp(text(r->metadata, "device"), "simt") != 0;
    out->clock_words = kept(r, r->metadata, "clock_words");
    out->finding = kept(r, json_object_get(r->metadata, "finding"), "sentence");
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

static bool read_look(struct reader *r, const json_t *args, struct event *e)
{
    e->look = (struct look){.first = whole(args, "first", -1),
                            .flags = kept(r, args, "flags"),
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

static bool read_publish(struct reader *r, const json_t *args, struct event *e)
{
    const char *state = text(args, "state");

    if (!state || (strcmp(state, "A") != 0 && strcmp(state, "P") != 0))
        return wrong(r, "publishes something else than A or P");
    if (e->tile < 0)
        return wrong(r, "publishes for no tile");
    e->publish.state = *state;
    e->publish.value = kept(r, args, "value");
    return true;
}

static bool read_kind(struct reader *r, const json_t *args, struct event *e)
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
                            .value = kept(r, args, "value")};
        return true;
    case EVENT_WAIT:
    case EVENT_FLAG:
    case EVENT_ACCESS:
        e->memory.word = kept(r, args, e->kind == EVENT_WAIT ? "for" : "word");
        e->memory.thread = whole(args, "thread", -1);
        e->memory.times = whole(args, "times", 1);
        e->memory.writes = json_is_true(json_object_get(args, "writes"));
        e->memory.line = kept(r, args, "at");
        e->memory.bytes = whole(args, "bytes", 0);
        e->memory.shared = whole(args, "shared", -1);
        e->memory.value = kept(r, args, "value");
        return e->kind != EVENT_ACCESS || e->memory.word ||
               wrong(r, "accesses no word");
    case EVENT_BARRIER:
        e->barrier.line = kept(r, args, "at");
        e->barrier.warp = whole(args, "warp", -1);
        return true;
    default: return true;
    }
}

/* True and *is_kept false: an event that the viewer has no use for. */
static bool read_event(struct reader *r, const json_t *json, bool *is_kept)
{
    struct recording *out = r->out;
    struct event *e = &out->event[out->events];
    const json_t *args = json_object_get(json, "args");
    const int tid = whole(json, "tid", -1);

    *e = (struct event){.kind = EVENT_LAUNCH};
    *is_kept = false;
    if (!json_is_object(json))
        return wrong(r, "is no object");
    if (!kind_of(text(json, "cat"), &e->kind))
        return true;
    e->name = kept(r, json, "name");
    e->at = number(json, "ts", NAN);
    e->until = e->at + number(json, "dur", 0);
    e->row = tid >= 2 && tid - 2 < out->rows ? tid - 2 : -1;
    e->block = whole(args, "block", -1);
    e->tile = whole(args, "tile", -1);
    if (!e->name || !(e->at >= 0 && e->until >= e->at && e->until < LATEST))
        return wrong(r,
                     "has no name, no time, or a negative or an endless one");
    if (e->at < r->last)
        return wrong(r, "comes at %g, after one at %g", e->at, r->last);
    if (e->tile >= MOST_TILES)
        return wrong(r, "tells of tile %d: more than %d are not shown", e->tile,
                     MOST_TILES);
    r->last = e->at;
    *is_kept = true;
    return read_kind(r, args, e);
}

/* True: it names a row, or something else that is no event. They come first. */
static bool read_name(struct reader *r, const json_t *json)
{
    struct recording *out = r->out;
    const char *name = text(json, "name"), *ph = text(json, "ph");
    const int row = whole(json, "tid", -1) - 2;

    if (!ph || strcmp(ph, "M") != 0)
        return false;
    if (name && !strcmp(name, "thread_name") && row >= 0 && row < MOST_ROWS) {
        out->row_name[row] = kept(r, json_object_get(json, "args"), "name");
        if (row + 1 > out->rows)
            out->rows = row + 1;
    }
    return true;
}

static void end_names(struct reader *r)
{
    r->rows_are_read = true;
    for (int row = 0; row < r->out->rows; row++)
        if (!r->out->row_name[row])
            r->out->row_name[row] = "";
}

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
    if (e->tile >= 0 && r->grid <= MOST_TILES) /* also those never seen */
        note_tile(out, r->grid - 1);
}

/* Room for one event more. */
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
    if (!r->rows_are_read && read_name(r, json))
        return;
    if (!r->rows_are_read)
        end_names(r);
    r->line = index + 1;
    r->is_short |= !make_room(r);
    if (!r->is_short && !read_event(r, json, &is_kept))
        r->failed = true;
    else if (r->is_short)
        r->failed = !wrong(r, "out of memory");
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

/* Events, and the metadata as JSON. */
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
        return wrong(r, "%s", problem);
    if (!walk.has_array || !json_is_object(r->metadata))
        return wrong(r, "no scanlab trace: 'traceEvents' or 'metadata' is "
                        "missing");
    return true;
}

static bool read_all(struct reader *r)
{
    struct recording *out = r->out;

    out->row_name = calloc(MOST_ROWS, sizeof *out->row_name);
    if (!out->row_name)
        return wrong(r, "out of memory");
    if (!read_json(r) || !read_metadata(r) || r->failed)
        return false;
    if (r->is_short)
        return wrong(r, "out of memory");
    if (out->events == 0)
        return wrong(r, "holds no event to be shown");
    return find_tiles(r) && find_spans(r);
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
    store_free(&recording->texts);
    free(recording->row_name);
    free(recording->tile);
    free(recording->span);
    free(recording->event);
    free(recording);
}
