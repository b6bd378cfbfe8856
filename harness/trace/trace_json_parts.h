/* trace_json_parts.h - a trace file being written: only for trace_json.c and
 * trace_json_kinds.c. */
#ifndef TRACE_JSON_PARTS_H
#define TRACE_JSON_PARTS_H

#include "trace_json.h"

/* Long chains of arrows freeze the web viewers. */
enum { TRACE_MOST_FLOWS = 256 };

/* An arrow from the P that ended a look-back to the look that saw it. */
struct trace_flow {
    size_t from, to; /* places in the sorted order */
};

struct trace_writer {
    const struct trace_file *file;
    const struct trace *trace;
    FILE *to;
    const struct trace_event **event; /* sorted */
    size_t events;
    /* sorted by `to`; ids count from 1 */
    struct trace_flow flow[TRACE_MOST_FLOWS];
    int flows;
    uint64_t flows_left_out;
    /* Where a tile's A and P were published: place in the sorted order + 1; 0:
     * not published yet. */
    size_t *published;
    size_t tiles;
    bool first; /* the next line is the first */
};

/* The time in whole nanoseconds; slices nest in them as they do in ticks. */
uint64_t trace_json_ns(const struct trace_writer *w, uint64_t at);

void trace_json_text(const struct trace_writer *w, const char *text);
void trace_json_time(const struct trace_writer *w, const char *name,
                     uint64_t ns);
/* Writes an event up to its args. */
void trace_json_head(struct trace_writer *w, const struct trace_event *event,
                     char phase, const char *category, const char *name);

/* The event that published the state that `look` saw k tiles before the nearest
 * tile, and its place; or NULL. */
const struct trace_event *trace_json_publication(const struct trace_writer *w,
                                                 const struct trace_event *look,
                                                 int k, size_t *place);

/* Writes an event, except for the end of its args. */
void trace_json_kind(struct trace_writer *w, const struct trace_event *event);

#endif
