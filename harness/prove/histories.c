/* histories.c - see histories.h. */
#include "histories.h"

enum {
    FEW = 2, /* short scans, so that each of two alternating buffers is used */
    MAX_DISTANCE = 1 << 28, /* of those that constants make ... */
    MAX_DISTANCES = 2       /* ... and how many */
};

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

/* State during a history. */
struct long_run {
    const struct history *of;
    uint32_t launch;    /* the number of the last launch */
    uint32_t last_long; /* of the last launch with all elements; 0: none */
    size_t *runs;
};

static enum status tell(const struct long_run *t, uint32_t seed,
                        struct problem *why)
{
    const struct problem inner = *why;
    uint64_t path;

    if (t->of->run_alone(t->of->context, seed, &path) != OK)
        return CHECK_FAILED;
    if (t->last_long == 0)
        return problem_set(
            why, CHECK_FAILED,
            "%s; this is launch %u, and as launch 1 it is right: part of the "
            "launch number may be 0, like words that no launch has written",
            inner.line, t->launch);
    return problem_set(why, CHECK_FAILED,
                       "%s; as the very first run it is right: it depends on "
                       "data that an earlier launch left in its buffers (this "
                       "is launch %u; the last one of this size was %u)",
                       inner.line, t->launch, t->last_long);
}

static enum status run_long(struct long_run *t, struct problem *why)
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

static enum status run_short(struct long_run *t, size_t n, int times,
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

static void leap_to(struct long_run *t, uint32_t launch)
{
    execution_leap(t->of->execution, launch);
    t->launch = launch - 1;
}

/* Clears all words, as before the first launch. */
static void begin_again(struct long_run *t)
{
    leap_to(t, 1);
    t->last_long = 0;
}

/* Makes two long scans whose numbers are equal modulo each divisor of
 * `distance`. */
static enum status run_apart(struct long_run *t, uint32_t distance,
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

/* Every modulus up to 12 and every power of two up to 2^16, 2^28 or 10^8; the
 * periods of 5, 7, 8 and 16 bits that skip 0. */
static const uint32_t all = (1u << 16) * 9 * 5 * 7 * 11;
static const uint32_t other[] = {1u << 28, 65535u * 13 * 17 * 31,
                                 5u * 100000000, 127u * 1023 * 19 * 23 * 9};
enum { OTHERS = sizeof other / sizeof *other };

/* A number divisible by all constants of the source that the usual distances
 * omit, or by as many as fit; advances *at. 0: none is left.
 */
static uint32_t next_distance(const struct history *h, int *at)
{
    uint64_t distance = 1;

    for (; *at < h->constants->count; ++*at) {
        const uint32_t c = h->constants->word[*at];
        uint32_t a = c, b = 1; /* b will be their greatest common divisor */
        if (c == 0 || c >= MAX_DISTANCE || all % c == 0 ||
            other[h->turn % OTHERS] % c == 0)
            continue;
        for (b = (uint32_t)(distance % c); b > 0;) {
            const uint32_t rest = a % b;
            a = b;
            b = rest;
        }
        if (distance * (c / a) >= MAX_DISTANCE)
            break;
        distance *= c / a;
    }
    return distance > 1 ? (uint32_t)distance : 0;
}

static enum status run_constants(struct long_run *t, struct problem *why)
{
    enum status status = OK;
    uint32_t distance;

    for (int i = 0, at = 0; i < MAX_DISTANCES && status == OK; i++) {
        distance = next_distance(t->of, &at);
        if (distance == 0)
            break;
        begin_again(t);
        status = run_apart(t, distance < FEW ? FEW : distance, why);
    }
    return status;
}

/* Runs where the number, times a power of two, turns negative or wraps to small
 * values: words that compare as larger, and words never written. */
static enum status run_edges(struct long_run *t, struct problem *why)
{
    static const uint32_t edge[OTHERS][2] = {{1u << 29, 1u << 24},
                                             {1u << 28, 1u << 16},
                                             {1u << 27, 1u << 8},
                                             {1u << 23, 1u << 15}};
    enum status status = OK;

    for (uint32_t i = 0; i < 6 && status == OK; i++) {
        begin_again(t);
        status = run_short(t, 1, 1, why);
        /* Before the edge, at it and after it, with empty words; or at the edge
         * with earlier words. */
        leap_to(t, edge[t->of->turn % OTHERS][i / 3] + i % 3 - 1);
        if (status == OK)
            status = run_long(t, why);
        if (status == OK && i % 3 == 0)
            status = run_long(t, why);
    }
    return status;
}

static enum status run_leaps(struct long_run *t, struct problem *why)
{
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
    if (status == OK)
        status = run_edges(t, why);
    return status == OK ? run_constants(t, why) : status;
}

/* Leaves out no launch. Down and up again, then enough short ones that a
 * kernel's own count is equal modulo 2 to 8, and 256. */
static enum status run_counting(struct long_run *t, struct problem *why)
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
    struct long_run t = {.of = history, .runs = runs};
    enum status status = run_leaps(&t, why);

    if (status == OK && history->counts)
        status = run_counting(&t, why);
    begin_again(&t); /* so that the case alone gives the same result */
    return status;
}
