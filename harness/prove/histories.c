/* histories.c - see histories.h. */
#include "histories.h"

enum { FEW = 2 }; /* short scans, so that what is kept in turns is in turn */

bool history_matters(const struct setup *setup)
{
    struct plan plan;

    if (setup_refuses(setup, 1))
        return false;
    setup_plan(setup, setup->largest_n, &plan);
    for (int i = 0; i < plan.buffers; i++)
        if (plan.buffer[i].start == STARTS_LAUNCH_TAGGED)
            return true;
    return false;
}

/* While it runs. */
struct told {
    const struct history *of;
    uint32_t launch;    /* the number of the last one */
    uint32_t last_long; /* of the last one with all elements; 0: none */
    size_t *runs;
};

static enum status tell(const struct told *t, uint32_t seed,
                        struct problem *why)
{
    const struct problem inner = *why;
    uint64_t path;

    if (t->of->run_alone(t->of->context, seed, &path) != OK)
        return CHECK_FAILED;
    if (t->last_long == 0)
        return problem_set(why, CHECK_FAILED,
                           "%s; this is launch %u, and as launch 1 it is "
                           "right: a part of the number may be 0, as words "
                           "are that no launch has written",
                           inner.line, t->launch);
    return problem_set(why, CHECK_FAILED,
                       "%s; as the first run of all it is right: it depends "
                       "on what an earlier launch has left in its buffers "
                       "(this is launch %u, the last one of this size was %u)",
                       inner.line, t->launch, t->last_long);
}

static enum status run_long(struct told *t, struct problem *why)
{
    const uint32_t seed = (++t->launch) * 0x9e3779b9u + 1;
    const enum status status =
        t->of->run(t->of->context, t->of->most, seed, why);

    if (status == CHECK_FAILED)
        return tell(t, seed, why);
    t->last_long = t->launch;
    *t->runs += status == OK;
    return status;
}

static enum status run_short(struct told *t, size_t n, int times,
                             struct problem *why)
{
    const struct history *const h = t->of;
    enum status status = OK;

    for (int i = 0; i < times && status == OK; i++) {
        const uint32_t seed = (++t->launch) * 0x9e3779b9u + 1;
        struct problem inner;
        status = h->run(h->context, n, seed, &inner);
        if (status != OK)
            problem_set(why, status, "launch %u, of %zu element%s: %s",
                        t->launch, n, n == 1 ? "" : "s", inner.line);
    }
    return status;
}

static void leap_to(struct told *t, uint32_t launch)
{
    execution_leap(t->of->execution, launch);
    t->launch = launch - 1;
}

/* All words are cleared, as before the first launch. */
static void begin_again(struct told *t)
{
    leap_to(t, 1);
    t->last_long = 0;
}

/* Two long scans whose numbers are the same modulo each divisor of
 * `distance`. */
static enum status run_apart(struct told *t, uint32_t distance,
                             struct problem *why)
{
    enum status status = run_long(t, why);
    const uint32_t next = t->launch + distance;

    if (status == OK)
        status = run_short(t, 1, FEW, why);
    leap_to(t, next - FEW);
    if (status == OK)
        status = run_short(t, 1, FEW, why);
    return status == OK ? run_long(t, why) : status;
}

/* Every modulus up to 12 and every power of two up to 2^16, 2^28 or 10^8; what
 * 5, 7, 8 and 16 bits count to if they leave out the 0. */
static enum status run_leaps(struct told *t, struct problem *why)
{
    static const uint32_t all = (1u << 16) * 9 * 5 * 7 * 11;
    static const uint32_t other[] = {1u << 28, 65535u * 13 * 17 * 31,
                                     5u * 100000000, 127u * 1023 * 19 * 23 * 9};
    enum { OTHERS = sizeof other / sizeof *other };

    begin_again(t);
    enum status status = run_short(t, 1, FEW, why);
    leap_to(t, all);
    if (status == OK)
        status = run_long(t, why);
    if (status == OK)
        status = run_apart(t, all, why);
    begin_again(t);
    if (status == OK)
        status = run_apart(t, other[t->of->turn % OTHERS], why);
    return status;
}

/* No launch is left out. Down and up again, then as many short ones as make
 * what a kernel counts equal modulo 2 to 8, and 256. */
static enum status run_counting(struct told *t, struct problem *why)
{
    const size_t most = t->of->most;

    begin_again(t);
    enum status status = run_long(t, why);
    for (size_t n = most; n > 1 && status == OK; n -= n / 3 + 1)
        if (!setup_refuses(&t->of->execution->setup, n))
            status = run_short(t, n, 1, why);
    for (int m = 1; m <= 8 && status == OK; m++) {
        status = run_short(t, 1, m - 1, why);
        if (status == OK)
            status = run_long(t, why);
    }
    if (status == OK)
        status = run_short(t, 1, 255, why);
    return status == OK ? run_long(t, why) : status;
}

enum status history_run(const struct history *history, size_t *runs,
                        struct problem *why)
{
    struct told t = {.of = history, .runs = runs};
    enum status status = run_leaps(&t, why);

    if (status == OK && history->counts)
        status = run_counting(&t, why);
    begin_again(&t); /* so that a case says the same by itself */
    return status;
}
