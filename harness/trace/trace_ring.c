/* trace_ring.c - the newest events, in the order in which they ended. */
#include "trace_parts.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_EVENTS = 1024 };

bool trace_is_kept(const struct trace *trace, uint64_t number)
{
    return number && number + trace->room > trace->recorded;
}

struct trace_event *trace_kept(const struct trace *trace, uint64_t number)
{
    return &trace->ring[(number - 1) % trace->room];
}

uint64_t trace_keep(struct trace *trace, const struct trace_event *event)
{
    if (trace->recorded == trace->room && trace->room < trace->most) {
        const size_t room =
            2 * trace->room < trace->most ? 2 * trace->room : trace->most;
        struct trace_event *const ring =
            realloc(trace->ring, room * sizeof *ring);
        if (ring) { /* else the oldest go */
            trace->ring = ring;
            trace->room = room;
        } else {
            trace->most = trace->room;
        }
    }
    const uint64_t number = ++trace->recorded;
    *trace_kept(trace, number) = *event;
    return number;
}

struct trace *trace_open(size_t most_events)
{
    struct trace *const trace = calloc(1, sizeof *trace);

    if (!trace)
        return NULL;
    trace->most = most_events > 0 ? most_events : 1;
    trace->room = trace->most < FIRST_EVENTS ? trace->most : FIRST_EVENTS;
    trace->ring = malloc(trace->room * sizeof *trace->ring);
    if (!trace->ring || !trace_texts_open(trace)) {
        trace_close(trace);
        return NULL;
    }
    trace_reset(trace, SIZE_MAX);
    return trace;
}

void trace_close(struct trace *trace)
{
    if (!trace)
        return;
    free(trace->ring);
    free(trace->shape);
    trace_texts_close(trace);
    free(trace->published);
    free(trace);
}

void trace_reset(struct trace *trace, size_t n)
{
    trace->recorded = trace->orders = 0;
    trace->origin = trace->last = 0;
    trace->begun = trace->told = trace->has_finding = false;
    trace->has_launch = false;
    trace->n = n;
    trace->accesses = 0;
    memset(trace->row, 0, (size_t)trace->rows * sizeof *trace->row);
    trace->rows = 0;
    trace->clock = (struct trace_clock){.name = NULL};
    trace->launches = 0;
    trace->shapes = 0;
    trace_texts_reset(trace);
    if (trace->published)
        memset(trace->published, 0, 2 * trace->tiles * sizeof(uint64_t));
}

bool trace_keeps_values(const struct trace *trace)
{
    return trace->n <= TRACE_SMALL_N;
}

bool trace_keeps_accesses(const struct trace *trace)
{
    return trace->n <= TRACE_TINY_N;
}

/* ------------------------------------------------------- to write it down */

static uint64_t overwritten(const struct trace *trace)
{
    return trace->recorded > trace->room ? trace->recorded - trace->room : 0;
}

uint64_t trace_dropped(const struct trace *trace)
{
    return overwritten(trace) + trace->clock.dropped;
}

size_t trace_events(const struct trace *trace)
{
    return (size_t)(trace->recorded - overwritten(trace));
}

const struct trace_event *trace_event(const struct trace *trace, size_t i)
{
    return trace_kept(trace, overwritten(trace) + i + 1);
}

uint64_t trace_recorded(const struct trace *trace)
{
    return trace->orders;
}

struct trace_extent trace_extent(const struct trace *trace)
{
    return (struct trace_extent){trace->origin, trace->last, trace->rows};
}

bool trace_is_told(const struct trace *trace)
{
    return trace->told;
}

bool trace_has_finding(const struct trace *trace)
{
    return trace->has_finding;
}

const struct trace_shape *trace_shape(const struct trace *trace,
                                      const struct trace_event *event)
{
    static const struct trace_shape none;

    const uint32_t number = event->of.launch.shape;

    return number ? &trace->shape[number - 1] : &none;
}
