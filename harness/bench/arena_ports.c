/* arena_ports.c - see arena_ports.h. */
#include "arena_ports.h"
#include "base/host.h"
#include "monoids/host_planes.h"
#include "monoids/patterns.h"
#include "calls/call_outputs.h"
#include "calls/call_fill.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static size_t bytes_of(const struct algorithm *algorithm, int port,
                       struct sizes sizes, size_t elem_bytes)
{
    return port_unit(&algorithm->task->ports[port], elem_bytes) *
           port_elements(algorithm, port, ENTRY_SCAN, sizes);
}

size_t drawn_ports_bytes(const struct field *field)
{
    const struct algorithm *const algorithm = field->choice->algorithm;
    size_t bytes = 0;

    for (int i = 0; algorithm->task->ports[i].name; i++)
        bytes +=
            bytes_of(algorithm, i, field->sizes, field->monoid->table.bytes);
    return bytes;
}

static struct request request_of(const struct field *field,
                                 const struct choice *choice,
                                 struct sizes sizes)
{
    const struct setup setup = {.device = field->device,
                                .choice = choice,
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
    const struct request request =
        request_of(field, field->choice, p->call.sizes);
    const struct monoid_table *const m = &field->monoid->table;

    call_expect(&request, p->algorithm, field->monoid, p->memory);
    for (int i = 0; p->algorithm->task->ports[i].name; i++) {
        const struct port *const port = &p->algorithm->task->ports[i];
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

    for (int i = 0; p->algorithm->task->ports[i].name && status == OK; i++) {
        if (p->algorithm->task->ports[i].direction != PORT_IN_OUT)
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
    for (int i = 0; algorithm->task->ports[i].name && status == OK; i++) {
        p->bytes[i] = bytes_of(algorithm, i, p->call.sizes, elem_bytes);
        status = host_take(p->bytes[i], &p->memory[i], why);
        p->call.port[i] = p->memory[i];
    }
    if (status != OK)
        return status;
    const struct request request =
        request_of(field, field->choice, p->call.sizes);
    call_fill(&request, algorithm, field->monoid, &drawing, &p->call);
    status = keep_before(p, why);
    if (status == OK)
        make_outputs(field, p);
    return status;
}

/* ------------------------------------------------------- other parameters */

/* A library has no choice: it computes the result of the field's choice. */
static const struct choice *choice_of(const struct field *field,
                                      const struct contestant *c)
{
    return c->choice ? c->choice : field->choice;
}

static bool same_result(const struct choice *choice, const long *a,
                        const long *b)
{
    const struct parameter *const of = choice->implementation->parameters;
    bool same = true;

    for (int i = 0; of[i].name; i++)
        same &= !of[i].of_result || a[i] == b[i];
    return same;
}

bool drawn_ports_differ(const struct field *field, const struct contestant *c)
{
    const struct monoid_table *const m = &field->monoid->table;
    const bool floating = m->kind == FLOATING;
    const struct choice own =
        choice_for(choice_of(field, c), m->bytes, floating);
    const struct choice first = choice_for(field->choice, m->bytes, floating);

    return !same_result(&own, own.value, first.value);
}

/* Fills `other` with the plain loop's outputs. Memory that it takes belongs to
 * the list, also after an error. */
static enum status make_other(const struct field *field, struct drawn_ports *p,
                              const struct request *request,
                              struct other_reference *other,
                              struct problem *why)
{
    enum status status = OK;

    for (int i = 0; p->algorithm->task->ports[i].name && status == OK; i++) {
        other->memory[i] = p->memory[i];
        if (p->algorithm->task->ports[i].direction == PORT_IN)
            continue;
        status = host_take(p->bytes[i], &other->taken[i], why);
        if (status == OK && p->before[i])
            memcpy(other->taken[i], p->before[i], p->bytes[i]);
        other->memory[i] = other->taken[i];
    }
    if (status == OK)
        call_expect(request, p->algorithm, field->monoid, other->memory);
    return status;
}

/* Finds the outputs to compare with, which are computed once per result. */
static enum status find_reference(const struct field *field,
                                  struct drawn_ports *p,
                                  const struct contestant *c,
                                  const struct request *request,
                                  void *const **out, struct problem *why)
{
    struct other_reference *other = p->others;

    *out = p->memory;
    if (!drawn_ports_differ(field, c))
        return OK;
    while (other && !same_result(choice_of(field, c), other->parameter,
                                 request->parameters))
        other = other->next;
    if (other) {
        *out = other->memory;
        return OK;
    }
    other = calloc(1, sizeof *other);
    if (!other)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    memcpy(other->parameter, request->parameters, sizeof other->parameter);
    other->next = p->others;
    p->others = other;
    *out = other->memory;
    return make_other(field, p, request, other, why);
}

enum status drawn_ports_check(const struct field *field, struct drawn_ports *p,
                              const struct call *call, struct contestant *c,
                              struct problem *why)
{
    const struct request request =
        request_of(field, choice_of(field, c), call->sizes);
    struct check_verdict verdict = {.exact = true};
    void *const *expected;
    enum status status = find_reference(field, p, c, &request, &expected, why);

    if (status == OK)
        status = call_compare(&request, p->algorithm, field->monoid, call,
                              expected, &verdict, why);
    if (status != CHECK_FAILED)
        return status;
    contestant_fail(c, status, why);
    return OK;
}

void drawn_ports_free(struct drawn_ports *p)
{
    while (p->others) {
        struct other_reference *const other = p->others;
        for (int i = 0; i < MAX_PORTS; i++)
            host_free(other->taken[i], p->bytes[i]);
        p->others = other->next;
        free(other);
    }
    for (int i = 0; i < MAX_PORTS; i++) {
        host_free(p->memory[i], p->bytes[i]);
        host_free(p->before[i], p->bytes[i]);
    }
}
