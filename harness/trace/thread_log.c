/* thread_log.c - records of each thread, with its own clock and memory.
 */
#include "thread_log.h"
#include "base/host.h"

#include <stdlib.h>
#include <string.h>

/* Of all threads together: 64 MiB, of which only what is used is there. */
enum { MAX_RECORDS = 1 << 21 };

/* What one thread did in one launch: records [from, to). */
struct span {
    uint64_t begin, end;
    size_t from, to;
};

struct thread_log {
    struct threads_log *log;
    struct scan_record *told;
    size_t count, room;
    uint64_t dropped;
    size_t look; /* the newest record + 1, if it is a look; else 0 */
};

struct threads_log {
    struct pool *pool;
    int threads;
    struct thread_log *thread;
    /* Spans of all threads, launch after launch; threads that took no part
     * have begin 0. */
    struct span *span;
    bool *alone; /* of each launch */
    size_t launches, room;
    uint64_t lost; /* launches, for want of memory */
};

static _Thread_local struct thread_log *mine;

/* ------------------------------------------------------------------- notes */

static struct scan_record *note(enum told_kind kind, unsigned state,
                                size_t tile)
{
    static _Thread_local struct scan_record nowhere;
    struct thread_log *const t = mine;

    t->look = 0;
    if (t->count == t->room) {
        t->dropped++;
        return &nowhere;
    }
    struct scan_record *const told = &t->told[t->count++];
    *told = (struct scan_record){
        .at = host_now(), .tag = kind | state << 8, .tile = (uint32_t)tile};
    return told;
}

static void tell_ticket(size_t tile, size_t begin, size_t count)
{
    struct scan_record *const told = note(TOLD_TICKET, 0, tile);

    told->data[0] = begin;
    told->data[1] = count;
}

static void tell_phase(unsigned phase)
{
    note(TOLD_PHASE, phase, 0);
}

static void tell_publish(size_t tile, unsigned state, const void *value,
                         size_t bytes)
{
    struct scan_record *const told = note(TOLD_PUBLISH, state, tile);

    memcpy(told->data, value,
           bytes < sizeof told->data ? bytes : sizeof told->data);
}

static void tell_count(size_t tile, unsigned state, uint64_t count)
{
    note(TOLD_COUNT, state, tile)->data[0] = count;
}

/* The same again is the same look, longer. */
static void tell_look(size_t tile, unsigned state)
{
    const uint64_t unseen = UINT64_C(0xfffffffefffffffe);
    const uint64_t seen = unseen | (state & 1) | (uint64_t)(state >> 1) << 32;
    struct thread_log *const t = mine;

    if (t->look) {
        struct scan_record *const last = &t->told[t->look - 1];
        if (last->tile == tile && last->data[0] == seen) {
            const uint64_t times = (uint32_t)last->data[1] + 1;
            last->data[1] = times | (host_now() - last->at) << 32;
            return;
        }
    }
    struct scan_record *const told = note(TOLD_LOOK, 0, tile);
    told->data[0] = seen;
    told->data[1] = 1;
    t->look = t->count;
}

const struct native_trace threads_trace = {.ticket = tell_ticket,
                                           .phase = tell_phase,
                                           .publish = tell_publish,
                                           .publish_count = tell_count,
                                           .look = tell_look};

/* ---------------------------------------------------------------- launches */

static struct span *spans_of(const struct threads_log *log, size_t launch)
{
    return &log->span[launch * (size_t)log->threads];
}

static bool has_room(struct threads_log *log)
{
    const size_t room = log->room ? 2 * log->room : 64;

    if (log->launches < log->room)
        return true;
    struct span *const span =
        realloc(log->span, room * (size_t)log->threads * sizeof *span);
    if (span)
        log->span = span;
    bool *const alone = realloc(log->alone, room * sizeof *alone);
    if (alone)
        log->alone = alone;
    if (!span || !alone)
        return false;
    log->room = room;
    return true;
}

/* Its spans, all empty; NULL: no memory. */
static struct span *new_launch(struct threads_log *log, bool alone)
{
    if (!has_room(log)) {
        log->lost++;
        return NULL;
    }
    log->alone[log->launches] = alone;
    struct span *const spans = spans_of(log, log->launches++);
    memset(spans, 0, (size_t)log->threads * sizeof *spans);
    return spans;
}

static void span_begins(struct span *span)
{
    mine->look = 0;
    span->from = mine->count;
    span->begin = host_now();
}

static void span_ends(struct span *span)
{
    span->end = host_now();
    span->to = mine->count;
}

static void begin_alone(struct threads_log *log)
{
    struct span *const spans = new_launch(log, true);

    if (spans)
        span_begins(&spans[0]);
}

static void end_alone(struct threads_log *log)
{
    if (log->launches > 0 && log->alone[log->launches - 1])
        span_ends(&spans_of(log, log->launches - 1)[0]);
}

struct work {
    struct threads_log *log;
    struct span *spans; /* or NULL */
    void (*fn)(void *arg, int thread);
    void *arg;
};

static void run_thread(void *arg, int thread)
{
    const struct work *const work = arg;

    mine = &work->log->thread[thread];
    if (work->spans)
        span_begins(&work->spans[thread]);
    work->fn(work->arg, thread);
    if (work->spans)
        span_ends(&work->spans[thread]);
}

void threads_log_parallel(struct pool *pool, void (*fn)(void *arg, int thread),
                          void *arg)
{
    struct threads_log *const log = mine->log;

    end_alone(log);
    struct work work = {log, new_launch(log, false), fn, arg};
    pool_parallel(pool, run_thread, &work);
    begin_alone(log);
}

/* ---------------------------------------------------------- open and close */

struct threads_log *threads_log_open(struct pool *pool)
{
    struct threads_log *const log = calloc(1, sizeof *log);
    const int threads = pool_threads(pool);

    if (!log)
        return NULL;
    log->pool = pool;
    log->threads = threads;
    log->thread = calloc((size_t)threads, sizeof *log->thread);
    for (int i = 0; log->thread && i < threads; i++) {
        struct thread_log *const t = &log->thread[i];
        t->log = log;
        t->room = MAX_RECORDS / (size_t)threads;
        t->told = malloc(t->room * sizeof *t->told);
        if (!t->told)
            t->room = 0;
    }
    if (log->thread && log->thread[threads - 1].told)
        return log;
    threads_log_close(log);
    return NULL;
}

void threads_log_close(struct threads_log *log)
{
    if (!log)
        return;
    for (int i = 0; log->thread && i < log->threads; i++)
        free(log->thread[i].told);
    free(log->thread);
    free(log->span);
    free(log->alone);
    free(log);
}

void threads_log_begin(struct threads_log *log)
{
    for (int i = 0; i < log->threads; i++) {
        log->thread[i].count = 0;
        log->thread[i].dropped = 0;
    }
    log->launches = 0;
    log->lost = 0;
    mine = &log->thread[0];
    begin_alone(log);
}

void threads_log_stop(struct threads_log *log)
{
    end_alone(log);
}

/* ------------------------------------------------------------------ blocks */

static bool is_ticket(const struct scan_record *told)
{
    return (told->tag & 0xff) == TOLD_TICKET;
}

/* A thread's tiles, each from its ticket to the next one; or all that it did.
 */
static size_t cut_span(const struct threads_log *log, const struct span *span,
                       int thread, bool in_tiles, struct told_block *block)
{
    const struct scan_record *const told = log->thread[thread].told;
    size_t blocks = 0;

    if (span->begin == 0)
        return 0;
    if (!in_tiles) {
        *block = (struct told_block){.begin = span->begin,
                                     .end = span->end,
                                     .block = (uint32_t)thread,
                                     .unit = (uint32_t)thread,
                                     .told = told + span->from,
                                     .count = span->to - span->from};
        return 1;
    }
    for (size_t i = span->from; i < span->to; i++) {
        if (is_ticket(&told[i])) {
            if (blocks > 0)
                block[blocks - 1].end = told[i].at;
            block[blocks++] = (struct told_block){.begin = told[i].at,
                                                  .end = span->end,
                                                  .unit = (uint32_t)thread,
                                                  .told = &told[i]};
        }
        if (blocks > 0)
            block[blocks - 1].count++;
    }
    return blocks;
}

static size_t count_tickets(const struct threads_log *log,
                            const struct span *spans, uint32_t *largest)
{
    size_t tickets = 0;

    *largest = 0;
    for (int t = 0; t < log->threads; t++)
        for (size_t i = spans[t].from; i < spans[t].to; i++) {
            const struct scan_record *const told = &log->thread[t].told[i];
            if (!is_ticket(told))
                continue;
            tickets++;
            *largest = told->tile > *largest ? told->tile : *largest;
        }
    return tickets;
}

/* A block has its tile's number, where these are 0, 1, 2 ...; else its own. */
static void number_blocks(struct told_launch *launch, uint32_t largest)
{
    for (size_t b = 0; b < launch->blocks; b++)
        launch->block[b].block = launch->blocks == (size_t)largest + 1
                                     ? launch->block[b].told->tile
                                     : (uint32_t)b;
}

static enum status cut_launch(const struct threads_log *log, size_t number,
                              struct told_launch *launch, struct problem *why)
{
    const struct span *const spans = spans_of(log, number);
    uint32_t largest;
    const size_t tickets = count_tickets(log, spans, &largest);
    const size_t most = tickets ? tickets : (size_t)log->threads;

    *launch = (struct told_launch){
        .kernel = log->alone[number] ? "alone" : "parallel",
        .grid = {(unsigned)most, 1, 1},
        .threads = {1, 1, 1},
        .block = calloc(most, sizeof *launch->block)};
    if (!launch->block)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (int t = 0; t < log->threads; t++)
        launch->blocks += cut_span(log, &spans[t], t, tickets > 0,
                                   launch->block + launch->blocks);
    if (tickets)
        number_blocks(launch, largest);
    else
        launch->grid[0] = (unsigned)launch->blocks;
    return OK;
}

enum status threads_log_end(struct threads_log *log, struct trace *trace,
                            size_t value_bytes, double traced_ns,
                            double untraced_ns, struct problem *why)
{
    struct trace_clock clock = {
        .name = "monotonic",
        .words = "nanoseconds of CLOCK_MONOTONIC, as each thread reads it",
        .device = host_facts()->processor,
        .traced_us = traced_ns / 1000,
        .untraced_us = untraced_ns / 1000,
        .dropped = log->lost};
    struct told_launch *launch;
    enum status status = OK;

    launch = calloc(log->launches + 1, sizeof *launch);
    if (!launch)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    for (int t = 0; t < log->threads; t++)
        clock.dropped += log->thread[t].dropped;
    for (size_t i = 0; i < log->launches && status == OK; i++)
        status = cut_launch(log, i, &launch[i], why);
    if (status == OK)
        status = replay(trace, launch, log->launches, value_bytes, "thread",
                        &clock, why);
    for (size_t i = 0; i < log->launches; i++)
        free(launch[i].block);
    free(launch);
    return status;
}
