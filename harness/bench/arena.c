/* arena.c - the data of a bench: generated inputs, and the expected outputs. */
#include "arena.h"
#include "base/host.h"
#include "calls/call_fill.h"
#include "calls/compare_outputs.h"
#include "monoids/host_planes.h"
#include "monoids/patterns.h"
#include "monoids/rounding.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool arena_is_plain(const struct arena *arena)
{
    return arena->field->choice->algorithm->task->works_in_place;
}

bool arena_repeats(const struct arena *arena, const struct contestant *c)
{
    return arena->warms_up || c->calls > 1;
}

static size_t bytes_of(const struct algorithm *algorithm, int port,
                       struct sizes sizes, size_t elem_bytes)
{
    return port_unit(&algorithm->task->ports[port], elem_bytes) *
           port_elements(algorithm, port, ENTRY_SCAN, sizes);
}

size_t arena_port_bytes(const struct field *field)
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

/* Computes the plain loop's result; for a scan with the monoid's own loop. */
static void make_wanted(const struct field *field, struct reference *p)
{
    const struct request request =
        request_of(field, field->choice, p->call.sizes);

    if (p->algorithm->task->reference)
        call_expect(&request, p->algorithm, field->monoid, p->memory);
    else
        field->monoid->table.fold(p->memory[0], p->memory[1], field->n,
                                  field->exclusive, NULL);
}

/* Determines the length of each output. */
static void measure_outputs(const struct field *field, struct reference *p)
{
    const struct monoid_table *const m = &field->monoid->table;

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

/* Keeps the data that the plain loop will overwrite. */
static enum status keep_before(struct reference *p, struct problem *why)
{
    enum status status = OK;

    for (int i = 0; p->algorithm->task->ports[i].name && status == OK; i++) {
        if (p->algorithm->task->ports[i].direction != PORT_IN_OUT)
            continue;
        status = host_alloc(p->bytes[i], &p->before[i], why);
        if (status == OK)
            memcpy(p->before[i], p->memory[i], p->bytes[i]);
    }
    return status;
}

/* Floats or doubles between -1 and 1 with a random last bit: their sums are
 * rounded. */
static void make_rounded(const struct monoid_table *m,
                         const struct drawing *drawing, void *data,
                         size_t bytes)
{
    const bool is_double = m->bytes == sizeof(double);

    for (size_t i = 0; i < bytes / m->bytes; i++) {
        const double x = (double)(int64_t)drawing->number(drawing, i) / 0x1p63;
        if (is_double)
            ((double *)data)[i] = x;
        else
            ((float *)data)[i] = (float)x;
    }
}

enum status arena_take_reference(struct arena *arena, size_t more,
                                 struct problem *why)
{
    const struct field *const field = arena->field;
    struct reference *const p = &arena->reference;
    const struct algorithm *const algorithm = field->choice->algorithm;
    const struct monoid_table *const m = &field->monoid->table;
    const struct drawing drawing = pattern_draw(field->pattern, field->seed);
    enum status status = OK;

    *p =
        (struct reference){.algorithm = algorithm,
                           .call = {.entry = ENTRY_SCAN, .sizes = field->sizes},
                           .more = more};
    for (int i = 0; algorithm->task->ports[i].name && status == OK; i++) {
        p->bytes[i] = bytes_of(algorithm, i, p->call.sizes, m->bytes);
        status =
            host_alloc(p->bytes[i] + (i == 0 ? more : 0), &p->memory[i], why);
        p->call.port[i] = p->memory[i];
    }
    if (status != OK)
        return status;
    const struct request request =
        request_of(field, field->choice, p->call.sizes);
    call_fill(&request, algorithm, field->monoid, &drawing, &p->call);
    if (more > 0)
        m->draw(p->memory[0], (p->bytes[0] + more) / m->bytes, field->seed);
    if (field->rounding)
        make_rounded(m, &drawing, p->memory[0], p->bytes[0] + more);
    status = keep_before(p, why);
    if (status != OK)
        return status;
    make_wanted(field, p);
    measure_outputs(field, p);
    if (!arena_is_plain(arena))
        arena->moved = p->moved;
    return OK;
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

bool arena_result_differs(const struct arena *arena, const struct contestant *c)
{
    const struct field *const field = arena->field;
    const struct monoid_table *const m = &field->monoid->table;
    const bool floating = m->kind == FLOATING;
    const struct choice own =
        choice_for(choice_of(field, c), m->bytes, floating, field->n);
    const struct choice first =
        choice_for(field->choice, m->bytes, floating, field->n);

    return !arena_is_plain(arena) && !same_result(&own, own.value, first.value);
}

/* Fills `other` with the plain loop's outputs. Memory that it allocates belongs
 * to the list, even after an error. */
static enum status make_other(const struct field *field, struct reference *p,
                              const struct request *request,
                              struct other_reference *other,
                              struct problem *why)
{
    enum status status = OK;

    for (int i = 0; p->algorithm->task->ports[i].name && status == OK; i++) {
        other->memory[i] = p->memory[i];
        if (p->algorithm->task->ports[i].direction == PORT_IN)
            continue;
        status = host_alloc(p->bytes[i], &other->taken[i], why);
        if (status == OK && p->before[i])
            memcpy(other->taken[i], p->before[i], p->bytes[i]);
        other->memory[i] = other->taken[i];
    }
    if (status == OK)
        call_expect(request, p->algorithm, field->monoid, other->memory);
    return status;
}

/* Finds the outputs to compare with, which are computed once per result. */
static enum status find_wanted(struct arena *arena, const struct contestant *c,
                               const struct request *request, void *const **out,
                               struct problem *why)
{
    const struct field *const field = arena->field;
    struct reference *const p = &arena->reference;
    struct other_reference *other = p->others;

    *out = p->memory;
    if (!arena_result_differs(arena, c))
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

enum status arena_find_allowed(struct arena *arena, struct problem *why)
{
    const struct field *const field = arena->field;
    struct reference *const p = &arena->reference;
    const struct scan_result plain = {.monoid = &field->monoid->table,
                                      .in = p->memory[0],
                                      .out = p->memory[1],
                                      .n = field->n,
                                      .exclusive = field->exclusive};

    if (p->allowed || !rounding_applies(plain.monoid))
        return OK;
    const enum status status = host_alloc(p->bytes[1], &p->allowed, why);
    return status == OK ? check_allowed(&plain, p->allowed, why) : status;
}

/* Compares on all threads, 4096 elements at a time; blocks that differ, one by
 * one. */
static enum status check_plain(struct arena *arena, const void *out,
                               struct contestant *c, struct problem *why)
{
    const struct field *const field = arena->field;
    const struct monoid_table *const m = &field->monoid->table;
    const void *const want = arena->reference.memory[1];
    struct problem fault;

    if (check_equal(m, want, out, field->n, field->pool, &fault) == OK)
        return OK;
    const enum status status = arena_find_allowed(arena, why);
    if (status != OK)
        return status;
    if (check_within(m, want, arena->reference.allowed, out, field->n,
                     field->pool, &fault) != OK)
        contestant_fail(c, CHECK_FAILED, &fault);
    return OK;
}

static enum status check_ports(struct arena *arena, const struct call *call,
                               struct contestant *c, struct problem *why)
{
    const struct field *const field = arena->field;
    const struct request request =
        request_of(field, choice_of(field, c), call->sizes);
    struct check_verdict verdict = {.exact = true};
    void *const *wanted;
    enum status status = find_wanted(arena, c, &request, &wanted, why);

    if (status == OK)
        status = call_compare(&request, arena->reference.algorithm,
                              field->monoid, call, wanted, &verdict, why);
    if (status != CHECK_FAILED)
        return status;
    contestant_fail(c, status, why);
    return OK;
}

enum status arena_check_outputs(struct arena *arena, const struct call *call,
                                struct contestant *c, struct problem *why)
{
    return arena_is_plain(arena) ? check_plain(arena, call->port[1], c, why)
                                 : check_ports(arena, call, c, why);
}

enum status arena_check_copy(struct arena *arena, const void *from,
                             const void *to, struct contestant *c)
{
    const struct field *const field = arena->field;
    struct problem fault;

    if (check_equal(&field->monoid->table, from, to, field->n, field->pool,
                    &fault) != OK)
        contestant_fail(c, CHECK_FAILED, &fault);
    return OK;
}

void arena_free_reference(struct arena *arena)
{
    struct reference *const p = &arena->reference;

    while (p->others) {
        struct other_reference *const other = p->others;
        for (int i = 0; i < MAX_PORTS; i++)
            host_free(other->taken[i], p->bytes[i]);
        p->others = other->next;
        free(other);
    }
    host_free(p->allowed, p->bytes[1]);
    for (int i = 0; i < MAX_PORTS; i++) {
        host_free(p->memory[i], p->bytes[i] + (i == 0 ? p->more : 0));
        host_free(p->before[i], p->bytes[i]);
    }
}
