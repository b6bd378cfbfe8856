/* recording_events.c - turns JSON into metadata, names of rows and events. */
#include "recording_parts.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

bool reader_wrong(const struct reader *r, const char *format, ...)
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

/* A copy of the text that outlives the JSON. */
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

/* The first of three numbers: x of a grid or a block. */
static int first_of(const json_t *three)
{
    return whole_of(json_array_get(three, 0), 0);
}

/* A number of elements: at least -1, and small enough for sums of two. */
static long long elements(const json_t *object, const char *key,
                          long long otherwise)
{
    const double x = number(object, key, (double)otherwise);
    return x >= -1 && x < 1e15 ? (long long)x : otherwise;
}

enum { MAX_VALUES = 1024 }; /* of an array: traces have them up to n = 1024 */

/* The strings of an array, one per line; NULL: not an array, or too long. */
static const char *lines(struct reader *r, const json_t *array)
{
    size_t index, bytes = 1, at = 0;
    json_t *value;

    if (!json_is_array(array) || json_array_size(array) > MAX_VALUES)
        return NULL;
    json_array_foreach(array, index, value) bytes +=
        json_string_length(value) + 1;
    char *const all = store_take(&r->out->texts, bytes);
    r->is_short |= !all;
    json_array_foreach(array, index, value)
    {
        const size_t length = json_string_length(value);
        if (!all)
            break;
        if (length > 0)
            memcpy(all + at, json_string_value(value), length);
        for (char *c = all + at; c < all + at + length; c++)
            *c = *c == '\n' ? ' ' : *c;
        at += length;
        all[at++] = '\n';
    }
    if (all)
        all[at > 0 ? at - 1 : 0] = '\0';
    return all;
}

/* ---------------------------------------------------------------- metadata */

/* One input and one output port with equally many elements, and a kind. */
static bool is_scan(const struct reader *r, const char *kind)
{
    const json_t *const ports = json_object_get(r->metadata, "ports");
    const json_t *const in = json_array_get(ports, 0);
    const json_t *const out = json_array_get(ports, 1);

    return kind && json_array_size(ports) == 2 &&
           number(in, "length", -1) == number(out, "length", -2);
}

/* The values of the port with that name and type. */
static const char *values_of(struct reader *r, const char *name,
                             const char *type)
{
    const json_t *const ports = json_object_get(r->metadata, "ports");

    for (size_t k = 0; k < json_array_size(ports); k++) {
        const json_t *const port = json_array_get(ports, k);
        const char *const is = text(port, "name"), *of = text(port, "type");
        if (is && of && !strcmp(is, name) && !strcmp(of, type))
            return lines(r, json_object_get(port, "values"));
    }
    return NULL;
}

/* "story": {"follow": 8, "with": ["blelloch"], "blocks": true, "end": "...",
 *           "stops": [{"at": 1100, "question": "...", ...}]} */
static bool read_story(struct reader *r, const json_t *story)
{
    struct recording *const out = r->out;
    const json_t *const stops = json_object_get(story, "stops");
    const json_t *const with = json_object_get(story, "with");

    out->is_story = story != NULL;
    out->follow = whole(story, "follow", -1);
    out->end = kept(r, story, "end");
    out->hides_blocks =
        story && !json_is_true(json_object_get(story, "blocks"));
    for (size_t k = 0; k < json_array_size(with) && k < MAX_PARTNERS; k++)
        if (json_is_string(json_array_get(with, k))) {
            out->partner[out->partners] = store_text(
                &out->texts, json_string_value(json_array_get(with, k)));
            r->is_short |= !out->partner[out->partners++];
        }
    for (size_t k = 0; k < json_array_size(stops); k++) {
        const json_t *const from = json_array_get(stops, k);
        struct stop *const stop = &out->stop[out->stops];
        const double before = k ? stop[-1].at : 0;
        if (k == MAX_STOPS)
            return reader_wrong(r, "a story with more than %d stops",
                                MAX_STOPS);
        *stop = (struct stop){.at = number(from, "at", -1),
                              .question = kept(r, from, "question"),
                              .answer = kept(r, from, "answer"),
                              .says = kept(r, from, "says")};
        if (!(stop->at >= before) || !stop->question || !stop->answer)
            return reader_wrong(r,
                                "a stop of a story lacks its time, question or "
                                "answer, or is earlier than the previous one");
        out->stops++;
    }
    return true;
}

bool reader_metadata(struct reader *r)
{
    struct recording *out = r->out;
    const char *schema = text(r->metadata, "schema");

    if (!schema || strcmp(schema, "scanlab-trace") != 0)
        return reader_wrong(r,
                            "not a scanlab trace: its metadata has no schema "
                            "'scanlab-trace'");
    const int version = whole(r->metadata, "schema_version", 0);
    if (version < 1 || version > 3)
        return reader_wrong(r, "this trace has a different version: this "
                               "program reads versions 1 to 3");
    out->algorithm = kept(r, r->metadata, "algorithm");
    out->title = kept(r, r->metadata, "title");
    out->variant = kept(r, r->metadata, "variant");
    if (out->variant && strstr(out->variant, "chained"))
        out->title = "Chained scan"; /* its tiles publish no aggregates */
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
    out->elem_bytes = whole(r->metadata, "elem_bytes", 0);
    if (!out->algorithm || !out->title || !out->monoid || out->n < 0)
        return reader_wrong(
            r, "metadata: algorithm, title, monoid or n is missing");
    out->kind = kept(r, r->metadata, "kind");
    out->exclusive = out->kind && !strcmp(out->kind, "exclusive");
    out->is_application = version != 1 && !is_scan(r, out->kind);
    out->carry = json_is_true(json_object_get(r->metadata, "carry"));
    out->lacks_some = number(r->metadata, "dropped", 0) > 0;
    out->ranks = version == 3 ? whole(r->metadata, "ranks", -1) : 0;
    out->across = kept(r, r->metadata, "across");
    out->join = kept(r, r->metadata, "join");
    if (version == 3 &&
        (out->ranks < 1 || out->ranks != out->rows || !out->across))
        return reader_wrong(r, "metadata: ranks or across is missing, or the "
                               "ranks are not the rows");
    out->tickets =
        whole(json_object_get(r->metadata, "parameters"), "tickets", -1);
    if (!out->is_application)
        out->input = values_of(r, "in", "T");
    else
        out->given = values_of(r, "in", "T"),
        out->made = values_of(r, "out", "T");
    if (out->is_application)
        out->heads = values_of(r, "flags", "u8");
    return read_story(r, json_object_get(r->metadata, "story"));
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
             {"access", EVENT_ACCESS}, {"finding", EVENT_FINDING},
             {"rank", EVENT_BLOCK},    {"work", EVENT_PHASE},
             {"send", EVENT_SEND},     {"receive", EVENT_RECEIVE}};

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
    static const char *const names[] = {"",      "load",  "scan",   "look back",
                                        "store", "count", "reduce", "scatter"};

    for (int k = PHASE_LOAD; k <= PHASE_SCATTER; k++)
        if (!strcmp(name, names[k]))
            return (enum phase)k;
    return PHASE_NONE;
}

/* The work of a rank. */
static enum phase work_of(const char *name)
{
    return !strcmp(name, "reduce")        ? PHASE_REDUCE_SLICE
           : !strcmp(name, "scan")        ? PHASE_SCAN_SLICE
           : !strcmp(name, "apply carry") ? PHASE_APPLY
                                          : PHASE_EXCHANGE;
}

/* The tiles that it looks at exist: no tile comes before tile 0. */
static bool look_in_range(const struct reader *r, const struct look *look)
{
    if (look->first >= MAX_TILES)
        return reader_wrong(r,
                            "looks at tile %d: more than %d tiles are not "
                            "supported",
                            look->first, MAX_TILES);
    if (strlen(look->flags) > (size_t)look->first + 1)
        return reader_wrong(r, "sees %zu tiles from tile %d back, past tile 0",
                            strlen(look->flags), look->first);
    if (look->found > look->first)
        return reader_wrong(r, "finds a prefix at tile %d, nearer than tile %d",
                            look->found, look->first);
    return true;
}

static bool read_look(struct reader *r, const json_t *args, struct event *e)
{
    e->look =
        (struct look){.first = whole(args, "first", -1),
                      .flags = kept(r, args, "flags"),
                      .times = whole(args, "times", 1),
                      .found = whole(args, "found", -1),
                      .values = lines(r, json_object_get(args, "values"))};
    if (!e->look.flags || e->look.first < 0)
        return reader_wrong(r, "a look without 'first' or 'flags'");
    if (e->look.flags[strspn(e->look.flags, "XAP.")])
        return reader_wrong(r,
                            "a look sees something other than X, A, P and '.'");
    e->until = number(args, "until", e->at);
    if (!(e->until >= e->at && e->until < LATEST))
        return reader_wrong(r, "a look ends before it begins, or never");
    return look_in_range(r, &e->look);
}

static bool read_publish(struct reader *r, const json_t *args, struct event *e)
{
    const char *state = text(args, "state");

    if (!state || (strcmp(state, "A") != 0 && strcmp(state, "P") != 0))
        return reader_wrong(r, "publishes something other than A or P");
    if (e->tile < 0)
        return reader_wrong(r, "publishes, but has no tile");
    e->publish.state = *state;
    e->publish.value = kept(r, args, "value");
    return true;
}

/* The word that is waited for, read or written. */
static bool read_memory(struct reader *r, const json_t *args, struct event *e)
{
    e->memory.word = kept(r, args, e->kind == EVENT_WAIT ? "for" : "word");
    e->memory.thread = whole(args, "thread", -1);
    e->memory.times = whole(args, "times", 1);
    e->memory.writes = json_is_true(json_object_get(args, "writes"));
    e->memory.stale = json_is_true(json_object_get(args, "stale"));
    e->memory.line = kept(r, args, "at");
    e->memory.bytes = whole(args, "bytes", 0);
    e->memory.shared = whole(args, "shared", -1);
    e->memory.value = kept(r, args, "value");
    return e->kind != EVENT_ACCESS || e->memory.word ||
           reader_wrong(r, "an access without 'word'");
}

/* Its other end is found later. */
static bool read_message(struct reader *r, const json_t *args, struct event *e)
{
    struct message *const m = &e->message;

    *m = (struct message){.number = whole(args, "message", -1),
                          .round = whole(args, "round", -1),
                          .from = whole(args, "from", -1),
                          .to = whole(args, "to", -1),
                          .low = elements(args, "low", -2),
                          .high = elements(args, "high", -2),
                          .carry = elements(args, "carry_low", -2),
                          .other = -1};
    m->carry = m->carry == 0 ? elements(args, "carry_high", -1) + 1 : 0;
    if (m->number < 1 || m->round < 0 || m->low < 0 || m->high < -1)
        return reader_wrong(r, "a message without its number, round or "
                               "elements");
    if (m->from < 0 || m->to < 0 || m->from >= r->out->rows ||
        m->to >= r->out->rows ||
        e->row != (e->kind == EVENT_SEND ? m->from : m->to))
        return reader_wrong(r,
                            "a message from rank %d to rank %d on another "
                            "rank's row",
                            m->from, m->to);
    return true;
}

static bool read_kind(struct reader *r, const json_t *args, struct event *e)
{
    const json_t *grid = json_object_get(args, "grid");

    switch (e->kind) {
    case EVENT_SEND:
    case EVENT_RECEIVE: return read_message(r, args, e);
    case EVENT_PHASE: e->phase = phase_of(e->name); return true;
    case EVENT_LOOK: return read_look(r, args, e);
    case EVENT_PUBLISH: return read_publish(r, args, e);
    case EVENT_BLOCK:
    case EVENT_TICKET:
        e->tile_elements.begin = elements(args, "begin", -1);
        e->tile_elements.count = elements(args, "count", 0);
        e->tile_elements.reads = elements(args, "reads", 0);
        e->tile_elements.writes = elements(args, "writes", 0);
        e->tile_elements.unfinished =
            json_is_true(json_object_get(args, "unfinished"));
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
    case EVENT_ACCESS: return read_memory(r, args, e);
    case EVENT_BARRIER:
        e->barrier.line = kept(r, args, "at");
        e->barrier.warp = whole(args, "warp", -1);
        return true;
    default: return true;
    }
}

bool reader_event(struct reader *r, const json_t *json, bool *is_kept)
{
    struct recording *out = r->out;
    struct event *e = &out->event[out->events];
    const json_t *args = json_object_get(json, "args");
    const int tid = whole(json, "tid", -1);

    *e = (struct event){.kind = EVENT_LAUNCH};
    *is_kept = false;
    if (!json_is_object(json))
        return reader_wrong(r, "is not a JSON object");
    if (!kind_of(text(json, "cat"), &e->kind))
        return true;
    e->name = kept(r, json, "name");
    e->at = number(json, "ts", NAN);
    e->until = e->at + number(json, "dur", 0);
    e->row = tid >= 2 && tid - 2 < out->rows ? tid - 2 : -1;
    e->block = whole(args, "block", -1);
    e->tile = whole(args, "tile", -1);
    if (!e->name || !(e->at >= 0 && e->until >= e->at && e->until < LATEST))
        return reader_wrong(
            r, "has no name, or no time, or one that is negative or infinite");
    if (e->at < r->last)
        return reader_wrong(r, "comes at %g, after one at %g", e->at, r->last);
    if (e->tile >= MAX_TILES)
        return reader_wrong(r,
                            "is about tile %d: more than %d tiles are not "
                            "supported",
                            e->tile, MAX_TILES);
    r->last = e->at;
    *is_kept = true;
    if (!strcmp(text(json, "cat"), "work")) {
        e->tile = -1;
        e->work.phase = work_of(e->name);
        e->work.round = whole(args, "round", 0);
        e->work.low = elements(args, "low", 0);
        e->work.high = elements(args, "high", -1);
        return true;
    }
    return read_kind(r, args, e);
}

bool reader_name(struct reader *r, const json_t *json)
{
    struct recording *out = r->out;
    const char *name = text(json, "name"), *ph = text(json, "ph");
    const int row = whole(json, "tid", -1) - 2;

    if (!ph || strcmp(ph, "M") != 0)
        return false;
    if (name && !strcmp(name, "thread_name") && row >= 0 && row < MAX_ROWS) {
        out->row_name[row] = kept(r, json_object_get(json, "args"), "name");
        if (row + 1 > out->rows)
            out->rows = row + 1;
    }
    return true;
}

void reader_end_names(struct reader *r)
{
    r->rows_are_read = true;
    for (int row = 0; row < r->out->rows; row++)
        if (!r->out->row_name[row])
            r->out->row_name[row] = "";
}
