/* trace_json_kinds.c - the fields of each kind of event in a trace file. */
#include "trace_json_parts.h"
#include "monoids/interval_table.h"

#include <string.h>

static const char *const phases[PHASES] = {
    [PHASE_load] = "load",           [PHASE_scan] = "scan",
    [PHASE_look_back] = "look back", [PHASE_store] = "store",
    [PHASE_count] = "count",         [PHASE_reduce] = "reduce",
    [PHASE_scatter] = "scatter",
};

/* ---------------------------------------------------------------- elements */

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

static void put_value(const struct trace_writer *w,
                      const struct trace_event *event)
{
    const struct trace_elements *const elements = &w->file->elements;
    const void *const value = trace_value(w->trace, event);
    char text[256];

    if (!value) {
        fputs("null", w->to);
        return;
    }
    if (event->kind == EVENT_PUBLISH && event->of.publish.is_count) {
        uint64_t count;
        memcpy(&count, value, sizeof count);
        fprintf(w->to, "\"%llu\"", (unsigned long long)count);
        return;
    }
    trace_json_text(w, trace_print(elements, value, text, sizeof text));
}

/* ------------------------------------------------------------------- kinds */

static void put_tile(const struct trace_writer *w,
                     const struct trace_event *event)
{
    if (event->tile != TRACE_NO_TILE)
        fprintf(w->to, ",\"tile\":%u", event->tile);
}

/* The args that every event of a block has. */
static void put_who(const struct trace_writer *w,
                    const struct trace_event *event)
{
    fprintf(w->to, ",\"args\":{\"block\":%u", event->block);
    put_tile(w, event);
}

static void put_where(const struct trace_writer *w, uint32_t text)
{
    const char *const where = trace_text_of(w->trace, text);

    if (!*where)
        return;
    fputs(",\"at\":", w->to);
    trace_json_text(w, where);
}

static void put_launch(struct trace_writer *w, const struct trace_event *event)
{
    const struct trace_shape *const s = trace_shape(w->trace, event);

    trace_json_head(w, event, 'X', "launch",
                    trace_text_of(w->trace, event->of.launch.kernel));
    fprintf(w->to,
            ",\"args\":{\"launch\":%u,\"grid\":[%u,%u,%u],"
            "\"block\":[%u,%u,%u]",
            event->of.launch.index, s->grid[0], s->grid[1], s->grid[2],
            s->block[0], s->block[1], s->block[2]);
}

static void put_block(struct trace_writer *w, const struct trace_event *event)
{
    const bool has_tile = event->tile != TRACE_NO_TILE;
    char name[32];

    snprintf(name, sizeof name, "%s %u", has_tile ? "tile" : "block",
             has_tile ? event->tile : event->block);
    trace_json_head(w, event, 'X', "block", name);
    put_who(w, event);
    if (has_tile)
        fprintf(w->to, ",\"begin\":%llu,\"count\":%u",
                (unsigned long long)event->of.block.begin,
                event->of.block.count);
    if (event->of.block.reads || event->of.block.writes)
        fprintf(w->to, ",\"reads\":%u,\"writes\":%u", event->of.block.reads,
                event->of.block.writes);
    if (!event->of.block.finished)
        fputs(",\"unfinished\":true", w->to);
}

static void put_phase(struct trace_writer *w, const struct trace_event *event)
{
    trace_json_head(
        w, event, 'X', "phase",
        event->of.phase.which < PHASES ? phases[event->of.phase.which] : "?");
    put_who(w, event);
}

static void put_wait(struct trace_writer *w, const struct trace_event *event)
{
    char name[256];

    snprintf(name, sizeof name, "waits for %s",
             trace_text_of(w->trace, event->of.wait.what));
    trace_json_head(w, event, 'X', "wait", name);
    put_who(w, event);
    fprintf(w->to, ",\"thread\":%u,\"times\":%u,\"for\":", event->thread,
            event->of.wait.times);
    trace_json_text(w, trace_text_of(w->trace, event->of.wait.what));
    put_where(w, event->of.wait.where);
}

static void put_ticket(struct trace_writer *w, const struct trace_event *event)
{
    char name[32];

    snprintf(name, sizeof name, "ticket %u", event->tile);
    trace_json_head(w, event, 'i', "ticket", name);
    put_who(w, event);
    fprintf(w->to, ",\"begin\":%llu,\"count\":%u",
            (unsigned long long)event->of.ticket.begin, event->of.ticket.count);
}

static char letter(unsigned state)
{
    return "XAP."[state & 3];
}

static void put_publish(struct trace_writer *w, const struct trace_event *event)
{
    char name[32];

    snprintf(name, sizeof name, "%c of tile %u",
             letter(event->of.publish.state), event->of.publish.tile);
    trace_json_head(w, event, 'i', "publish", name);
    fprintf(w->to, ",\"args\":{\"block\":%u,\"tile\":%u,\"state\":\"%c\"",
            event->block, event->of.publish.tile,
            letter(event->of.publish.state));
    if (trace_value(w->trace, event)) {
        fputs(",\"value\":", w->to);
        put_value(w, event);
    }
}

/* The nearest tile first, as in the look-back itself: "AAP". */
static void put_look(struct trace_writer *w, const struct trace_event *event)
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
    trace_json_head(w, event, 'i', "look", name);
    put_who(w, event);
    fprintf(w->to, ",\"first\":%u,\"flags\":\"%s\"", event->of.look.nearest,
            flags);
    if (found != TRACE_NO_TILE)
        fprintf(w->to, ",\"found\":%u", found);
    if (event->of.look.times > 1) {
        fprintf(w->to, ",\"times\":%u", event->of.look.times);
        trace_json_time(w, "until",
                        trace_json_ns(w, event->at + event->length));
    }
    if (!trace_keeps_values(w->trace))
        return;
    fputs(",\"values\":[", w->to);
    for (int k = 0; k < count; k++) {
        size_t place;
        const struct trace_event *const seen =
            trace_json_publication(w, event, k, &place);
        if (k > 0)
            putc(',', w->to);
        if (seen)
            put_value(w, seen);
        else
            fputs("null", w->to);
    }
    putc(']', w->to);
}

static void put_barrier(struct trace_writer *w, const struct trace_event *event)
{
    trace_json_head(w, event, 'i', "barrier",
                    event->of.barrier.of_warp ? "barrier of a warp"
                                              : "barrier");
    put_who(w, event);
    if (event->of.barrier.of_warp)
        fprintf(w->to, ",\"warp\":%u", event->thread / TRACE_LANES);
    put_where(w, event->of.barrier.where);
}

static void put_flag(struct trace_writer *w, const struct trace_event *event)
{
    const char *const word = trace_text_of(w->trace, event->of.flag.what);
    char name[256];

    if (event->of.flag.stale)
        snprintf(name, sizeof name, "reads an older %s", word);
    else if (event->of.flag.atomic)
        snprintf(name, sizeof name, "%s = %llu", word,
                 (unsigned long long)event->of.flag.value);
    else
        snprintf(name, sizeof name, "writes %s", word);
    trace_json_head(w, event, 'i', "flag", name);
    put_who(w, event);
    fprintf(w->to, ",\"thread\":%u,\"word\":", event->thread);
    trace_json_text(w, word);
    if (event->of.flag.stale)
        fputs(",\"stale\":true", w->to);
    if (event->of.flag.atomic || event->of.flag.stale)
        fprintf(w->to, ",\"value\":%llu",
                (unsigned long long)event->of.flag.value);
    put_where(w, event->of.flag.where);
}

/* Leaf i of the network is node i, op k node n + k; the identity is -1. */
static long number_of(uint32_t node)
{
    return (long)node - INTERVAL_FIRST_LEAF;
}

static void put_op(struct trace_writer *w, const struct trace_event *event)
{
    const struct trace_elements *const elements = &w->file->elements;
    const uint32_t number = event->of.op.node;
    const struct interval_node *const node = interval_node(number);
    const struct interval_operands of = interval_operands(number);
    char range[64], text[256];

    print_range(node, range, sizeof range);
    trace_json_head(w, event, 'i', "op", range);
    put_who(w, event);
    fprintf(w->to,
            ",\"thread\":%u,\"node\":%ld,\"left\":%ld,\"right\":%ld,"
            "\"depth\":%u",
            event->thread, number_of(number), number_of(of.left),
            number_of(of.right), node->depth);
    if (!interval_is_broken(node))
        fprintf(w->to, ",\"low\":%u,\"high\":%u", node->low, node->high);
    if (elements->values) {
        fputs(",\"value\":", w->to);
        trace_json_text(
            w, monoid_print(elements->shown,
                            elements->values +
                                (size_t)number * elements->shown->bytes,
                            text, sizeof text));
    }
}

static bool is_element(const struct trace_elements *elements, const void *value,
                       size_t bytes)
{
    return elements->are_intervals && bytes == elements->monoid->bytes &&
           interval_look(value, bytes);
}

/* Counters and flags. Where T is one word, each word of an element is known, so
 * that others are numbers. */
static bool is_number(const struct trace_elements *elements, const char *value,
                      size_t bytes)
{
    uint32_t word;

    if (bytes > sizeof(uint64_t))
        return false;
    if (elements->are_none)
        return true;
    if (!elements->are_intervals || elements->monoid->bytes != sizeof word)
        return false;
    for (size_t k = 0; k + sizeof word <= bytes; k += sizeof word) {
        memcpy(&word, value + k, sizeof word);
        if (interval_number(word) != INTERVAL_NONE)
            return false;
    }
    return true;
}

static void put_value_read(const struct trace_writer *w,
                           const struct trace_event *event)
{
    const struct trace_elements *const elements = &w->file->elements;
    const void *const value = trace_value(w->trace, event);
    const size_t bytes = event->of.access.bytes;
    uint64_t number = 0;

    if (value && is_element(elements, value, bytes)) {
        fputs(",\"value\":", w->to);
        put_value(w, event);
    } else if (value && is_number(elements, value, bytes)) {
        memcpy(&number, value, bytes); /* little endian */
        fprintf(w->to, ",\"value\":\"%llu\"", (unsigned long long)number);
    }
}

static void put_access(struct trace_writer *w, const struct trace_event *event)
{
    const char *const word = trace_text_of(w->trace, event->of.access.what);
    char name[256];

    snprintf(name, sizeof name, "%s %s",
             event->of.access.writes ? "writes" : "reads", word);
    trace_json_head(w, event, 'i', "access", name);
    put_who(w, event);
    fprintf(w->to, ",\"thread\":%u,\"word\":", event->thread);
    trace_json_text(w, word);
    fprintf(w->to, ",\"writes\":%s,\"bytes\":%u",
            event->of.access.writes ? "true" : "false", event->of.access.bytes);
    if (event->of.access.shared != TRACE_GLOBAL)
        fprintf(w->to, ",\"shared\":%u", event->of.access.shared);
    put_value_read(w, event);
    put_where(w, event->of.access.where);
}

static void put_finding(struct trace_writer *w, const struct trace_event *event)
{
    trace_json_head(w, event, 'i', "finding",
                    trace_text_of(w->trace, event->of.finding.sentence));
    if (event->row == TRACE_NO_ROW)
        fputs(",\"args\":{\"block\":null", w->to);
    else
        put_who(w, event);
}

void trace_json_kind(struct trace_writer *w, const struct trace_event *event)
{
    static void (*const put[EVENT_KINDS])(struct trace_writer *,
                                          const struct trace_event *) = {
        [EVENT_LAUNCH] = put_launch, [EVENT_BLOCK] = put_block,
        [EVENT_PHASE] = put_phase,   [EVENT_WAIT] = put_wait,
        [EVENT_TICKET] = put_ticket, [EVENT_PUBLISH] = put_publish,
        [EVENT_LOOK] = put_look,     [EVENT_BARRIER] = put_barrier,
        [EVENT_FLAG] = put_flag,     [EVENT_OP] = put_op,
        [EVENT_ACCESS] = put_access, [EVENT_FINDING] = put_finding,
    };

    put[event->kind](w, event);
}
