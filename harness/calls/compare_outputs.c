/* compare_outputs.c - see compare_outputs.h. */
#include "compare_outputs.h"
#include "monoids/interval_table.h"
#include "monoids/host_planes.h"
#include "monoids/rounding.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void call_expect(const struct request *request,
                 const struct algorithm *algorithm, const struct monoid *monoid,
                 void *const *expected)
{
    const struct monoid_table *const m = &monoid->table;
    const struct elements elements = {.bytes = m->bytes,
                                      .identity = m->identity,
                                      .op = m->op,
                                      .keeps = m->keeps,
                                      .key = m->key,
                                      .times = m->times,
                                      .map = m->map};

    if (algorithm->task->reference)
        algorithm->task->reference(request, &elements, expected);
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

    if (!port_is_of_T(port))
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

/* Goes along the first input of T, or what a product or a map makes of inputs,
 * from one range to the next; made when the first result differs. */
struct folds {
    const struct comparison *of;
    const char *in;
    char *made;           /* or NULL */
    size_t n, begin, end; /* what is joined so far; all of the input: n */
    struct rounding *rounding;
    struct allowance allowance;
};

static bool rounds(const struct comparison *c, int i)
{
    return port_is_of_T(&c->algorithm->task->ports[i]) &&
           c->algorithm->task->fold_of && rounding_applies(&c->monoid->table);
}

/* The next input of T from port i on. */
static int input_from(const struct comparison *c, int i)
{
    while (c->algorithm->task->ports[i].type != PORT_T ||
           !port_goes_in(&c->algorithm->task->ports[i]))
        i++;
    return i;
}

static void map_all(const struct comparison *c, struct folds *folds)
{
    const size_t unit = c->monoid->table.bytes;

    for (size_t i = 0; i < folds->n; i++)
        c->monoid->table.map(((const int32_t *)folds->in)[i],
                             folds->made + i * unit);
}

static void multiply_all(const struct comparison *c, const char *second,
                         struct folds *folds)
{
    const struct task *const task = c->algorithm->task;
    const size_t unit = c->monoid->table.bytes;

    for (size_t i = 0; i < folds->n; i++)
        c->monoid->table.times(
            folds->in + i * unit,
            second + task->partner(c->request, c->expected, i) * unit,
            folds->made + i * unit);
}

static enum status order_all(const struct comparison *c, struct folds *folds,
                             struct problem *why)
{
    const size_t unit = c->monoid->table.bytes;
    size_t *const place = malloc((folds->n + 1) * sizeof *place);

    if (!place)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    c->algorithm->task->order(c->request, c->expected, place);
    for (size_t i = 0; i < folds->n; i++)
        memcpy(folds->made + place[i] * unit, folds->in + i * unit, unit);
    free(place);
    return OK;
}

static enum status find_input(const struct comparison *c, struct folds *folds,
                              struct problem *why)
{
    const struct task *const task = c->algorithm->task;
    const bool maps = task->function == FUNCTION_MAP;
    enum status status = OK;
    const int first = maps ? task->mapped : input_from(c, 0);

    folds->in = c->expected[first];
    folds->n =
        port_elements(c->algorithm, first, c->call->entry, c->call->sizes);
    if (!task->partner && !maps && !task->order)
        return OK;
    if (!(folds->made = malloc(folds->n * c->monoid->table.bytes + 1)))
        return problem_set(why, MACHINE_LACKS, "out of memory");
    if (maps)
        map_all(c, folds);
    else if (task->order)
        status = order_all(c, folds, why);
    else
        multiply_all(c, c->expected[input_from(c, first + 1)], folds);
    folds->in = folds->made;
    return status;
}

/* Allowance of the fold of [begin, end), end > begin. Of op the whole input is
 * asked, once. */
static enum status join_range(struct folds *f, size_t begin, size_t end,
                              struct problem *why)
{
    const struct monoid_table *const m = &f->of->monoid->table;
    enum status status = OK;

    if (!f->rounding)
        status = find_input(f->of, f, why);
    if (!f->rounding && status == OK)
        status = rounding_open(m, f->in, f->n, false, NULL, &f->rounding, why);
    if (status == OK && (begin != f->begin || end < f->end)) {
        rounding_again(f->rounding, f->in + begin * m->bytes, f->n - begin);
        f->begin = f->end = begin;
    }
    for (; f->end < end && status == OK; f->end++)
        status = rounding_next(f->rounding, &f->allowance, why);
    return status;
}

static bool is_finite(const struct monoid_table *m, const char *element)
{
    for (int k = 0; k < m->components; k++)
        if (!isfinite(monoid_component(m, element, k)))
            return false;
    return true;
}

/* What the plain loop makes is as near as it says itself, unless it has left
 * the range: only what differs has to be joined once more. */
static enum status compare_rounded(struct folds *f, int i, size_t at,
                                   const char *got, const char *want,
                                   struct problem *why)
{
    const struct comparison *const c = f->of;
    const struct port *const port = &c->algorithm->task->ports[i];
    size_t begin, end;

    c->algorithm->task->fold_of(c->request, c->expected, i, at, &begin, &end);
    if (begin == end)
        return compare(port, c->monoid, at, got, want, why);
    if (!monoid_equal(&c->monoid->table, got, want))
        c->verdict->exact = false;
    else if (is_finite(&c->monoid->table, want))
        return OK;
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
    const struct port *const port = &c->algorithm->task->ports[i];
    const struct monoid_table *const m = &c->monoid->table;
    const size_t length = port_length(c->algorithm, i, c->call);
    char room[MAX_ELEMENT_BYTES];
    struct folds folds = {.of = c};
    enum status status = OK;

    for (size_t k = 0; k < length && status == OK; k++) {
        const char *const got =
            port_element(c->algorithm, i, m, c->call, k, room);
        const char *const want =
            (const char *)c->expected[i] + k * port_unit(port, m->bytes);
        status = rounds(c, i) ? compare_rounded(&folds, i, k, got, want, why)
                              : compare(port, c->monoid, k, got, want, why);
        if (status == CHECK_FAILED) {
            c->verdict->has_wrong = true;
            c->verdict->wrong_port = i;
            c->verdict->wrong = k;
        }
    }
    rounding_close(folds.rounding);
    free(folds.made);
    return status;
}

/* ------------------------------------------------------------------- scans */

enum { SCAN_IN, SCAN_OUT };

/* Each element by the range of the input that it is the fold of; a carry is
 * element 0. */
static enum status compare_ranges(const struct comparison *c,
                                  struct problem *why)
{
    const size_t bytes = c->monoid->table.bytes, n = c->call->sizes.of[0];
    const char *const out = c->call->port[SCAN_OUT];
    const bool carry = c->call->carry;

    for (size_t i = 0; i < n; i++) {
        size_t begin, end;
        c->algorithm->task->fold_of(c->request, c->expected, SCAN_OUT, i,
                                    &begin, &end);
        if (!interval_check(out + i * bytes, bytes, i, (long)end - 1 + carry,
                            why)) {
            c->verdict->has_wrong = true;
            c->verdict->wrong_port = SCAN_OUT;
            c->verdict->wrong = i;
            return CHECK_FAILED;
        }
    }
    return OK;
}

static enum status compare_scan(const struct comparison *c, struct problem *why)
{
    const struct scan_result result = {.monoid = &c->monoid->table,
                                       .in = c->expected[SCAN_IN],
                                       .out = c->call->port[SCAN_OUT],
                                       .n = c->call->sizes.of[0],
                                       .exclusive = c->request->exclusive,
                                       .carry = c->call->carry};

    return monoid_is_interval(c->monoid) ? compare_ranges(c, why)
                                         : check_scan(&result, c->verdict, why);
}

/* --------------------------------------------------------------------- all */

enum status call_compare(const struct request *request,
                         const struct algorithm *algorithm,
                         const struct monoid *monoid, const struct call *call,
                         void *const *expected, struct check_verdict *verdict,
                         struct problem *why)
{
    const struct comparison c = {request, algorithm, monoid,
                                 call,    expected,  verdict};
    enum status status = OK;

    *verdict = (struct check_verdict){.exact = true};
    if (!algorithm->task->reference)
        return compare_scan(&c, why);
    for (int counted = 0; counted < 2; counted++)
        for (int i = 0; algorithm->task->ports[i].name && status == OK; i++)
            if (port_comes_out(&algorithm->task->ports[i]) &&
                counted ==
                    (algorithm->task->ports[i].length.known_after != NULL))
                status = compare_port(&c, i, why);
    return status;
}
