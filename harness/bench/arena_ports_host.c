/* arena_ports_host.c - a bench of an application on this machine's threads.
 *
 * As arena_host.c, with as many arrays as the application has ports. The copy
 * that it is set beside copies its first input.
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
    void *copied; /* of a copy */
};

static struct host_ports *of(struct arena *arena)
{
    return (struct host_ports *)arena;
}

static enum status open_host(struct arena *arena, struct problem *why)
{
    struct host_ports *const h = of(arena);
    const struct field *const field = arena->field;
    const struct port *const port = field->choice->algorithm->ports;
    const size_t bytes = drawn_ports_bytes(field);
    enum status status =
        field->mode == MODE_COLD
            ? problem_set(why, WRONG_USE, "--mode cold is for scans")
            : host_has_memory(3 * bytes, "this bench", why);

    arena->sample_ns = 30000;
    if (status == OK)
        status = drawn_ports_take(field, &h->drawn, why);
    if (status == OK)
        status = host_take(arena->bytes, &h->copied, why);
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
    contestant_call(c, h->drawn.memory[0], h->copied, arena->field->n,
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
    *ns = contestant_time(c, h->drawn.memory[0], h->copied, arena->field->n,
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
