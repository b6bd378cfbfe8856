/* table_trees.c - the trees of operands of a unit's runs (operand_trees.h). */
#include "on_table.h"
#include "monoids/host_planes.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* On a CPU each run has other timing: so many of each case are compared. */
enum { CPU_RUNS = 4 };

static bool is_output(const struct on_table *t, int i)
{
    return port_comes_out(&task_of(t)->ports[i]) &&
           port_is_of_T(&task_of(t)->ports[i]);
}

enum status table_open_trees(struct on_table *t, struct problem *why)
{
    size_t most = 0;

    for (int i = 0; task_of(t)->ports[i].name; i++)
        if (is_output(t, i))
            most += port_elements(t->algorithm, i, ENTRY_SCAN,
                                  setup_largest(t->base.setup));
    t->trees = operand_trees_open();
    t->tree_output = malloc((most + 1) * sizeof *t->tree_output);
    t->differ = malloc(sizeof *t->differ);
    return t->trees && t->tree_output && t->differ
               ? OK
               : problem_set(why, MACHINE_LACKS, "out of memory");
}

void table_close_trees(struct on_table *t)
{
    operand_trees_close(t->trees);
    free(t->tree_output);
    free(t->differ);
}

static uint32_t node_of(const struct on_table *t, const struct call *call,
                        int port, size_t at)
{
    char room[MAX_ELEMENT_BYTES];
    uint32_t handle;

    return interval_read(
               port_element(t->algorithm, port, monoid_of(t), call, at, room),
               t->bytes, &handle)
               ? interval_number(handle)
               : INTERVAL_NONE;
}

/* Writes "out[9]" for element `at` of all outputs. */
static void name_output(const struct on_table *t, const struct call *call,
                        size_t at, char *text, size_t size)
{
    for (int i = 0; task_of(t)->ports[i].name; i++) {
        const size_t length =
            is_output(t, i) ? port_length(t->algorithm, i, call) : 0;
        if (at < length) {
            snprintf(text, size, "%s[%zu]", task_of(t)->ports[i].name, at);
            return;
        }
        at -= length;
    }
}

/* "under reverse", "in run 3". */
static void name_run(const struct on_table *t, int schedule, char *text,
                     size_t size)
{
    const struct verify_job *const job = t->base.job;
    struct simt_options options;
    char name[64];

    if (!job->simts) {
        snprintf(text, size, "in run %d", schedule + 1);
    } else if (verify_explores(job)) {
        snprintf(text, size, "in order %d of the flag operations",
                 schedule + 1);
    } else {
        verify_choose_schedule(&t->base, schedule, &options);
        snprintf(text, size, "under %s",
                 schedule_print(&options, name, sizeof name));
    }
}

enum status table_compare_trees(struct on_table *t, const struct verify_case *c,
                                const struct call *call, struct problem *why)
{
    const bool has_rounds = t->base.job->simts && !verify_explores(t->base.job);
    struct tree_run run = {.of = c,
                           .schedule = has_rounds ? t->round : t->tree_runs,
                           .output = t->tree_output};
    char output[96], name[2][96];

    for (int i = 0; task_of(t)->ports[i].name; i++)
        for (size_t k = 0;
             is_output(t, i) && k < port_length(t->algorithm, i, call); k++)
            t->tree_output[run.outputs++] = node_of(t, call, i, k);
    const enum status status =
        operand_trees_compare(t->trees, &run, t->differ, why);
    t->tree_runs++;
    t->trees_differ = status == CHECK_FAILED;
    if (status != CHECK_FAILED)
        return status;
    name_output(t, call, t->differ->at, output, sizeof output);
    for (int k = 0; k < 2; k++)
        name_run(t, t->differ->schedule[k], name[k], sizeof name[k]);
    return problem_set(why, CHECK_FAILED,
                       "not reproducible: %s depends on timing: %s = %s %s, "
                       "but %s %s",
                       output, t->differ->parted, t->differ->split[0], name[0],
                       t->differ->split[1], name[1]);
}

enum status table_run_trees(struct on_table *t,
                            const struct encoded_case *encoded, size_t *runs,
                            struct problem *why)
{
    const int count =
        !t->base.job->simts && verify_threads(t->base.setup) > 1 ? CPU_RUNS : 1;
    enum status status = OK;

    t->tree_runs = 0;
    for (int k = 0; k < count && status == OK; k++) {
        status = encodings_run_once(encoded, why);
        ++*runs;
    }
    return status;
}

/* The other schedule of a finding: that of the run that was compared, or any. */
static void write_other(const struct on_table *t, char *text, size_t size)
{
    struct simt_options options;

    if (verify_explores(t->base.job)) {
        *text = '\0';
    } else if (t->trees_differ && t->differ->schedule[0] != t->round) {
        verify_choose_schedule(&t->base, t->differ->schedule[0], &options);
        schedule_print(&options, text, size);
    } else {
        snprintf(text, size, "%s",
                 t->simt.schedule == SCHEDULE_INORDER ? "reverse" : "inorder");
    }
}

void table_tree_options(const struct on_table *t, char *text, size_t size)
{
    char other[64], options[128];
    const size_t option = strlen("--schedule ");

    if (!t->base.job->simts) {
        snprintf(text, size, "--threads %d --require reproducible",
                 verify_threads(t->base.setup));
        return;
    }
    write_other(t, other, sizeof other);
    simt_options_print(&t->simt, options, sizeof options);
    snprintf(text, size, "--schedule %s%s%s --require reproducible", other,
             *other ? "," : "", options + option);
}

void table_tell_trees(const struct on_table *t, char *words, size_t size)
{
    char name[2][96];

    for (int k = 0; k < 2; k++)
        name_run(t, t->differ->schedule[k], name[k], sizeof name[k]);
    snprintf(words, size,
             "  %s: %s\n  %s: %s\n"
             "  Parts that both trees have are written as ranges.\n"
             "  Both runs are right for every monoid, but a sum of floats can "
             "be rounded differently.\n"
             "  Combine the results of blocks and threads in an order that "
             "depends only on n and the launch\n  shape, not on which result "
             "is available first.\n",
             name[0], t->differ->tree[0], name[1], t->differ->tree[1]);
}
