/* verify_ahead.c - see verify_ahead.h. */
#include "verify_ahead.h"
#include "sandbox/children.h"
#include "verify_unit.h"

#include <stdlib.h>

struct verify_ahead {
    const struct choice *choices;
    int count;
    struct verify_job *job;  /* of each choice */
    struct proof_plan *plan; /* of each choice */
    struct children_job compilers;
    struct children *children;
};

/* The number of the first task of a choice. */
static int first_task(const struct verify_ahead *ahead, int choice)
{
    int task = 0;

    for (int i = 0; i < choice; i++)
        task += ahead->plan[i].units;
    return task;
}

static void compile_task(void *context, int task, void *out)
{
    const struct verify_ahead *const ahead = context;
    struct monoid monoid;
    struct setup setup;
    struct problem ignored;
    int choice = 0;

    (void)out;
    while (task >= first_task(ahead, choice + 1))
        choice++;
    const struct unit *const unit =
        &ahead->plan[choice].unit[task - first_task(ahead, choice)];
    if (verify_setup(&ahead->job[choice], unit, &monoid, &setup, &ignored) !=
        OK)
        return;
    (void)setup_prepare(&setup, &ignored);
    monoid_close(&monoid);
}

/* A plan that fails has no units; verify() reports why. */
static void open_plans(struct verify_ahead *ahead, const struct verify_job *job)
{
    struct problem ignored;

    for (int i = 0; i < ahead->count; i++) {
        ahead->job[i] = *job;
        ahead->job[i].choice = &ahead->choices[i];
        if (proof_plan_open(&ahead->job[i], &ahead->plan[i], &ignored) != OK)
            ahead->plan[i] = (struct proof_plan){.units = 0};
    }
}

enum status verify_ahead_begin(const struct verify_job *job,
                               const struct choice *choices, int count,
                               struct verify_ahead **out, struct problem *why)
{
    struct verify_ahead *const ahead = *out = calloc(1, sizeof *ahead);

    if (!ahead)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    ahead->choices = choices;
    ahead->count = count;
    ahead->job = calloc((size_t)count, sizeof *ahead->job);
    ahead->plan = calloc((size_t)count, sizeof *ahead->plan);
    enum status status = ahead->job && ahead->plan
                             ? OK
                             : problem_set(why, MACHINE_LACKS, "out of memory");
    if (status == OK) {
        open_plans(ahead, job);
        ahead->compilers =
            (struct children_job){.tasks = first_task(ahead, count),
                                  .children = job->children,
                                  .result_bytes = 1,
                                  .run = compile_task,
                                  .context = ahead};
        status = children_begin(&ahead->compilers, &ahead->children, why);
    }
    if (status == OK)
        return OK;
    verify_ahead_end(ahead);
    *out = NULL;
    return status;
}

enum status verify_ahead_wait(struct verify_ahead *ahead,
                              const struct choice *choice, int unit,
                              struct problem *why)
{
    const int index = (int)(choice - ahead->choices);

    return unit < ahead->plan[index].units
               ? children_wait_for(ahead->children,
                                   first_task(ahead, index) + unit, why)
               : OK;
}

void verify_ahead_end(struct verify_ahead *ahead)
{
    if (!ahead)
        return;
    children_end(ahead->children);
    for (int i = 0; ahead->plan && i < ahead->count; i++)
        proof_plan_close(&ahead->plan[i]);
    free(ahead->plan);
    free(ahead->job);
    free(ahead);
}
