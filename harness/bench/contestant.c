/* contestant.c - calls and times one row of a bench. */
#include "contestant.h"
#include "base/host.h"

#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { MAX_CALLS = 2000 };

/* --------------------------------------------------------------- copying */

struct copying {
    const struct copy_kind *kind;
    char *out;
    const char *in;
    size_t bytes;
    int threads;
    atomic_size_t next_tile;
};

/* Shares end at cache lines, as in any copy by several threads. */
static size_t share_begin(const struct copying *c, int thread)
{
    const size_t each = c->bytes / (size_t)c->threads / 64 * 64;
    return thread == c->threads ? c->bytes : each * (size_t)thread;
}

/* Tiles of the output begin at a cache line, so that no line is shared. */
static void copy_tiles(void *arg, int thread)
{
    struct copying *c = arg;
    const size_t tile = c->kind->tile_bytes;

    (void)thread;
    for (;;) {
        const size_t begin = tile * atomic_fetch_add(&c->next_tile, 1);
        if (begin >= c->bytes)
            return;
        const size_t left = c->bytes - begin;
        c->kind->copy(c->out + begin, c->in + begin, left < tile ? left : tile);
    }
}

static void copy_share(void *arg, int thread)
{
    const struct copying *c = arg;
    const size_t begin = share_begin(c, thread);

    c->kind->copy(c->out + begin, c->in + begin,
                  share_begin(c, thread + 1) - begin);
}

static void copy_all(const struct contestant *c, const void *in, void *out,
                     size_t bytes)
{
    const int threads = c->alone ? 1 : pool_threads(c->pool);
    struct copying copying = {c->copy, out, in, bytes, threads, 0};

    if (threads == 1)
        copy_share(&copying, 0);
    else
        pool_parallel(c->pool, c->copy->tile_bytes ? copy_tiles : copy_share,
                      &copying);
}

/* ------------------------------------------------------------------ calls */

void contestant_fail(struct contestant *c, enum status status,
                     const struct problem *fault)
{
    c->wrong = true;
    c->unjudged = status == NOT_JUDGED;
    snprintf(c->fault, sizeof c->fault, "%.250s", fault->line);
}

enum status contestant_verdict(const struct contestant *c)
{
    return c->unjudged ? NOT_JUDGED : CHECK_FAILED;
}

static void call_algorithm(struct contestant *c)
{
    struct problem fault;
    const enum status status = execution_call(c->execution, c->call, &fault);

    if (status != OK)
        contestant_fail(c, status, &fault);
}

struct row_call contestant_row_call(const struct contestant *c,
                                    const struct call *call)
{
    struct row_call of = {.setting = c->library->setting,
                          .temporary = (void *)(uintptr_t)c->temporary,
                          .bytes = c->temporary_bytes};

    for (int i = 0; i < MAX_PORTS; i++)
        of.port[i] = call->port[i];
    for (int i = 0; i < MAX_SIZES; i++)
        of.size[i] = call->sizes.of[i];
    return of;
}

static void call_library(const struct contestant *c)
{
    const int threads = pool_threads(c->pool);

    if (c->library->scan) {
        c->library->scan(c->call->port[0], c->call->port[1],
                         c->call->sizes.of[0], threads);
        return;
    }
    struct row_call call = contestant_row_call(c, c->call);
    call.threads = threads;
    c->library->call(&call);
}

void contestant_call(struct contestant *c, const void *from, void *to,
                     size_t bytes)
{
    switch (c->kind) {
    case CONTEST_ALGORITHM: call_algorithm(c); break;
    case CONTEST_LIBRARY: call_library(c); break;
    case CONTEST_COPY: copy_all(c, from, to, bytes); break;
    }
}

static void nothing(void *arg, int thread)
{
    (void)arg, (void)thread;
}

/* Wakes the contestant's own threads and puts all others to sleep. */
static void settle(struct contestant *c)
{
    if (c->kind == CONTEST_LIBRARY)
        pool_sleep(c->pool);
    else
        pool_parallel(c->pool, nothing, NULL);
    pool_pin(c->pool);
}

/* A library's first calls start its threads, which also get their own
 * processors. */
static void start_library(struct contestant *c, const void *from, void *to,
                          size_t bytes)
{
    enum { CALLS = 5 };

    pool_sleep(c->pool);
    pool_step_aside(c->pool);
    for (int i = 0; i < CALLS; i++)
        contestant_call(c, from, to, bytes);
    c->started = true;
}

/* Spoils one element, a different one for each call: a scan that returns early
 * because its output is already there leaves it so, and the check after the
 * sample detects it. Storing one element costs nothing compared with a scan. */
static void spoil(void *out, size_t call, size_t n, size_t elem_bytes)
{
    const size_t at =
        (size_t)(((uint64_t)(uint32_t)(call * 2654435761u) * (uint64_t)n) >>
                 32);

    if (n > 0 && n <= UINT32_MAX)
        memset((char *)out + at * elem_bytes, 0xa5, elem_bytes);
}

/* Until the caches hold what the contestant leaves in them. One call is not
 * enough if the arrays just fit: it finds lines that others left, in the cache
 * of another core. */
static void warm_up(struct contestant *c, const void *from, void *to,
                    size_t bytes)
{
    enum { CALLS = 10, LONGEST_NS = 1000000 };
    const uint64_t start = host_now();

    for (int i = 0; i < CALLS && host_now() - start <= LONGEST_NS; i++)
        contestant_call(c, from, to, bytes);
}

double contestant_time(struct contestant *c, const void *from, void *to,
                       size_t bytes, bool warm, size_t spoilt)
{
    if (c->kind == CONTEST_LIBRARY && !c->started)
        start_library(c, from, to, bytes);
    settle(c);
    if (warm)
        warm_up(c, from, to, bytes);
    const uint64_t start = host_now();
    for (size_t i = 0; i < c->calls; i++) {
        if (warm && spoilt > 0)
            spoil(to, c->spoils++, bytes / spoilt, spoilt);
        contestant_call(c, from, to, bytes);
    }
    const uint64_t end = host_now();
    /* A library's threads spin on for a while; they must not take the processor
     * from the next contestant. */
    if (c->kind == CONTEST_LIBRARY)
        usleep(3000);
    return (double)(end - start) / (double)c->calls;
}

void contestant_calibrate(struct contestant *c, double ns, double sample_ns)
{
    if (ns * MAX_CALLS < sample_ns)
        c->calls = MAX_CALLS;
    else if (ns < sample_ns)
        c->calls = ((size_t)(sample_ns / ns) + 2) / 2 * 2;
}

void contestant_close(struct contestant *c)
{
    execution_close(c->execution);
    c->execution = NULL;
}
