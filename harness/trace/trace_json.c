/* trace_json.c - a trace, written down event by event. */
#include "trace_json.h"
#include "monoids/interval.h"

#include <stdlib.h>
#include <string.h>

/* Long chains of arrows freeze the web viewers. */
enum { MOST_FLOWS = 256 };
enum { PROCESS = 1, LAUNCHES = 1, FIRST_ROW = 2 }; /* pid, tid */

static const char *const phases[PHASES] = {
    [PHASE_load] = "load",
    [PHASE_scan] = "scan",
    [PHASE_look_back] = "look back",
    [PHASE_store] = "store",
};

/* From the P that ended a look-back to the look that saw it. */
struct flow {
    size_t from, to; /* places in the sorted order */
};

struct writer {
    const struct trace_file *file;
    const struct trace *trace;
    FILE *to;
    const struct trace_event **event; /* sorted */
    size_t events;
    struct flow flow[MOST_FLOWS]; /* by `to`; ids count from 1 */
    int flows;
    uint64_t flows_left_out;
    /* Where a tile's A and P were published: place + 1; 0: nowhere yet. */
    size_t *published;
    size_t tiles;
    bool first; /* line */
};

/* ----------------------------------------------------------------- in order */

static int by_time(const void *a, const void *b)
{
    const struct trace_event *const x = *(struct trace_event *const *)a;
    const struct trace_event *const y = *(struct trace_event *const *)b;

    if (x->at != y->at)
        return x->at < y->at ? -1 : 1;
    return x->order < y->order ? -1 : x->order > y->order;
}

/* Where a kernel tells what it does, its barriers and flags only hide that. */
static bool is_shown(const struct writer *w, const struct trace_event *event)
{
    return !trace_is_told(w->trace) ||
           (event->kind != EVENT_BARRIER && event->kind != EVENT_FLAG);
}

static bool sort_events(struct writer *w)
{
    const size_t count = trace_events(w->trace);

    w->event = malloc((count + 1) * sizeof *w->event);
    if (!w->event)
        return false;
    for (size_t i = 0; i < count; i++) {
        const struct trace_event *const event = trace_event(w->trace, i);
        if (is_shown(w, event))
            w->event[w->events++] = event;
        if (event->kind == EVENT_PUBLISH && event->what >= w->tiles)
            w->tiles = (size_t)event->what + 1;
    }
    qsort(w->event, w->events, sizeof *w->event, by_time);
    if (w->tiles > (size_t)1 << 24)
        w->tiles = 0; /* these are no tiles */
    w->published = calloc(2 * w->tiles + 1, sizeof *w->published);
    return w->published != NULL;
}

/* A launch's statuses are its own. */
static void note_status(struct writer *w, size_t place)
{
    const struct trace_event *const e = w->event[place];

    if (e->kind == EVENT_LAUNCH)
        memset(w->published, 0, 2 * w->tiles * sizeof *w->published);
    else if (e->kind == EVENT_PUBLISH && e->what < w->tiles &&
             (e->state == 1 || e->state == 2))
        w->published[2 * (size_t)e->what + (e->state == 2)] = place + 1;
}

/* The event that published what was seen k tiles before the nearest. */
static const struct trace_event *publication(const struct writer *w,
                                             const struct trace_event *look,
                                             int k, size_t *place)
{
    const unsigned state = trace_seen(look, k);
    const size_t tile = look->what - (uint32_t)k;

    if ((state != 1 && state != 2) || tile >= w->tiles)
        return NULL;
    *place = w->published[2 * tile + (state == 2)];
    return *place ? w->event[--*place] : NULL;
}

static void find_flows(struct writer *w)
{
    for (size_t i = 0; i < w->events; i++) {
        const struct trace_event *const look = w->event[i];
        size_t from;
        note_status(w, i);
        if (look->kind != EVENT_LOOK || trace_found(look) == TRACE_NO_TILE ||
            !publication(w, look, (int)(look->what - trace_found(look)), &from))
            continue;
        if (w->flows < MOST_FLOWS)
            w->flow[w->flows++] = (struct flow){from, i};
        else
            w->flows_left_out++;
    }
    if (w->tiles)
        memset(w->published, 0, 2 * w->tiles * sizeof *w->published);
}

/* ------------------------------------------------------------------- pieces */

static void put_text(const struct writer *w, const char *text)
{
    putc('"', w->to);
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c == '"' || *c == '\\')
            fprintf(w->to, "\\%c", *c);
        else if (*c < ' ' || *c >= 0x7f) /* bytes: nobody knows their code */
            fprintf(w->to, "\\u%04x", *c);
        else
            putc(*c, w->to);
    putc('"', w->to);
}

/* Whole nanoseconds, in which slices nest just as in ticks. */
static uint64_t ns_of(const struct writer *w, uint64_t at)
{
    const uint64_t origin = trace_origin(w->trace);

    return at > origin
               ? (uint64_t)((double)(at - origin) * w->file->ns_per_tick + 0.5)
               : 0;
}

static void put_time(const struct writer *w, const char *name, uint64_t ns)
{
    fprintf(w->to, ",\"%s\":%llu", name, (unsigned long long)(ns / 1000));
    if (ns % 1000)
        fprintf(w->to, ".%03u", (unsigned)(ns % 1000));
}

static int tid_of(const struct trace_event *event)
{
    return event->row == TRACE_NOBODY ? LAUNCHES : event->row + FIRST_ROW;
}

static void next_line(struct writer *w)
{
    if (!w->first)
        fputs(",\n", w->to);
    w->first = false;
}

/* All of an event but its args. */
static void put_head(struct writer *w, const struct trace_event *event,
                     char phase, const char *category, const char *name)
{
    const uint64_t begin = ns_of(w, event->at);

    next_line(w);
    fprintf(w->to, "{\"ph\":\"%c\"", phase);
    put_time(w, "ts", begin);
    if (phase == 'X')
        put_time(w, "dur", ns_of(w, event->at + event->length) - begin);
    fprintf(w->to, ",\"pid\":%d,\"tid\":%d,\"cat\":\"%s\",\"name\":", PROCESS,
            tid_of(event), category);
    put_text(w, name);
    if (phase == 'i')
        fprintf(w->to, ",\"s\":\"%c\"", event->row == TRACE_NOBODY ? 'g' : 't');
}

static void put_name(struct writer *w, int tid, const char *name)
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

static void put_names(struct writer *w)
{
    char name[32];

    next_line(w);
    fprintf(w->to,
            "{\"ph\":\"M\",\"ts\":0,\"pid\":%d,\"tid\":%d,\"name\":"
            "\"process_name\",\"args\":{\"name\":",
            PROCESS, LAUNCHES);
    put_text(w, w->file->process);
    fputs("}}", w->to);
    put_name(w, LAUNCHES, "launches");
    for (int row = 0; row < trace_rows(w->trace); row++) {
        const char *const own = trace_row_name(w->trace, row);
        snprintf(name, sizeof name, "slot %d", row);
        put_name(w, row + FIRST_ROW, *own ? own : name);
    }
}

/* ------------------------------------------------------------------ elements
 */

static void print_range(const struct interval_node *node, char *text,
                        size_t size)
{
    if (interval_is_identity(node))
        snprintf(text, size, "nothing");
    else if (interval_is_broken(node))
        snprintf(text, size, "broken");
    else
        snprintf(text, size, "[%u,%u]", node->low, node->high);
}

char *trace_print(const struct trace_elements *elements, const void *element,
                  char *text, size_t size)
{
    if (!elements->are_intervals)
        return monoid_print(elements->monoid, element, text, size);
    const struct interval_node *const node =
        interval_look(element, elements->monoid->bytes);
    if (!node)
        snprintf(text, size, "no element");
    else if (elements->values)
        monoid_print(elements->shown,
                     elements->values + (size_t)(node - interval_node(0)) *
                                            elements->shown->bytes,
                     text, size);
    else
        print_range(node, text, size);
    return text;
}

static void put_value(const struct writer *w, const struct trace_event *event)
{
    const struct trace_elements *const elements = &w->file->elements;
    const void *const value = trace_value(w->trace, event);
    char text[256];

    if (!value) {
        fputs("null", w->to);
        return;
    }
    put_text(w, trace_print(elements, value, text, sizeof text));
}

/* --------------------------------------------------------------------- kinds
 */

static void put_tile(const struct writer *w, const struct trace_event *event)
{
    if (event->tile != TRACE_NO_TILE)
        fprintf(w->to, ",\"tile\":%u", event->tile);
}

/* The args that every event of a block has. */
static void put_who(const struct writer *w, const struct trace_event *event)
{
    fprintf(w->to, ",\"args\":{\"block\":%u", event->block);
    put_tile(w, event);
}

static void put_where(const struct writer *w, const struct trace_event *event)
{
    const char *const where = trace_text_of(w->trace, event->where);

    if (!*where)
        return;
    fputs(",\"at\":", w->to);
    put_text(w, where);
}

static void put_launch(struct writer *w, const struct trace_event *event)
{
    const struct trace_shape *const s = trace_shape(w->trace, event);

    put_head(w, event, 'X', "launch", trace_text_of(w->trace, event->what));
    fprintf(w->to,
            ",\"args\":{\"launch\":%u,\"grid\":[%u,%u,%u],"
            "\"block\":[%u,%u,%u]",
            event->block, s->grid[0], s->grid[1], s->grid[2], s->block[0],
            s->block[1], s->block[2]);
}

static void put_block(struct writer *w, const struct trace_event *event)
{
    const bool has_tile = event->tile != TRACE_NO_TILE;
    char name[32];

    snprintf(name, sizeof name, "%s %u", has_tile ? "tile" : "block",
             has_tile ? event->tile : event->block);
    put_head(w, event, 'X', "block", name);
    put_who(w, event);
    if (has_tile)
        fprintf(w->to, ",\"begin\":%llu,\"count\":%u",
                (unsigned long long)event->data, event->what);
    if (!event->state)
        fputs(",\"unfinished\":true", w->to);
}

static void put_phase(struct writer *w, const struct trace_event *event)
{
    put_head(w, event, 'X', "phase",
             event->state < PHASES ? phases[event->state] : "?");
    put_who(w, event);
}

static void put_wait(struct writer *w, const struct trace_event *event)
{
    char name[256];

    snprintf(name, sizeof name, "waits for %s",
             trace_text_of(w->trace, event->what));
    put_head(w, event, 'X', "wait", name);
    put_who(w, event);
    fprintf(w->to, ",\"thread\":%u,\"times\":%u,\"for\":", event->thread,
            event->times);
    put_text(w, trace_text_of(w->trace, event->what));
    put_where(w, event);
}

static void put_ticket(struct writer *w, const struct trace_event *event)
{
    char name[32];

    snprintf(name, sizeof name, "ticket %u", event->tile);
    put_head(w, event, 'i', "ticket", name);
    put_who(w, event);
    fprintf(w->to, ",\"begin\":%llu,\"count\":%u",
            (unsigned long long)event->data, event->what);
}

static char letter(unsigned state)
{
    return "XAP."[state & 3];
}

static void put_publish(struct writer *w, const struct trace_event *event)
{
    char name[32];

    snprintf(name, sizeof name, "%c of tile %u", letter(event->state),
             event->what);
    put_head(w, event, 'i', "publish", name);
    fprintf(w->to, ",\"args\":{\"block\":%u,\"tile\":%u,\"state\":\"%c\"",
            event->block, event->what, letter(event->state));
    if (trace_value(w->trace, event)) {
        fputs(",\"value\":", w->to);
        put_value(w, event);
    }
}

/* The nearest tile first, as in the look-back itself: "AAP". */
static void put_look(struct writer *w, const struct trace_event *event)
{
    char name[64] = "sees ";
    char *const flags = name + strlen(name);
    const uint32_t found = trace_found(event);
    int count = 0;

    for (int k = 0; k < TRACE_LANES; k++) {
        flags[k] = letter(trace_seen(event, k));
        if (flags[k] != '.')
            count = k + 1;
    }
    flags[count] = '\0';
    put_head(w, event, 'i', "look", name);
    put_who(w, event);
    fprintf(w->to, ",\"first\":%u,\"flags\":\"%s\"", event->what, flags);
    if (found != TRACE_NO_TILE)
        fprintf(w->to, ",\"found\":%u", found);
    if (event->times > 1) {
        fprintf(w->to, ",\"times\":%u", event->times);
        put_time(w, "until", ns_of(w, event->at + event->length));
    }
    if (!trace_keeps_values(w->trace))
        return;
    fputs(",\"values\":[", w->to);
    for (int k = 0; k < count; k++) {
        size_t place;
        const struct trace_event *const seen = publication(w, event, k, &place);
        if (k > 0)
            putc(',', w->to);
        if (seen)
            put_value(w, seen);
        else
            fputs("null", w->to);
    }
    putc(']', w->to);
}

static void put_barrier(struct writer *w, const struct trace_event *event)
{
    put_head(w, event, 'i', "barrier",
             event->state ? "barrier of a warp" : "barrier");
    put_who(w, event);
    if (event->state)
        fprintf(w->to, ",\"warp\":%u", event->thread / TRACE_LANES);
    put_where(w, event);
}

static void put_flag(struct writer *w, const struct trace_event *event)
{
    const char *const word = trace_text_of(w->trace, event->what);
    char name[256];

    if (event->state)
        snprintf(name, sizeof name, "%s = %llu", word,
                 (unsigned long long)event->data);
    else
        snprintf(name, sizeof name, "writes %s", word);
    put_head(w, event, 'i', "flag", name);
    put_who(w, event);
    fprintf(w->to, ",\"thread\":%u,\"word\":", event->thread);
    put_text(w, word);
    if (event->state)
        fprintf(w->to, ",\"value\":%llu", (unsigned long long)event->data);
    put_where(w, event);
}

/* Leaf i of the network is node i, op k node n + k; the identity is -1. */
static long number_of(uint32_t node)
{
    return (long)node - INTERVAL_FIRST_LEAF;
}

static void put_op(struct writer *w, const struct trace_event *event)
{
    const struct trace_elements *const elements = &w->file->elements;
    const struct interval_node *const node = interval_node(event->what);
    const struct interval_operands of = interval_operands(event->what);
    char range[64], text[256];

    print_range(node, range, sizeof range);
    put_head(w, event, 'i', "op", range);
    put_who(w, event);
    fprintf(w->to,
            ",\"thread\":%u,\"node\":%ld,\"left\":%ld,\"right\":%ld,"
            "\"depth\":%u",
            event->thread, number_of(event->what), number_of(of.left),
            number_of(of.right), node->depth);
    if (!interval_is_broken(node))
        fprintf(w->to, ",\"low\":%u,\"high\":%u", node->low, node->high);
    if (elements->values) {
        fputs(",\"value\":", w->to);
        put_text(w, monoid_print(elements->shown,
                                 elements->values + (size_t)event->what *
                                                        elements->shown->bytes,
                                 text, sizeof text));
    }
}

/* Words that are no elements, totals and counters of other types, have none. */
static void put_value_read(const struct writer *w,
                           const struct trace_event *event)
{
    const struct trace_elements *const elements = &w->file->elements;
    const void *const value = trace_value(w->trace, event);

    if (!value || !elements->are_intervals ||
        event->times != elements->monoid->bytes ||
        !interval_look(value, elements->monoid->bytes))
        return;
    fputs(",\"value\":", w->to);
    put_value(w, event);
}

static void put_access(struct writer *w, const struct trace_event *event)
{
    const char *const word = trace_text_of(w->trace, event->what);
    char name[256];

    snprintf(name, sizeof name, "%s %s", event->state ? "writes" : "reads",
             word);
    put_head(w, event, 'i', "access", name);
    put_who(w, event);
    fprintf(w->to, ",\"thread\":%u,\"word\":", event->thread);
    put_text(w, word);
    fprintf(w->to, ",\"writes\":%s,\"bytes\":%u",
            event->state ? "true" : "false", event->times);
    if (trace_shared(event) != TRACE_GLOBAL)
        fprintf(w->to, ",\"shared\":%u", trace_shared(event));
    put_value_read(w, event);
    put_where(w, event);
}

static void put_finding(struct writer *w, const struct trace_event *event)
{
    put_head(w, event, 'i', "finding", trace_text_of(w->trace, event->what));
    if (event->row == TRACE_NOBODY)
        fputs(",\"args\":{\"block\":null", w->to);
    else
        put_who(w, event);
}

static void (*const put_kind[EVENT_KINDS])(struct writer *,
                                           const struct trace_event *) = {
    [EVENT_LAUNCH] = put_launch, [EVENT_BLOCK] = put_block,
    [EVENT_PHASE] = put_phase,   [EVENT_WAIT] = put_wait,
    [EVENT_TICKET] = put_ticket, [EVENT_PUBLISH] = put_publish,
    [EVENT_LOOK] = put_look,     [EVENT_BARRIER] = put_barrier,
    [EVENT_FLAG] = put_flag,     [EVENT_OP] = put_op,
    [EVENT_ACCESS] = put_access, [EVENT_FINDING] = put_finding,
};

/* ---------------------------------------------------------------- everything
 */

/* An arrow begins or ends at the event just written. */
static void put_flow(struct writer *w, const struct trace_event *event, int id,
                     bool begins)
{
    put_head(w, event, begins ? 's' : 'f', "prefix", "prefix");
    fprintf(w->to, ",\"id\":%d%s}", id, begins ? "" : ",\"bp\":\"e\"");
}

static void put_events(struct writer *w)
{
    int ends = 0;

    for (size_t i = 0; i < w->events; i++) {
        const struct trace_event *const event = w->event[i];
        note_status(w, i);
        put_kind[event->kind](w, event);
        fputs("}}", w->to);
        for (int k = 0; event->kind == EVENT_PUBLISH && k < w->flows; k++)
            if (w->flow[k].from == i)
                put_flow(w, event, k + 1, true);
        if (ends < w->flows && w->flow[ends].to == i)
            put_flow(w, event, ++ends, false);
    }
}

static void add_counts(const struct writer *w)
{
    json_t *const m = w->file->metadata;
    const struct trace *const trace = w->trace;
    const double us = (double)ns_of(w, trace_last(trace)) / 1000;

    json_object_set_new(m, "rows", json_integer(trace_rows(trace)));
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
    struct writer w = {
        .file = file, .trace = file->trace, .to = to, .first = true};
    enum status status = OK;

    if (sort_events(&w)) {
        find_flows(&w);
        fputs("{\"traceEvents\":[\n", to);
        put_names(&w);
        put_events(&w);
        add_counts(&w);
        /* Last: readers of Perfetto's kind stop at a key they do not know. */
        fputs("\n],\n\"metadata\":", to);
        json_dumpf(file->metadata, to,
                   JSON_INDENT(1) | JSON_REAL_PRECISION(12));
        fputs("}\n", to);
    } else {
        status = problem_set(why, MACHINE_LACKS,
                             "no memory to write %zu events down",
                             trace_events(file->trace));
    }
    free(w.event);
    free(w.published);
    return status;
}
