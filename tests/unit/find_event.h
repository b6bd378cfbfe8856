/* find_event.h - looks for an event in a trace, for the tests of traces. */
#ifndef FIND_EVENT_H
#define FIND_EVENT_H

#include "trace/trace_record.h"

/* The k-th kept event of this kind. */
static inline const struct trace_event *find(const struct trace *trace,
                                             enum event_kind kind, int k)
{
    for (size_t i = 0; i < trace_events(trace); i++)
        if (trace_event(trace, i)->kind == kind && k-- == 0)
            return trace_event(trace, i);
    return NULL;
}

#endif
