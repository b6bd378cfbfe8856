/* test_explore.c - the exhaustive schedule by itself, against all interleavings
 * of small programs. Every possible outcome must be that of one of the runs
 * that explore.c chooses, and these must be far fewer than the interleavings.
 *
 *     block 0: write x      block 1: read x, write y     block 2: read y
 *
 * A thread's step is a read, a write or an update of a word, a look that waits
 * until the word is not 0, a read after which it may take a different branch,
 * or the barrier of its block.
 */
#include "simt/run/explore.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { THREADS = 4, STEPS = 5, WORDS = 3 };

enum operation { READ, WRITE, UPDATE, AWAIT, SKIP, BARRIER };

struct step {
    enum operation operation;
    uint32_t word, value;
};

struct program {
    int threads;
    uint32_t block[THREADS], thread[THREADS];
    int steps[THREADS];
    struct step step[THREADS][STEPS];
};

/* Between two steps. */
struct state {
    uint32_t word[WORDS];
    uint32_t seen[THREADS]; /* a number made of all that it has read */
    int at[THREADS];
    bool waits[THREADS]; /* until a word changes */
};

/* ------------------------------------------------------------------ running */

static bool is_over(const struct program *p, const struct state *s, int t)
{
    return s->at[t] >= p->steps[t];
}

static const struct step *next_step(const struct program *p,
                                    const struct state *s, int t)
{
    return &p->step[t][s->at[t]];
}

static bool stands(const struct program *p, const struct state *s, int t)
{
    return !is_over(p, s, t) && next_step(p, s, t)->operation == BARRIER;
}

/* Barriers that all of a block have come to; calls back for each. */
static void pass_barriers(const struct program *p, struct state *s,
                          struct explore *explore)
{
    for (bool again = true; again;) {
        again = false;
        for (int t = 0; t < p->threads; t++) {
            bool all = stands(p, s, t);
            for (int u = 0; u < p->threads; u++)
                if (p->block[u] == p->block[t])
                    all &= stands(p, s, u);
            if (!all)
                continue;
            if (explore)
                explore_joins(explore, p->block[t]);
            for (int u = 0; u < p->threads; u++)
                s->at[u] += p->block[u] == p->block[t];
            again = true;
        }
    }
}

static bool can_go(const struct program *p, const struct state *s, int t)
{
    return !is_over(p, s, t) && !stands(p, s, t) && !s->waits[t];
}

static void go(const struct program *p, struct state *s, int t)
{
    const struct step *step = next_step(p, s, t);
    uint32_t *word = &s->word[step->word];
    const uint32_t before = *word;

    if (step->operation == AWAIT && before == 0) {
        s->waits[t] = true;
        return;
    }
    if (step->operation != WRITE)
        s->seen[t] = s->seen[t] * 31 + before + 1;
    if (step->operation == WRITE)
        *word = step->value;
    if (step->operation == UPDATE)
        *word = before * 3 + step->value;
    if (step->operation == WRITE || step->operation == UPDATE)
        for (int u = 0; u < p->threads; u++)
            if (s->waits[u] && next_step(p, s, u)->word == step->word)
                s->waits[u] = false;
    s->at[t] += 1 + (step->operation == SKIP && before != 0);
}

/* --------------------------------------------------------------- what comes */

/* Numbers of final states. */
struct outcomes {
    size_t count;
    uint64_t number[1 << 14];
};

static bool holds(const struct outcomes *o, uint64_t number)
{
    for (size_t i = 0; i < o->count; i++)
        if (o->number[i] == number)
            return true;
    return false;
}

static void note(struct outcomes *o, const struct state *s)
{
    uint64_t number = 1;

    for (int w = 0; w < WORDS; w++)
        number = (number ^ s->word[w]) * 0x100000001b3u;
    for (int t = 0; t < THREADS; t++)
        number =
            (number ^ s->seen[t] ^ (uint64_t)s->at[t] << 40) * 0x100000001b3u;
    if (holds(o, number))
        return;
    assert_true(o->count < sizeof o->number / sizeof *o->number);
    o->number[o->count++] = number;
}

/* All interleavings with at most so many switches away from a block that could
 * have gone on; below 0: all. Returns how many there are. */
static uint64_t all_orders(const struct program *p, const struct state *from,
                           int last, int preemptions, struct outcomes *out)
{
    uint64_t count = 0;
    bool last_could = false;

    for (int t = 0; t < p->threads; t++)
        last_could |=
            last >= 0 && p->block[t] == p->block[last] && can_go(p, from, t);
    for (int t = 0; t < p->threads; t++) {
        const bool away =
            last_could && last >= 0 && p->block[t] != p->block[last];
        struct state s = *from;
        if (!can_go(p, from, t) || (away && preemptions == 0))
            continue;
        go(p, &s, t);
        pass_barriers(p, &s, NULL);
        count +=
            all_orders(p, &s, t, away ? preemptions - 1 : preemptions, out);
    }
    if (count)
        return count;
    for (int t = 0; t < p->threads; t++)
        if (can_go(p, from, t))
            return 0; /* beyond the bound */
    note(out, from);
    return 1;
}

static struct explore_result explored(const struct program *p, int preemptions,
                                      struct outcomes *out)
{
    struct explore *explore = explore_open(preemptions);

    assert_non_null(explore);
    do {
        struct state s = {0};
        explore_begin(explore);
        pass_barriers(p, &s, explore);
        for (;;) {
            struct explore_option option[THREADS];
            int thread[THREADS], options = 0;
            for (int t = 0; t < p->threads; t++) {
                if (!can_go(p, &s, t))
                    continue;
                const struct step *step = next_step(p, &s, t);
                thread[options] = t;
                option[options++] = (struct explore_option){
                    p->block[t], p->thread[t], 4096 + 4 * step->word,
                    step->operation == WRITE || step->operation == UPDATE};
            }
            if (options == 0)
                break;
            const int chosen = explore_choose(explore, option, options);
            assert_in_range(chosen, 0, options - 1);
            go(p, &s, thread[chosen]);
            pass_barriers(p, &s, explore);
        }
        note(out, &s);
    } while (explore_next(explore));
    const struct explore_result result = explore_result(explore);
    explore_close(explore);
    return result;
}

/* ----------------------------------------------------------------- programs */

static uint64_t random_state;

static unsigned draw(unsigned below)
{
    random_state = random_state * 6364136223846793005u + 1442695040888963407u;
    return (unsigned)(random_state >> 33) % below;
}

/* Deeds from READ to `last` are drawn. */
static struct program draw_program(int threads, int steps, unsigned words,
                                   enum operation last, bool one_block)
{
    struct program p = {.threads = threads};
    uint32_t of_block[THREADS] = {0};

    for (int t = 0; t < threads; t++) {
        p.block[t] = one_block ? 0 : draw(2) ? (uint32_t)t : 0;
        p.thread[t] = of_block[p.block[t]]++;
        p.steps[t] = 1 + (int)draw((unsigned)steps);
        for (int i = 0; i < p.steps[t]; i++)
            p.step[t][i] = (struct step){(enum operation)draw(last + 1),
                                         draw(words), 1 + draw(3)};
    }
    return p;
}

static void print_program(const struct program *p)
{
    static const char *const names[] = {"read",  "write", "update",
                                        "await", "skip",  "barrier"};

    for (int t = 0; t < p->threads; t++) {
        printf("#   block %u, thread %u:", p->block[t], p->thread[t]);
        for (int i = 0; i < p->steps[t]; i++)
            printf(" %s %u%s", names[p->step[t][i].operation],
                   p->step[t][i].word, i + 1 < p->steps[t] ? "," : "\n");
    }
}

/* Adds up how many orders there are and how many runs were made. */
static bool compare(const struct program *p, int bound, unsigned run,
                    uint64_t *orders, uint64_t *runs)
{
    static struct outcomes want, got;
    const struct state start = {0};
    struct state s = start;
    size_t missing = 0;

    want.count = got.count = 0;
    pass_barriers(p, &s, NULL);
    *orders += all_orders(p, &s, -1, bound, &want);
    const struct explore_result result = explored(p, bound, &got);
    *runs += result.runs;
    for (size_t i = 0; i < want.count; i++)
        missing += !holds(&got, want.number[i]);
    if (missing == 0 && (bound >= 0 || got.count == want.count) &&
        (bound >= 0 || result.complete))
        return true;
    printf("# run %u, bound %d: %zu of %zu outcomes are missing, %zu seen in "
           "%ju runs%s\n",
           run, bound, missing, want.count, got.count, (uintmax_t)result.runs,
           result.complete ? ", said to be complete" : "");
    print_program(p);
    return false;
}

static void compare_many(unsigned count, int threads, int steps, unsigned words,
                         enum operation last, bool one_block, unsigned fewer)
{
    uint64_t orders = 0, runs = 0;
    unsigned failures = 0;

    for (unsigned run = 0; run < count && failures < 3; run++) {
        random_state = run;
        const struct program p =
            draw_program(threads, steps, words, last, one_block);
        failures += !compare(&p, -1, run, &orders, &runs);
    }
    assert_int_equal(failures, 0);
    printf("# %ju runs for %ju orders\n", (uintmax_t)runs, (uintmax_t)orders);
    assert_true(runs * fewer <= orders);
}

static void reads_and_writes_of_two_threads(void **state)
{
    (void)state;
    compare_many(400, 2, 5, 2, WRITE, false, 2);
}

static void reads_and_writes_of_three_threads(void **state)
{
    (void)state;
    compare_many(400, 3, 4, 3, UPDATE, false, 10);
}

static void reads_and_writes_of_four_threads(void **state)
{
    (void)state;
    compare_many(100, 4, 3, 3, UPDATE, false, 20);
}

static void threads_that_wait(void **state)
{
    (void)state;
    compare_many(300, 3, 4, 2, AWAIT, false, 2);
    compare_many(100, 4, 3, 3, AWAIT, false, 2);
    compare_many(200, 3, 4, 2, AWAIT, true, 2);
}

static void threads_that_choose_their_way(void **state)
{
    (void)state;
    compare_many(300, 3, 4, 2, SKIP, false, 2);
}

/* A barrier before and after; in the middle all is free. */
static void threads_that_meet(void **state)
{
    uint64_t orders = 0, runs = 0;
    unsigned failures = 0;

    (void)state;
    for (unsigned run = 0; run < 300; run++) {
        random_state = run;
        struct program p = draw_program(3, 4, 2, UPDATE, false);
        for (int t = 0; t < p.threads; t++)
            p.block[t] = t == 2;
        p.thread[0] = p.thread[2] = 0;
        p.thread[1] = 1;
        for (int t = 0; t < 2; t++) {
            p.steps[t] = 4;
            p.step[t][2] = (struct step){.operation = BARRIER};
        }
        failures += !compare(&p, -1, run, &orders, &runs);
    }
    assert_int_equal(failures, 0);
    assert_true(runs * 5 <= orders);
}

/* Different words: one order is as good as any other. */
static void independent_steps_need_one_run(void **state)
{
    static struct outcomes got;
    struct program p = {.threads = 3, .steps = {4, 4, 4}};

    (void)state;
    for (int t = 0; t < 3; t++) {
        p.block[t] = (uint32_t)t;
        for (int i = 0; i < 4; i++)
            p.step[t][i] = (struct step){UPDATE, (uint32_t)t, 1};
    }
    got.count = 0;
    const struct explore_result result = explored(&p, -1, &got);
    assert_int_equal(result.runs, 1);
    assert_true(result.complete);
    for (int t = 0; t < 3; t++)
        for (int i = 0; i < 4; i++)
            p.step[t][i] = (struct step){READ, 0, 0};
    got.count = 0;
    assert_int_equal(explored(&p, -1, &got).runs, 1);
}

/* Two writers of one word, k times each: (2k)! / k!^2 orders differ. */
static void dependent_steps_need_all_runs(void **state)
{
    static struct outcomes got;
    struct program p = {.threads = 2, .block = {0, 1}, .steps = {3, 3}};

    (void)state;
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 3; i++)
            p.step[t][i] = (struct step){UPDATE, 0, (uint32_t)(1 + t)};
    got.count = 0;
    const struct explore_result result = explored(&p, -1, &got);
    assert_int_equal(got.count, 20);
    assert_in_range(result.runs, 20, 24);
}

static void a_bound_on_preemptions_is_told(void **state)
{
    static struct outcomes got, want;
    struct program p = {.threads = 2, .block = {0, 1}, .steps = {3, 3}};

    (void)state;
    for (int t = 0; t < 2; t++)
        for (int i = 0; i < 3; i++)
            p.step[t][i] = (struct step){UPDATE, 0, (uint32_t)(1 + t)};
    for (int bound = 0; bound < 7; bound++) {
        const struct state start = {0};
        want.count = got.count = 0;
        all_orders(&p, &start, -1, bound, &want);
        const struct explore_result result = explored(&p, bound, &got);
        assert_int_equal(got.count, want.count);
        assert_int_equal(result.complete, want.count == 20);
        assert_int_equal(result.by_bound, want.count < 20);
    }
}

static void nothing_within_a_bound_is_lost(void **state)
{
    uint64_t orders = 0, runs = 0;
    unsigned failures = 0;

    (void)state;
    for (unsigned run = 0; run < 120; run++)
        for (int bound = 0; bound < 4; bound++) {
            random_state = run;
            const struct program p = draw_program(
                3 + (int)run % 2, 3, 2, run % 4 < 2 ? UPDATE : SKIP, false);
            failures += !compare(&p, bound, run, &orders, &runs);
        }
    assert_int_equal(failures, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(independent_steps_need_one_run),
        cmocka_unit_test(dependent_steps_need_all_runs),
        cmocka_unit_test(reads_and_writes_of_two_threads),
        cmocka_unit_test(reads_and_writes_of_three_threads),
        cmocka_unit_test(reads_and_writes_of_four_threads),
        cmocka_unit_test(threads_that_wait),
        cmocka_unit_test(threads_that_choose_their_way),
        cmocka_unit_test(threads_that_meet),
        cmocka_unit_test(a_bound_on_preemptions_is_told),
        cmocka_unit_test(nothing_within_a_bound_is_lost),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
