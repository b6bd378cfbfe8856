/* port_compare.c - see port_compare.h. */
#include "port_compare.h"
#include "monoids/interval_table.h"
#include "monoids/rounding.h"

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

/* "out[3] = ..." becomes "sums[3] = ...". */
static enum status name_port(const struct port *port, struct problem *why)
{
    const struct problem inner = *why;

    return problem_set(why, CHECK_FAILED, "%s%s", port->name,
                       inner.line + strlen("out"));
}

static enum status compare(const struct port *port, const struct monoid *monoid,
                           size_t at, const char *got, const char *want,
                           struct problem *why)
{
    const struct monoid_table *const m = &monoid->table;

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
    check_differs(m, at, got, want, why);
    return name_port(port, why);
}

/* ------------------------------------------------------------------ floats */

struct comparison {
    const struct request *request;
    const struct algorithm *algorithm;
    const struct monoid *monoid;
    const struct call *call;
    void *const *expected;
    struct check_verdict *verdict;
};

/* Goes along the first input of T, from one range to the next. */
struct folds {
    const struct comparison *of;
    const char *in;
    size_t n, begin, end; /* what is joined so far; all of the input: n */
    struct rounding *rounding;
    struct allowance allowance;
};

static bool rounds(const struct comparison *c, int i)
{
    return c->algorithm->ports[i].type == PORT_T &&
           c->algorithm->application->fold_of &&
           rounding_applies(&c->monoid->table);
}

static void find_input(const struct comparison *c, struct folds *folds)
{
    int i = 0;

    while (c->algorithm->ports[i].type != PORT_T ||
           !port_goes_in(&c->algorithm->ports[i]))
        i++;
    folds->in = c->expected[i];
    folds->n = port_elements(c->algorithm, i, c->call->entry, c->call->sizes);
}

/* Allowance of the fold of [begin, end), end > begin. */
static enum status join_range(struct folds *f, size_t begin, size_t end,
                              struct problem *why)
{
    const struct monoid_table *const m = &f->of->monoid->table;
    enum status status = OK;

    if (!f->rounding || begin != f->begin || end < f->end) {
        rounding_close(f->rounding);
        status = rounding_open(m, f->in + begin * m->bytes, f->n - begin, false,
                               NULL, &f->rounding, why);
        f->begin = f->end = begin;
    }
    for (; f->end < end && status == OK; f->end++)
        status = rounding_next(f->rounding, &f->allowance, why);
    return status;
}

static enum status compare_rounded(struct folds *f, int i, size_t at,
                                   const char *got, const char *want,
                                   struct problem *why)
{
    const struct comparison *const c = f->of;
    const struct port *const port = &c->algorithm->ports[i];
    size_t begin, end;

    c->algorithm->application->fold_of(c->request, c->expected, i, at, &begin,
                                       &end);
    if (begin == end)
        return compare(port, c->monoid, at, got, want, why);
    if (!monoid_equal(&c->monoid->table, got, want))
        c->verdict->exact = false;
    const enum status status = join_range(f, begin, end, why);
    if (status != OK || check_float(&c->monoid->table, at, got, &f->allowance,
                                    c->verdict, why) == OK)
        return status;
    return name_port(port, why);
}

/* ------------------------------------------------------------------- ports */

static enum status compare_port(const struct comparison *c, int i,
                                struct problem *why)
{
    const struct port *const port = &c->algorithm->ports[i];
    const size_t unit = port_unit(port, c->monoid->table.bytes);
    const size_t length = port_length(c->algorithm, i, c->call);
    const char *const got = c->call->port[i], *const want = c->expected[i];
    struct folds folds = {.of = c};
    enum status status = OK;

    if (rounds(c, i))
        find_input(c, &folds);
    for (size_t k = 0; k < length && status == OK; k++)
        status = rounds(c, i) ? compare_rounded(&folds, i, k, got + k * unit,
                                                want + k * unit, why)
                              : compare(port, c->monoid, k, got + k * unit,
                                        want + k * unit, why);
    rounding_close(folds.rounding);
    return status;
}

enum status port_compare(const struct request *request,
                         const struct algorithm *algorithm,
                         const struct monoid *monoid, const struct call *call,
                         void *const *expected, struct check_verdict *verdict,
                         struct problem *why)
{
    const struct comparison c = {request, algorithm, monoid,
                                 call,    expected,  verdict};
    enum status status = OK;

    *verdict = (struct check_verdict){.exact = true};
    for (int counted = 0; counted < 2; counted++)
        for (int i = 0; algorithm->ports[i].name && status == OK; i++)
            if (port_comes_out(&algorithm->ports[i]) &&
                counted == (algorithm->ports[i].length.known_after != NULL))
                status = compare_port(&c, i, why);
    return status;
}
