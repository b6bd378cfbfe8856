/* arena_ports.c - see arena_ports.h. */
#include "arena_ports.h"
#include "base/host.h"
#include "monoids/host_planes.h"
#include "monoids/patterns.h"
#include "devices/port_compare.h"
#include "devices/port_inputs.h"

#include <stdio.h>
#include <string.h>

static size_t bytes_of(const struct algorithm *algorithm, int port,
                       struct sizes sizes, size_t elem_bytes)
{
    return port_unit(&algorithm->ports[port], elem_bytes) *
           port_elements(algorithm, port, ENTRY_SCAN, sizes);
}

size_t drawn_ports_bytes(const struct field *field)
{
    const struct algorithm *const algorithm = field->choice->algorithm;
    size_t bytes = 0;

    for (int i = 0; algorithm->ports[i].name; i++)
        bytes +=
            bytes_of(algorithm, i, field->sizes, field->monoid->table.bytes);
    return bytes;
}

static struct request request_of(const struct field *field, struct sizes sizes)
{
    const struct setup setup = {.device = field->device,
                                .choice = field->choice,
                                .monoid = field->monoid,
                                .pool = field->pool,
                                .exclusive = field->exclusive,
                                .largest_n = field->n,
                                .others = sizes};

    return setup_request(&setup, sizes);
}

/* What the plain loop makes, and how long each output is. */
static void make_outputs(const struct field *field, struct drawn_ports *p)
{
    const struct request request = request_of(field, p->call.sizes);
    const struct monoid_table *const m = &field->monoid->table;

    port_expected(&request, p->algorithm, field->monoid, p->memory);
    for (int i = 0; p->algorithm->ports[i].name; i++) {
        const struct port *const port = &p->algorithm->ports[i];
        const size_t length = port_length(p->algorithm, i, &p->call);
        const size_t unit = port_unit(port, m->bytes);
        p->length[i] = length * unit;
        p->moved +=
            (double)length *
            (double)(port->type == PORT_T_IN_PLANES ? plane_bytes(m) : unit);
    }
}

/* What the plain loop will overwrite. */
static enum status keep_before(struct drawn_ports *p, struct problem *why)
{
    enum status status = OK;

    for (int i = 0; p->algorithm->ports[i].name && status == OK; i++) {
        if (p->algorithm->ports[i].direction != PORT_IN_OUT)
            continue;
        status = host_take(p->bytes[i], &p->before[i], why);
        if (status == OK)
            memcpy(p->before[i], p->memory[i], p->bytes[i]);
    }
    return status;
}

enum status drawn_ports_take(const struct field *field, struct drawn_ports *p,
                             struct problem *why)
{
    const struct algorithm *const algorithm = field->choice->algorithm;
    const size_t elem_bytes = field->monoid->table.bytes;
    const struct drawing drawing = pattern_draw(field->pattern, field->seed);
    enum status status = OK;

    *p = (struct drawn_ports){
        .algorithm = algorithm,
        .call = {.entry = ENTRY_SCAN, .sizes = field->sizes}};
    for (int i = 0; algorithm->ports[i].name && status == OK; i++) {
        p->bytes[i] = bytes_of(algorithm, i, p->call.sizes, elem_bytes);
        status = host_take(p->bytes[i], &p->memory[i], why);
        p->call.port[i] = p->memory[i];
    }
    if (status != OK)
        return status;
    const struct request request = request_of(field, p->call.sizes);
    port_fill(&request, algorithm, field->monoid, &drawing, &p->call);
    status = keep_before(p, why);
    if (status == OK)
        make_outputs(field, p);
    return status;
}

enum status drawn_ports_check(const struct field *field,
                              const struct drawn_ports *p,
                              const struct call *call, struct contestant *c,
                              struct problem *why)
{
    const struct request request = request_of(field, call->sizes);
    struct check_verdict verdict = {.exact = true};
    const enum status status = port_compare(
        &request, p->algorithm, field->monoid, call, p->memory, &verdict, why);

    if (status != CHECK_FAILED)
        return status;
    c->wrong = true;
    snprintf(c->fault, sizeof c->fault, "%.250s", why->line);
    return OK;
}

void drawn_ports_free(struct drawn_ports *p)
{
    for (int i = 0; i < MAX_PORTS; i++) {
        host_free(p->memory[i], p->bytes[i]);
        host_free(p->before[i], p->bytes[i]);
    }
}
