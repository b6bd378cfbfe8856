/* arena_ports_host.c - a bench of an application on this machine's threads.
 *
 * As arena_host.c, with as many arrays as the application has ports. The copy
 * that it is set beside moves n elements of T: its first input, if that has so
 * many bytes, else an array of their own.
 */
#include "arena_ports.h"
#include "base/host.h"

#include <string.h>

static const unsigned char POISON = 0xa5;

struct host_ports {
    struct arena base;
    struct drawn_ports drawn;
    struct call call; /* its inputs are the drawn ones */
    void *out[MAX_PORTS];
    void *source; /* of a copy: NULL, or what the first port is too short for */
    void *copied;
};

static struct host_ports *of(struct arena *arena)
{
    return (struct host_ports *)arena;
}

static const void *copied_from(const struct host_ports *h)
{
    return h->source ? h->source : h->drawn.memory[0];
}

/* What a copy reads and writes. The source is written once: pages that never
 * were are all one page of zeros. */
static enum status take_copied(struct host_ports *h, struct problem *why)
{
    const size_t bytes = h->base.bytes;
    enum status status = host_take(bytes, &h->copied, why);

    if (status != OK || h->drawn.bytes[0] >= bytes)
        return status;
    status = host_take(bytes, &h->source, why);
    if (status == OK)
        memset(h->source, POISON, bytes);
    return status;
}

static enum status open_host(struct arena *arena, struct problem *why)
{
    struct host_ports *const h = of(arena);
    const struct field *const field = arena->field;
    const struct port *const port = field->choice->algorithm->task->ports;
    const size_t bytes = drawn_ports_bytes(field);
    enum status status =
        field->mode == MODE_COLD
            ? problem_set(why, WRONG_USE, "--mode cold is for scans")
            : host_has_memory(3 * bytes, "this bench", why);

    arena->sample_ns = 30000;
    if (status == OK)
        status = drawn_ports_take(field, &h->drawn, why);
    if (status == OK)
        status = take_copied(h, why);
    h->call = h->drawn.call;
    for (int i = 0; port[i].name && status == OK; i++) {
        if (port[i].direction == PORT_IN)
            continue;
        status = host_take(h->drawn.bytes[i], &h->out[i], why);
        h->call.port[i] = h->out[i];
    }
    arena->moved = h->drawn.moved;
    return status;
}

static void close_host(struct arena *arena)
{
    struct host_ports *const h = of(arena);

    pool_let_go(arena->field->pool);
    for (int i = 0; i < MAX_PORTS; i++)
        host_free(h->out[i], h->drawn.bytes[i]);
    host_free(h->source, arena->bytes);
    host_free(h->copied, arena->bytes);
    drawn_ports_free(&h->drawn);
}

/* Outputs, but for what goes in, too: that is as it was. */
static void poison(const struct host_ports *h)
{
    for (int i = 0; i < MAX_PORTS; i++)
        if (h->drawn.before[i])
            memcpy(h->out[i], h->drawn.before[i], h->drawn.bytes[i]);
        else if (h->out[i])
            memset(h->out[i], POISON, h->drawn.bytes[i]);
    memset(h->copied, POISON, h->base.bytes);
}

static enum status call(struct arena *arena, struct contestant *c,
                        struct problem *why)
{
    struct host_ports *const h = of(arena);

    (void)why;
    poison(h);
    c->call = &h->call;
    contestant_call(c, copied_from(h), h->copied, arena->field->n,
                    arena->field->monoid->table.bytes);
    return OK;
}

static enum status time_one(struct arena *arena, struct contestant *c,
                            size_t round, double *ns, struct problem *why)
{
    struct host_ports *const h = of(arena);

    (void)round, (void)why;
    poison(h);
    c->call = &h->call;
    *ns = contestant_time(c, copied_from(h), h->copied, arena->field->n,
                          arena->field->monoid->table.bytes);
    return OK;
}

static enum status check(struct arena *arena, struct contestant *c,
                         struct problem *why)
{
    struct host_ports *const h = of(arena);

    return c->wrong || c->kind == CONTEST_COPY
               ? OK
               : drawn_ports_check(arena->field, &h->drawn, &h->call, c, why);
}

const struct arena_type arena_ports_host = {
    .own_bytes = sizeof(struct host_ports),
    .calibrations = 1,
    .open = open_host,
    .close = close_host,
    .call = call,
    .time = time_one,
    .check = check,
};
