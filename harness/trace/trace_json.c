/* trace_json.c - writes a trace, event by event. */
#include "trace_json_parts.h"

#include <stdlib.h>
#include <string.h>

enum { PROCESS = 1, LAUNCHES = 1, FIRST_ROW = 2 }; /* pid, tid */

/* ----------------------------------------------------------------- in order */

static int by_time(const void *a, const void *b)
{
    const struct trace_event *const x = *(struct trace_event *const *)a;
    const struct trace_event *const y = *(struct trace_event *const *)b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* If a kernel reports its steps, its barriers and flags would only hide them;
 * but loads of older values are shown. */
static bool is_shown(const struct trace_writer *w,
                     const struct trace_event *event)
{
    return !trace_is_told(w->trace) ||
           (event->kind == EVENT_FLAG ? event->of.flag.stale
                                      : event->kind != EVENT_BARRIER);
}

static bool sort_events(struct trace_writer *w)
{
    const size_t count = trace_events(w->trace);

    w->event = malloc((count + 1) * sizeof *w->event);
    if (!w->event)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct trace_event *const event = trace_event(w->trace, i);
        if (is_shown(w, event))
            w->event[w->events++] = event;
        if (event->kind == EVENT_PUBLISH && event->of.publish.tile >= w->tiles)
            w->tiles = (size_t)event->of.publish.tile + 1;
    }
    qsort(w->event, w->events, sizeof *w->event, by_time);
    if (w->tiles > (size_t)1 << 24)
        w->tiles = 0; /* these are not tiles */
    w->published = calloc(2 * w->tiles + 1, sizeof *w->published);
    return w->published != NULL;
}

/* Notes where a tile's state was published; each launch has its own states. */
static void note_status(struct trace_writer *w, size_t place)
{
    const struct trace_event *const e = w->event[place];

    if (e->kind == EVENT_LAUNCH)
        memset(w->published, 0, 2 * w->tiles * sizeof *w->published);
    else if (e->kind == EVENT_PUBLISH && e->of.publish.tile < w->tiles &&
             (e->of.publish.state == 1 || e->of.publish.state == 2))
        w->published[2 * (size_t)e->of.publish.tile +
                     (e->of.publish.state == 2)] = place + 1;
}

const struct trace_event *trace_json_publication(const struct trace_writer *w,
                                                 const struct trace_event *look,
                                                 int k, size_t *place)
{
    const unsigned state = trace_seen(look, k);
    const size_t tile = look->of.look.nearest - (uint32_t)k;

    if ((state != 1 && state != 2) || tile >= w->tiles)
        return NULL;
    *place = w->published[2 * tile + (state == 2)];
    return *place ? w->event[--*place] : NULL;
}

static void find_flows(struct trace_writer *w)
{
    for (size_t i = 0; i < w->events; i++) {
        const struct trace_event *const look = w->event[i];
        size_t from;
        note_status(w, i);
        if (look->kind != EVENT_LOOK || trace_found(look) == TRACE_NO_TILE ||
            !trace_json_publication(
                w, look, (int)(look->of.look.nearest - trace_found(look)),
                &from))
            continue;
        if (w->flows < TRACE_MOST_FLOWS)
            w->flow[w->flows++] = (struct trace_flow){from, i};
        else
            w->flows_left_out++;
    }
    if (w->tiles)
        memset(w->published, 0, 2 * w->tiles * sizeof *w->published);
}

/* ------------------------------------------------------------------- pieces */

void trace_json_text(const struct trace_writer *w, const char *text)
{
    putc('"', w->to);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c == '"' || *c == '\\')
            fprintf(w->to, "\\%c", *c);
        else if (*c < ' ' || *c >= 0x7f) /* bytes in an unknown encoding */
            fprintf(w->to, "\\u%04x", *c);
        else
            putc(*c, w->to);
    putc('"', w->to);
}

uint64_t trace_json_ns(const struct trace_writer *w, uint64_t at)
{
    const uint64_t origin = trace_extent(w->trace).first;

    return at > origin
               ? (uint64_t)((double)(at - origin) * w->file->ns_per_tick + 0.5)
               : 0;
}

void trace_json_time(const struct trace_writer *w, const char *name,
                     uint64_t ns)
{
    fprintf(w->to, ",\"%s\":%llu", name, (unsigned long long)(ns / 1000));
    if (ns % 1000)
        fprintf(w->to, ".%03u", (unsigned)(ns % 1000));
}

static int tid_of(const struct trace_event *event)
{
    return event->row == TRACE_NO_ROW ? LAUNCHES : event->row + FIRST_ROW;
}

static void next_line(struct trace_writer *w)
{
    if (!w->first)
        fputs(",\n", w->to);
    w->first = false;
}

void trace_json_head(struct trace_writer *w, const struct trace_event *event,
                     char phase, const char *category, const char *name)
{
    const uint64_t begin = trace_json_ns(w, event->at);

    next_line(w);
    fprintf(w->to, "{\"ph\":\"%c\"", phase);
    trace_json_time(w, "ts", begin);
    if (phase == 'X')
        trace_json_time(w, "dur",
                        trace_json_ns(w, event->at + event->length) - begin);
    fprintf(w->to, ",\"pid\":%d,\"tid\":%d,\"cat\":\"%s\",\"name\":", PROCESS,
            tid_of(event), category);
    trace_json_text(w, name);
    if (phase == 'i')
        fprintf(w->to, ",\"s\":\"%c\"", event->row == TRACE_NO_ROW ? 'g' : 't');
}

static void put_name(struct trace_writer *w, int tid, const char *name)
{
    next_line(w);
    fprintf(w->to,
            "{\"ph\":\"M\",\"ts\":0,\"pid\":%d,\"tid\":%d,\"name\":"
            "\"thread_name\",\"args\":{\"name\":\"%s\"}},\n",
            PROCESS, tid, name);
    fprintf(w->to,
            "{\"ph\":\"M\",\"ts\":0,\"pid\":%d,\"tid\":%d,\"name\":"
            "\"thread_sort_index\",\"args\":{\"sort_index\":%d}}",
            PROCESS, tid, tid);
}

static void put_names(struct trace_writer *w)
{
    char name[32];

    next_line(w);
    fprintf(w->to,
            "{\"ph\":\"M\",\"ts\":0,\"pid\":%d,\"tid\":%d,\"name\":"
            "\"process_name\",\"args\":{\"name\":",
            PROCESS, LAUNCHES);
    trace_json_text(w, w->file->process);
    fputs("}}", w->to);
    put_name(w, LAUNCHES, "launches");
    const int rows = trace_extent(w->trace).rows;
    for (int row = 0; row < rows; row++) {
        const char *const own = trace_row_name(w->trace, row);
        snprintf(name, sizeof name, "slot %d", row);
        put_name(w, row + FIRST_ROW, *own ? own : name);
    }
}

/* --------------------------------------------------------------- everything */

/* An arrow begins or ends at the event just written. */
static void put_flow(struct trace_writer *w, const struct trace_event *event,
                     int id, bool begins)
{
    trace_json_head(w, event, begins ? 's' : 'f', "prefix", "prefix");
    fprintf(w->to, ",\"id\":%d%s}", id, begins ? "" : ",\"bp\":\"e\"");
}

static void put_events(struct trace_writer *w)
{
    int ends = 0;

    for (size_t i = 0; i < w->events; i++) {
        const struct trace_event *const event = w->event[i];
        note_status(w, i);
        trace_json_kind(w, event);
        fputs("}}", w->to);
        for (int k = 0; event->kind == EVENT_PUBLISH && k < w->flows; k++)
            if (w->flow[k].from == i)
                put_flow(w, event, k + 1, true);
        if (ends < w->flows && w->flow[ends].to == i)
            put_flow(w, event, ++ends, false);
    }
}

static void add_counts(const struct trace_writer *w)
{
    json_t *const m = w->file->metadata;
    const struct trace *const trace = w->trace;
    const struct trace_extent extent = trace_extent(trace);
    const double us = (double)trace_json_ns(w, extent.last) / 1000;

    json_object_set_new(m, "rows", json_integer(extent.rows));
    json_object_set_new(m, "told", json_boolean(trace_is_told(trace)));
    json_object_set_new(m, "duration_us", json_real(us));
    json_object_set_new(m, "events", json_integer((json_int_t)w->events));
    json_object_set_new(m, "dropped",
                        json_integer((json_int_t)trace_dropped(trace)));
    json_object_set_new(m, "flows", json_integer(w->flows));
    json_object_set_new(m, "flows_left_out",
                        json_integer((json_int_t)w->flows_left_out));
}

enum status trace_write(const struct trace_file *file, FILE *to,
                        struct problem *why)
{
    struct trace_writer w = {
        .file = file, .trace = file->trace, .to = to, .first = true};
    enum status status = OK;

    if (sort_events(&w)) {
        find_flows(&w);
        fputs("{\"traceEvents\":[\n", to);
        put_names(&w);
        put_events(&w);
        add_counts(&w);
        /* Last: readers like Perfetto's stop at an unknown key. */
        fputs("\n],\n\"metadata\":", to);
        json_dumpf(file->metadata, to,
                   JSON_INDENT(1) | JSON_REAL_PRECISION(12));
        fputs("}\n", to);
    } else {
        status = problem_set(why, MACHINE_LACKS,
                             "not enough memory to write %zu events",
                             trace_events(file->trace));
    }
    free(w.event);
    free(w.published);
    return status;
}
