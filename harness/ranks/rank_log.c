/* rank_log.c - see rank_log.h. */
#include "rank_log.h"
#include "base/host.h"

uint64_t rank_log_now(const struct rank_log *log)
{
    return log ? host_now() : 0;
}

static void add(struct rank_log *log, const struct rank_event *event)
{
    if (log->events == RANK_LOG_EVENTS)
        log->dropped++;
    else
        log->event[log->events++] = *event;
}

void rank_log_phase(struct rank_log *log, enum rank_phase phase, size_t round,
                    uint64_t begin)
{
    if (log)
        add(log, &(struct rank_event){.begin = begin,
                                      .end = host_now(),
                                      .phase = phase,
                                      .round = (uint32_t)round,
                                      .to = -1,
                                      .from = -1});
}

/* It ends after the message has come: the arrow in a viewer ends within it. */
void rank_log_messages(struct rank_log *log, const struct rank_event *event)
{
    struct rank_event ended = *event;

    if (!log)
        return;
    ended.end = host_now();
    if (ended.end <= ended.got_at)
        ended.end = ended.got_at + 1;
    add(log, &ended);
}

struct rank_range rank_range_of(const struct wire *wire)
{
    return (struct rank_range){wire->first, wire->end};
}
