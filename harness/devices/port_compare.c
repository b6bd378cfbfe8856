/* port_compare.c - see port_compare.h. */
#include "port_compare.h"
#include "monoids/check.h"
#include "monoids/interval_table.h"

#include <string.h>

void port_expected(const struct request *request,
                   const struct algorithm *algorithm,
                   const struct monoid *monoid, void *const *expected)
{
    const struct monoid_table *const m = &monoid->table;
    const struct elements elements = {.bytes = m->bytes,
                                      .identity = m->identity,
                                      .op = m->op,
                                      .keeps = m->keeps};

    algorithm->application->reference(request, &elements, expected);
}

static enum status tell_number(const struct port *port, size_t at,
                               const void *got, const void *want,
                               struct problem *why)
{
    uint64_t is = 0, wanted = 0; /* little endian */
    float real = 0, real_wanted = 0;

    memcpy(&is, got, port_unit(port, 0));
    memcpy(&wanted, want, port_unit(port, 0));
    if (port->type == PORT_F32) {
        memcpy(&real, got, sizeof real);
        memcpy(&real_wanted, want, sizeof real_wanted);
        return problem_set(why, CHECK_FAILED, "%s[%zu] = %.9g, want %.9g",
                           port->name, at, (double)real, (double)real_wanted);
    }
    if (port->type == PORT_I32)
        return problem_set(why, CHECK_FAILED, "%s[%zu] = %d, want %d",
                           port->name, at, (int)(uint32_t)is,
                           (int)(uint32_t)wanted);
    return problem_set(why, CHECK_FAILED, "%s[%zu] = %llu, want %llu",
                       port->name, at, (unsigned long long)is,
                       (unsigned long long)wanted);
}

static enum status compare(const struct port *port, const struct monoid *monoid,
                           size_t at, const char *got, const char *want,
                           struct problem *why)
{
    const struct monoid_table *const m = &monoid->table;
    struct problem inner;

    if (port->type != PORT_T)
        return memcmp(got, want, port_unit(port, 0)) == 0
                   ? OK
                   : tell_number(port, at, got, want, why);
    if (monoid_is_interval(monoid))
        return interval_check_same(got, want, m->bytes, port->name, at, why)
                   ? OK
                   : CHECK_FAILED;
    if (monoid_equal(m, got, want))
        return OK;
    check_differs(m, at, got, want, &inner);
    return problem_set(why, CHECK_FAILED, "%s%s", port->name,
                       inner.line + strlen("out"));
}

static enum status compare_port(const struct algorithm *algorithm, int i,
                                const struct monoid *monoid,
                                const struct call *call, const char *want,
                                struct problem *why)
{
    const struct port *const port = &algorithm->ports[i];
    const size_t unit = port_unit(port, monoid->table.bytes);
    const size_t length = port_length(algorithm, i, call);
    const char *const got = call->port[i];
    enum status status = OK;

    for (size_t k = 0; k < length && status == OK; k++)
        status = compare(port, monoid, k, got + k * unit, want + k * unit, why);
    return status;
}

enum status port_compare(const struct algorithm *algorithm,
                         const struct monoid *monoid, const struct call *call,
                         void *const *expected, struct problem *why)
{
    enum status status = OK;

    for (int counted = 0; counted < 2; counted++)
        for (int i = 0; algorithm->ports[i].name && status == OK; i++)
            if (port_comes_out(&algorithm->ports[i]) &&
                counted == (algorithm->ports[i].length.known_after != NULL))
                status =
                    compare_port(algorithm, i, monoid, call, expected[i], why);
    return status;
}
