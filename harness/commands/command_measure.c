/* command_measure.c - what does it cost on paper, and does the run agree? */
#include "command.h"
#include "on_ranks.h"
#include "ranks/ranks.h"
#include "bench/measure_cycles.h"
#include "prove/measure_report.h"
#include "simt_choice.h"
#include "base/pool.h"
#include "base/sizes.h"
#include "monoids/patterns.h"
#include "sandbox/children.h"
#include "sandbox/words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { KEY_WIDE = 'A' << 8 };

struct measure_options {
    const char *output;
    bool wide;
};

static const struct argp_option own[] = {
    {"output", 'o', "FILE.csv", 0, "also write a CSV for scanlab plot",
     GROUP_OUTPUT},
    {"wide", KEY_WIDE, NULL, 0,
     "simt: also launches, barriers, atomics, sectors, bank conflicts",
     GROUP_OUTPUT},
    {NULL, 0, NULL, 0, NULL, 0},
};

static error_t take(int key, char *value, void *options, struct problem *why)
{
    struct measure_options *measure = options;

    if (key == KEY_WIDE) {
        measure->wide = true;
        return 0;
    }
    if (key != 'o')
        return ARGP_ERR_UNKNOWN;
    const size_t length = strlen(value);
    measure->output = value;
    if (length > 4 && !strcmp(value + length - 4, ".csv"))
        return 0;
    problem_set(why, WRONG_USE, "-o %s: the name must end in .csv", value);
    return 1;
}

/* The request, and the data for the loops below. */
struct measuring {
    struct measure_options own;
    struct shared_options shared;
    const struct device *device;
    struct choice choice[MAX_CHOICES];
    int choices;
    size_t *size, sizes;
    int threads[MAX_LIST], thread_counts;
    struct simt_options simt[MAX_SCHEDULES];
    struct monoid monoid[ELEMENT_FUNCTIONS]; /* intervals; also with a
                                                function of elements */
    struct measure_report report;
    int disagreements;
};

/* A small scan does not justify a fork: one thread folds everything, in one
 * chain. */
static bool ran_alone(const struct measured *row)
{
    return row->threads > 1 && row->n > 1 &&
           row->counts.work == (double)row->n - 1 &&
           row->counts.depth == row->counts.work;
}

/* Messages after the rows of an algorithm. */
struct notes {
    const char *why; /* there is no exact form */
    size_t alone;    /* the largest n done by one thread; 0: none */
};

static void print_notes(const struct algorithm *algorithm,
                        const struct notes *notes)
{
    char size[32];

    if (notes->why)
        printf("  %s: %s.\n", algorithm->name, notes->why);
    if (notes->alone)
        printf("  %s: up to n = %s, one thread did all the work.\n",
               algorithm->name, size_print(notes->alone, size, sizeof size));
}

/* A run to be counted, in a child if the code is under test. */
struct counting {
    const struct setup *setup;
    size_t n;
    bool in_child;
    enum status status;
    struct counts *counts;
    struct problem *why;
};

struct counted {
    enum status status;
    struct counts counts;
    struct problem why;
};

static void count_task(void *context, int task, void *out)
{
    const struct counting *const c = context;
    struct counted *const counted = out;
    struct setup setup = *c->setup;
    struct pool *pool = NULL;

    (void)task;
    counted->status = OK;
    if (c->in_child && setup.pool) { /* threads are not forked */
        counted->status =
            pool_open(pool_threads(setup.pool), &pool, &counted->why);
        setup.pool = pool;
    }
    if (counted->status == OK)
        counted->status =
            count_run(&setup, c->n, &counted->counts, NULL, &counted->why);
    pool_close(pool);
}

static bool take_counted(void *context, int task, const void *from,
                         const struct child_words *words)
{
    struct counting *const c = context;
    const struct counted *const counted = from;

    (void)task;
    words_show_code(words, &counted->why);
    c->status = counted->status;
    *c->counts = counted->counts;
    if (counted->status != OK)
        *c->why = counted->why;
    if (words->end)
        c->status = words_tell_end(words, c->why);
    return true;
}

static enum status count_it(const struct measuring *m,
                            const struct setup *setup, size_t n,
                            struct counts *counts, struct problem *why)
{
    struct counting counting = {
        .setup = setup,
        .n = n,
        .in_child = command_is_under_test(&m->shared, m->device),
        .counts = counts,
        .why = why};
    const struct children_job job = {.tasks = 1,
                                     .children = counting.in_child,
                                     .result_bytes = sizeof(struct counted),
                                     .run = count_task,
                                     .done = take_counted,
                                     .context = &counting};
    const enum status status = children_run(&job, why);

    return status == OK ? counting.status : status;
}

static enum status measure_one(struct measuring *m, struct pool *pool,
                               const struct choice *choice, size_t n,
                               struct notes *notes, struct problem *why)
{
    const struct setup setup = {
        .device = m->device,
        .choice = choice,
        .monoid = &m->monoid[choice->algorithm->task->function],
        .pool = pool,
        .simt = m->device->has_schedules ? m->simt : NULL,
        .source = m->shared.source,
        .exclusive = m->shared.exclusive,
        .largest_n = n,
        .pattern = m->shared.pattern,
        .others = count_sizes(choice->algorithm, m->shared.pattern, n)};
    struct measured row = {.n = n, .threads = pool ? pool_threads(pool) : 0};
    const struct choice shaped = setup_choice(&setup);
    const char *refusal = setup_refuses(&setup, n);

    row.choice = &shaped;
    if (refusal) {
        char size[32];
        printf("%-15s %8s  left out: %s\n", choice->algorithm->name,
               size_print(n, size, sizeof size), refusal);
        return OK;
    }
    const enum status status = count_it(m, &setup, n, &row.counts, why);
    if (status != OK)
        return status;
    row.forms = setup_forms(&setup, n);
    if (row.forms.why)
        notes->why = row.forms.why;
    if (ran_alone(&row))
        notes->alone = n;
    /* The closed forms belong to the algorithm, not to the user's file. */
    if (!m->shared.source)
        m->disagreements += measure_disagreements(&row);
    measure_report_row(&m->report, &row);
    return OK;
}

/* Measures all algorithms at all sizes, with one thread count. */
static enum status measure_all(struct measuring *m, struct pool *pool,
                               struct problem *why)
{
    measure_report_header(&m->report, pool ? pool_threads(pool) : 0);
    for (int i = 0; i < m->choices; i++) {
        const struct choice *const choice = &m->choice[i];
        struct notes notes = {NULL, 0};
        for (size_t k = 0; k < m->sizes; k++) {
            const enum status status =
                measure_one(m, pool, choice, m->size[k], &notes, why);
            if (status != OK) {
                const struct problem inner = *why;
                return problem_set(why, status, "%s, n = %zu: %s",
                                   choice->algorithm->name, m->size[k],
                                   inner.line);
            }
        }
        print_notes(choice->algorithm, &notes);
        fflush(stdout);
    }
    return OK;
}

static enum status measure_on_threads(struct measuring *m, int threads,
                                      struct problem *why)
{
    struct pool *pool;
    enum status status = command_pool(threads, &pool, why);

    if (status == OK)
        status = measure_all(m, pool, why);
    pool_close(pool);
    return status;
}

const struct command_line command_measure_line = {
    .usage = "ALGORITHM...|all",
    .text = "Counts the applications of op (work) and their longest chain "
            "(depth) in a run on the interval monoid, next to the closed "
            "forms, with Brent's bounds for the time on --threads P. On a GPU "
            "(-d cuda) it counts the clock cycles of scans that run as "
            "one block.\vExamples: scanlab measure all -n 2^4..2^16\n          "
            "scanlab measure kogge_stone:block=1024 -d cuda -n 2^10",
    .own = own,
    .take = take,
    .takes = TAKES_CHOICES | TAKES_SIZES | TAKES_MONOID | TAKES_THREADS |
             TAKES_SOURCE | TAKES_KIND | TAKES_SCHEDULE | TAKES_APPLICATIONS |
             TAKES_PATTERN | TAKES_RANKS,
    .device = "cpu",
};

static enum status measure_clock(const struct measuring *m, const char *command,
                                 struct problem *why)
{
    const struct cycles_job job = {.device = m->device,
                                   .choices = m->choice,
                                   .count = m->choices,
                                   .sizes = m->shared.sizes,
                                   .monoid = m->shared.monoids,
                                   .source = m->shared.source,
                                   .output = m->own.output,
                                   .command = command,
                                   .exclusive = m->shared.exclusive};

    return measure_cycles(&job, why);
}

/* Reads the lists to count over, besides the choices. */
static enum status read_lists(struct measuring *m, struct problem *why)
{
    const struct shared_options *const shared = &m->shared;
    int schedules;

    if (shared->monoids)
        return problem_set(why, WRONG_USE,
                           "-m works only with -d cuda: other devices count "
                           "operations with the interval monoid, without -m");
    enum status status =
        sizes_parse(shared->sizes ? shared->sizes : "2^4..2^12", 4, &m->size,
                    &m->sizes, why);
    if (status == OK)
        status = command_threads(shared->threads, m->device, m->threads,
                                 &m->thread_counts, why);
    if (status == OK)
        status = simt_choose(shared, "inorder", false, true, m->simt,
                             &schedules, why);
    if (status == OK && schedules > 1)
        status =
            problem_set(why, WRONG_USE, "measure takes one schedule at a time");
    return status;
}

static enum status open_monoids(struct measuring *m, struct problem *why)
{
    enum status status = monoid_open("interval", m->monoid, why);

    for (int i = 0; i < m->choices && status == OK; i++) {
        const enum element_function function =
            m->choice[i].algorithm->task->function;
        if (!m->monoid[function].library)
            status = monoid_open_with("interval", function, "drawn",
                                      &m->monoid[function], why);
    }
    return status;
}

static enum status count_all(struct measuring *m, struct problem *why)
{
    enum status status = open_monoids(m, why);

    m->report =
        (struct measure_report){.device = m->device->name,
                                .monoid = m->monoid,
                                .exclusive = m->shared.exclusive,
                                .pattern = pattern_name(m->shared.pattern),
                                .wide = m->own.wide,
                                .own_source = m->shared.source != NULL,
                                .lines = m->own.wide && m->shared.source,
                                .timed = m->device->has_schedules &&
                                         m->simt[0].schedule == SCHEDULE_TIMED};
    if (status == OK)
        status = measure_report_open(&m->report, m->own.output, why);
    for (int i = 0; i < m->thread_counts && status == OK; i++)
        status = measure_on_threads(m, m->threads[i], why);
    if (status == OK)
        status = table_close(&m->report.table, why);
    table_drop(&m->report.table);
    for (int i = 0; i < ELEMENT_FUNCTIONS; i++)
        monoid_close(&m->monoid[i]);
    if (status == OK && m->disagreements)
        status = problem_set(
            why, CHECK_FAILED, "%d measured value%s from %s closed form",
            m->disagreements, m->disagreements == 1 ? " differs" : "s differ",
            m->disagreements == 1 ? "its" : "their");
    return status;
}

static enum status check_choice(const struct measuring *m,
                                const struct choice *choice,
                                struct problem *why)
{
    const struct task *const task = choice->algorithm->task;

    if (task != &scan_task && m->device->has_cycles)
        return problem_set(why, WRONG_USE,
                           "%s: -d cuda times scans of one block; -d simt "
                           "counts applications",
                           choice->algorithm->name);
    if (m->shared.exclusive && !task->has_kinds)
        return problem_set(why, WRONG_USE, "%s has no --exclusive",
                           choice->algorithm->name);
    return choice_has_forms(choice, why);
}

enum status command_measure(int argc, char **argv, struct problem *why)
{
    static struct measuring m;
    const char *const command = command_words(argc, argv);

    m = (struct measuring){.own = {.output = NULL}};
    enum status status = options_parse(&command_measure_line, &m.own, argc,
                                       argv, &m.shared, why);
    if (status == OK && ranks_started())
        return m.own.wide
                   ? problem_set(why, WRONG_USE, "--wide: not under mpirun")
                   : on_ranks_measure(&m.shared, m.own.output, why);
    if (status == OK)
        status = command_moves(&m.shared, false, why);
    if (status == OK)
        status = command_begin(&m.shared, &m.device, m.choice, &m.choices, why);
    for (int i = 0; i < m.choices && status == OK; i++)
        status = check_choice(&m, &m.choice[i], why);
    if (status == OK && m.device->has_cycles)
        return measure_clock(&m, command, why);
    if (status == OK)
        status = read_lists(&m, why);
    if (status == OK)
        status = count_all(&m, why);
    free(m.size);
    return status;
}
