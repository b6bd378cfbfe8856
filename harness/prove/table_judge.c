/* table_judge.c - is a run on the interval table right? */
#include "on_table.h"
#include "calls/call_fill.h"
#include "calls/compare_outputs.h"

#include <stdio.h>
#include <string.h>

/* The other function that is called with elements, or "". */
static const char *or_function(const struct on_table *t)
{
    static const char *const words[ELEMENT_FUNCTIONS] = {
        [FUNCTION_NONE] = "",
        [FUNCTION_PREDICATE] = " or the predicate",
        [FUNCTION_KEY] = " or key()",
        [FUNCTION_PRODUCT] = " or times()",
        [FUNCTION_MAP] = "",
    };

    return words[task_of(t)->function];
}

static enum status check_overflow(size_t n, struct problem *why)
{
    return interval_overflowed()
               ? problem_set(why, MACHINE_LACKS,
                             "n = %zu needs more operations than the interval "
                             "table can hold in this computer's memory",
                             n)
               : OK;
}

/* Checks the operands of op. */
static enum status check_operands(const struct on_table *t, struct problem *why)
{
    const bool folds = !task_of(t)->reference;

    if ((interval_met_torn() || interval_met_garbage()) && interval_spoilt())
        execution_blame(t->base.execution,
                        &(struct blame){.of = {.call = folds ? "op()" : "",
                                               .place = interval_spoilt()},
                                        .port = folds});
    if (interval_met_torn())
        return problem_set(
            why, CHECK_FAILED,
            "op%s received a torn element: its words do not belong together",
            or_function(t));
    if (interval_met_garbage())
        return problem_set(
            why, CHECK_FAILED,
            "op%s received memory that holds no element of this run%s",
            or_function(t), interval_about_garbage(interval_met_zeros()));
    return OK;
}

/* Looks for the expected element elsewhere in that output. */
static void seek(struct on_table *t, const struct check_verdict *verdict,
                 const struct call *call)
{
    const int i = verdict->wrong_port;
    const struct port *const port = &task_of(t)->ports[i];
    const size_t unit = unit_of(t, i);
    const char *const want = t->given[i] + verdict->wrong * unit;
    const char *const got = call->port[i];

    if (!proves(t) || !task_of(t)->reference || port->type != PORT_T ||
        interval_is_identity(interval_look(want, unit)))
        return;
    for (size_t k = 0; k < port_length(t->algorithm, i, call); k++)
        if (memcmp(got + k * unit, want, unit) == 0) {
            snprintf(t->hint, sizeof t->hint,
                     "  The expected element is in %s[%zu].\n", port->name, k);
            return;
        }
}

/* Names the line of the call that broke the wrong element, or of its store. */
static void tell_where(struct on_table *t, const struct check_verdict *verdict)
{
    const struct port *const port = &task_of(t)->ports[verdict->wrong_port];
    struct interval_blame of =
        proves(t) && port_is_of_T(port)
            ? interval_blamed()
            : (struct interval_blame){.call = "", .is_number = true};

    if (of.is_number && proves(t) && t->drawing.all_but &&
        task_of(t)->stops_at_first) { /* the deciding one */
        of.wants = true;
        of.low = of.high = (uint32_t)t->drawing.all_but - 1;
    }
    execution_blame(t->base.execution,
                    &(struct blame){.of = of,
                                    .port = verdict->wrong_port,
                                    .element = verdict->wrong});
}

static enum status check_outputs(struct on_table *t, const struct call *call,
                                 struct problem *why)
{
    const struct request request =
        execution_request(t->base.execution, call->sizes);
    struct check_verdict verdict = {.exact = true};
    void *expected[MAX_PORTS];

    memcpy(expected, t->given, sizeof expected);
    call_expect(&request, t->algorithm, t->base.setup->monoid, expected);
    const enum status status =
        call_compare(&request, t->algorithm, t->base.setup->monoid, call,
                     expected, &verdict, why);
    if (verdict.has_wrong) {
        tell_where(t, &verdict);
        seek(t, &verdict, call);
    }
    return status;
}

/* Finds the first changed element of an input; an output may be in its
 * place. */
static enum status check_inputs(const struct on_table *t,
                                const struct verify_case *c,
                                const struct call *call, struct problem *why)
{
    for (int i = 0; task_of(t)->ports[i].name; i++) {
        const char *const is = call->port[i];
        const size_t bytes = bytes_of(t, call, i);
        if (task_of(t)->ports[i].direction != PORT_IN || place_of(c, i) != i ||
            memcmp(is, t->given[i], bytes) == 0)
            continue;
        size_t at = 0;
        while (is[at] == t->given[i][at])
            at++;
        return problem_set(why, CHECK_FAILED, "%s[%zu] was overwritten",
                           task_of(t)->ports[i].name, at / unit_of(t, i));
    }
    return OK;
}

static enum status check_margins(const struct on_table *t,
                                 const struct verify_case *c,
                                 struct problem *why)
{
    enum status status = OK;

    for (int i = 0; i < MAX_PORTS && task_of(t)->ports[i].name; i++)
        if (status == OK && place_of(c, i) == i)
            status = margins_check(&t->port[i], why);
    return status == OK && c->carry ? margins_check(&t->carry, why) : status;
}

/* For a scan, outputs are checked first: a gap says more than an operand. A
 * plain loop runs only after its inputs were checked. */
enum status table_judge(struct on_table *t, const struct verify_case *c,
                        const struct call *call, struct problem *why)
{
    const bool folds = !task_of(t)->reference;
    enum status status =
        proves(t) ? check_overflow(call->sizes.of[0], why) : OK;

    if (status == OK && folds)
        status = check_outputs(t, call, why);
    if (status == OK && proves(t))
        status = check_operands(t, why);
    if (status == OK)
        status = check_inputs(t, c, call, why);
    if (status == OK)
        status = check_margins(t, c, why);
    return status == OK && !folds ? check_outputs(t, call, why) : status;
}
