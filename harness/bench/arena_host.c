/* arena_host.c - a field on this machine's threads.
 *
 * Rows are compared with a copy of n elements of T. For a scan it goes from the
 * input to the output; otherwise its target is a separate array, and its source
 * the first input or, if that is too short, another separate array.
 */
#include "arena.h"
#include "base/host.h"

#include <string.h>
#include <xxhash.h>

enum {
    MIN_FLUSH = 64 << 20,
    FULL_CACHES = 4 /* of larger arrays, little stays in one */
};

static const unsigned char POISON = 0xa5;

struct host {
    struct arena base;
    struct call call; /* its inputs are the reference's */
    void *out[MAX_PORTS];
    void *source; /* of a copy: NULL, unless the first port is too short */
    void *copied; /* NULL: the first output */
    void *flush;
    size_t flush_bytes;
};

static struct host *of(struct arena *arena)
{
    return (struct host *)arena;
}

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

static void fill(const struct host *h, void *memory, size_t bytes,
                 unsigned char value)
{
    struct pool *const pool = h->base.field->pool;
    struct filling filling = {memory, bytes, pool_threads(pool), value};

    pool_parallel(pool, fill_share, &filling);
}

/* in, out and expected */
static enum status fits(size_t n, size_t elem_bytes, struct problem *why)
{
    return host_has_memory(3 * n * elem_bytes, "this bench", why);
}

static const void *copied_from(const struct host *h)
{
    return h->source ? h->source : h->base.reference.memory[0];
}

static void *copied_to(const struct host *h)
{
    return h->copied ? h->copied : h->out[1];
}

/* Allocates the arrays that a copy reads and writes. The source is written
 * once: pages never written all map to one page of zeros. */
static enum status take_copied(struct host *h, struct problem *why)
{
    const size_t bytes = h->base.bytes;

    if (arena_is_plain(&h->base))
        return OK;
    enum status status = host_alloc(bytes, &h->copied, why);
    if (status != OK || h->base.reference.bytes[0] >= bytes)
        return status;
    status = host_alloc(bytes, &h->source, why);
    if (status == OK)
        memset(h->source, POISON, bytes);
    return status;
}

static enum status take_outputs(struct host *h, struct problem *why)
{
    const struct port *const port = h->base.reference.algorithm->task->ports;
    enum status status = OK;

    h->call = h->base.reference.call;
    for (int i = 0; port[i].name && status == OK; i++) {
        if (port[i].direction == PORT_IN)
            continue;
        status = host_alloc(h->base.reference.bytes[i], &h->out[i], why);
        h->call.port[i] = h->out[i];
    }
    return status;
}

/* Whether a call before the sample changes what the caches hold: not when
 * they are flushed, nor if arrays are so large that little of them stays in a
 * level 3 cache (of one processor: others may have their own). An application's
 * output cannot be spoilt between two calls, so its longer calls are alone. */
static bool warms_up(const struct arena *arena)
{
    const size_t level3 = host_facts()->level3_bytes;

    return arena->field->mode == MODE_WARM && arena_is_plain(arena) &&
           (level3 == 0 || 2 * arena->bytes <= FULL_CACHES * level3);
}

static enum status open_host(struct arena *arena, struct problem *why)
{
    struct host *const h = of(arena);
    const bool cold = arena->field->mode == MODE_COLD;
    const size_t ports = arena_port_bytes(arena->field);

    arena->sample_ns = cold ? 0 : 30000; /* 0: one call is a sample */
    arena->warms_up = warms_up(arena);
    if (cold && !arena_is_plain(arena))
        return problem_set(why, WRONG_USE, "--mode cold works only with scans");
    if (cold)
        h->flush_bytes = 2 * host_facts()->level3_bytes > MIN_FLUSH
                             ? 2 * host_facts()->level3_bytes
                             : MIN_FLUSH;
    enum status status = host_has_memory(
        ports + ports / 2 + (arena_is_plain(arena) ? 0 : 3 * ports / 2) +
            h->flush_bytes,
        "this bench", why);
    if (status == OK)
        status = arena_take_reference(arena, 0, why);
    if (status == OK)
        status = take_outputs(h, why);
    if (status == OK)
        status = take_copied(h, why);
    return status == OK && cold ? host_alloc(h->flush_bytes, &h->flush, why)
                                : status;
}

static void close_host(struct arena *arena)
{
    struct host *const h = of(arena);

    pool_let_go(arena->field->pool);
    for (int i = 0; i < MAX_PORTS; i++)
        host_free(h->out[i], arena->reference.bytes[i]);
    host_free(h->source, arena->bytes);
    host_free(h->copied, arena->bytes);
    host_free(h->flush, h->flush_bytes);
    arena_free_reference(arena);
}

/* ---------------------------------------------------------------- samples */

/* Poisons outputs; in-and-out ports get their original contents. */
static void poison(const struct host *h)
{
    const struct reference *const r = &h->base.reference;

    for (int i = 0; i < MAX_PORTS; i++)
        if (r->before[i])
            memcpy(h->out[i], r->before[i], r->bytes[i]);
        else if (h->out[i])
            fill(h, h->out[i], r->bytes[i], POISON);
    if (h->copied)
        fill(h, h->copied, h->base.bytes, POISON);
}

static enum status call(struct arena *arena, struct contestant *c,
                        struct problem *why)
{
    struct host *const h = of(arena);

    (void)why;
    poison(h);
    c->call = &h->call;
    contestant_call(c, copied_from(h), copied_to(h), arena->bytes);
    return OK;
}

static enum status time_one(struct arena *arena, struct contestant *c,
                            size_t round, double *ns, struct problem *why)
{
    struct host *const h = of(arena);

    (void)why;
    if (h->flush)
        fill(h, h->flush, h->flush_bytes, (unsigned char)round);
    poison(h);
    c->call = &h->call;
    *ns = contestant_time(
        c, copied_from(h), copied_to(h), arena->bytes, arena_repeats(arena, c),
        arena_is_plain(arena) ? arena->field->monoid->table.bytes : 0);
    return OK;
}

static enum status check(struct arena *arena, struct contestant *c,
                         struct problem *why)
{
    const struct host *const h = of(arena);

    if (c->wrong)
        return OK;
    return c->kind == CONTEST_COPY
               ? arena_check_copy(arena, copied_from(h), copied_to(h), c)
               : arena_check_outputs(arena, &h->call, c, why);
}

static enum status fingerprint(struct arena *arena, uint64_t *out,
                               struct problem *why)
{
    const struct host *const h = of(arena);

    (void)why;
    *out = 0;
    for (int i = 0; i < MAX_PORTS; i++)
        if (h->out[i])
            *out = XXH64(h->out[i], arena->reference.length[i], *out);
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
    .fingerprint = fingerprint,
};
