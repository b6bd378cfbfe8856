/* arena_host.c - a field on this machine's threads. */
#include "arena.h"
#include "calls/check.h"
#include "monoids/rounding.h"
#include "base/host.h"

#include <stdio.h>
#include <string.h>

enum { FLUSH_LEAST = 64 << 20 };

static const unsigned char POISON = 0xa5;

struct host {
    struct arena base;
    char *in, *out, *expected, *flush;
    size_t flush_bytes;
};

/* ----------------------------------------------------------------- memory */

struct filling {
    char *memory;
    size_t bytes;
    int threads;
    unsigned char value;
};

static void fill_share(void *arg, int thread)
{
    const struct filling *f = arg;
    const size_t each = f->bytes / (size_t)f->threads;
    const size_t begin = each * (size_t)thread;

    memset(f->memory + begin, f->value,
           thread + 1 == f->threads ? f->bytes - begin : each);
}

static void fill(struct pool *pool, char *memory, size_t bytes,
                 unsigned char value)
{
    struct filling filling = {memory, bytes, pool_threads(pool), value};
    pool_parallel(pool, fill_share, &filling);
}

static void poison(const struct host *host)
{
    fill(host->base.field->pool, host->out, host->base.bytes, POISON);
}

/* in, out and expected */
static size_t array_bytes(size_t n, size_t elem_bytes)
{
    return 3 * n * elem_bytes;
}

static enum status fits(size_t n, size_t elem_bytes, struct problem *why)
{
    return host_has_memory(array_bytes(n, elem_bytes), "this bench", why);
}

static enum status open_host(struct arena *arena, struct problem *why)
{
    struct host *host = (struct host *)arena;
    const struct field *field = arena->field;
    const struct monoid_table *m = &field->monoid->table;
    void *memory[4] = {NULL};

    arena->sample_ns = 30000;
    if (field->mode == MODE_COLD) {
        host->flush_bytes = 2 * host_facts()->level3_bytes;
        if (host->flush_bytes < FLUSH_LEAST)
            host->flush_bytes = FLUSH_LEAST;
    }
    enum status status = host_has_memory(
        array_bytes(field->n, m->bytes) + host->flush_bytes, "this bench", why);
    for (int i = 0; i < 4 && status == OK; i++)
        status = host_take(i < 3 ? arena->bytes : host->flush_bytes, &memory[i],
                           why);
    host->in = memory[0];
    host->out = memory[1];
    host->expected = memory[2];
    host->flush = memory[3];
    if (status != OK)
        return status;
    m->draw(host->in, field->n, field->seed);
    m->fold(host->in, host->expected, field->n, field->exclusive, NULL);
    return OK;
}

static void close_host(struct arena *arena)
{
    struct host *host = (struct host *)arena;

    pool_let_go(arena->field->pool);
    host_free(host->in, arena->bytes);
    host_free(host->out, arena->bytes);
    host_free(host->expected, arena->bytes);
    host_free(host->flush, host->flush_bytes);
    host_free(arena->allowed, arena->bytes);
}

/* ---------------------------------------------------------------- samples */

static enum status call(struct arena *arena, struct contestant *c,
                        struct problem *why)
{
    struct host *host = (struct host *)arena;

    (void)why;
    poison(host);
    contestant_call(c, host->in, host->out, arena->field->n,
                    arena->field->monoid->table.bytes);
    return OK;
}

static enum status time_one(struct arena *arena, struct contestant *c,
                            size_t round, double *ns, struct problem *why)
{
    struct host *host = (struct host *)arena;

    (void)why;
    if (arena->field->mode == MODE_COLD)
        fill(arena->field->pool, host->flush, host->flush_bytes,
             (unsigned char)round);
    poison(host);
    *ns = contestant_time(c, host->in, host->out, arena->field->n,
                          arena->field->monoid->table.bytes);
    return OK;
}

/* The first output that is not equal may be off by rounding. */
static enum status find_allowed(struct host *host, struct problem *why)
{
    struct arena *arena = &host->base;
    const struct field *field = arena->field;
    const struct scan_result plain = {.monoid = &field->monoid->table,
                                      .in = host->in,
                                      .out = host->expected,
                                      .n = field->n,
                                      .exclusive = field->exclusive};

    if (arena->allowed || !rounding_applies(plain.monoid))
        return OK;
    const enum status status = host_take(arena->bytes, &arena->allowed, why);
    return status == OK ? check_allowed(&plain, arena->allowed, why) : status;
}

static enum status check(struct arena *arena, struct contestant *c,
                         struct problem *why)
{
    struct host *host = (struct host *)arena;
    const struct field *field = arena->field;
    const struct monoid_table *m = &field->monoid->table;
    const bool copies = c->kind == CONTEST_COPY;
    const void *want = copies ? host->in : host->expected;
    struct problem fault;

    if (c->wrong ||
        check_equal(m, want, host->out, field->n, field->pool, &fault) == OK)
        return OK;
    const enum status status = copies ? OK : find_allowed(host, why);
    if (status != OK)
        return status;
    if (!copies && check_within(m, want, arena->allowed, host->out, field->n,
                                field->pool, &fault) == OK)
        return OK;
    contestant_fail(c, CHECK_FAILED, &fault);
    return OK;
}

const struct arena_type arena_host = {
    .own_bytes = sizeof(struct host),
    .calibrations = 1,
    .fits = fits,
    .open = open_host,
    .close = close_host,
    .call = call,
    .time = time_one,
    .check = check,
};
