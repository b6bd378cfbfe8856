/* proof_plan.c - see proof_plan.h. */
#include "units.h"
#include "prove/verify_executor.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------- defaults and named forms */

/* A choice by the text after its colon. */
static bool choice_of(const struct units *p, const char *settings,
                      struct choice *out)
{
    char text[512];
    struct problem ignored;

    snprintf(text, sizeof text, "%s:%s", p->job->choice->algorithm->name,
             settings);
    return choice_parse(text, p->job->device, out, &ignored) == OK;
}

/* Large tiles: one form each and, usually, one schedule. */
static void add_named(struct units *p)
{
    const struct implementation *const code = p->job->choice->implementation;
    struct choice choice;

    for (const struct variant *v = code->variants; v && v->name; v++)
        if (choice_of(p, v->name, &choice)) {
            p->out->settings++;
            units_add_in_turn(p, &choice, units_bytes(p, p->turn), ALL_FORMS);
        }
    for (const struct shape *s = code->shapes; s && s->settings; s++)
        if (choice_of(p, s->settings, &choice)) {
            const unsigned bytes =
                s->elem_bytes < 32 ? (unsigned)s->elem_bytes : 32;
            p->out->settings++;
            if (p->job->elem_bytes & bytes)
                units_add_in_turn(p, &choice, bytes, 1u << p->turn % 4);
        }
}

/* Adds the default settings. */
static void add_default(struct units *p)
{
    for (unsigned bytes = 4; bytes <= 32; bytes *= 2)
        if (p->job->elem_bytes & bytes)
            units_add_in_turn(p, p->job->choice, bytes, ALL_FORMS);
    p->out->settings++;
}

/* -------------------------------------------------------------- all of them */

static bool gives_any(const struct choice *choice)
{
    bool any = false;

    for (int i = 0; i < MAX_PARAMETERS; i++)
        any |= choice->given[i];
    return any;
}

/* Every order of one case is enough, and takes long; in an application each
 * pattern is a separate case. */
static void plan_exploration(struct units *p)
{
    const struct task *const task = p->job->choice->algorithm->task;

    units_append(p,
                 (struct unit){.choice = *p->job->choice,
                               .threads = p->job->threads[0],
                               .forms = task->has_patterns ? ALL_FORMS : 1,
                               .rounds = p->rounds},
                 units_interval(p, units_bytes(p, 0)));
    p->out->settings = 1;
    if (p->status == OK && p->out->units)
        p->out->unit[0].compares_trees = p->job->reproducible;
}

/* An application's code can depend on T. On a GPU all monoids run; elsewhere
 * these represent numbers, structs of numbers, and the sizes of T. */
static bool is_for_application(const char *monoid)
{
    static const char *const some[] = {"add_i32", "add_f64", "affine_u32",
                                       "mat2_u32"};
    bool found = false;

    for (size_t i = 0; i < sizeof some / sizeof *some; i++)
        found |= !strcmp(monoid, some[i]);
    return found;
}

/* True: the type with keys of 64 bits that differ in the high bits. */
static bool has_wide_keys(const struct verify_job *job, const char *monoid)
{
    return job->choice->algorithm->task->function == FUNCTION_KEY &&
           !strcmp(monoid, "add_f64");
}

/* For an application few schedules: runs on intervals use all of them. Wide
 * keys take many passes. */
static int real_rounds(const struct units *p, const char *name)
{
    const bool all = p->job->schedules_given || p->rounds < 2 ||
                     p->job->choice->algorithm->task == &scan_task;

    return has_wide_keys(p->job, name) ? 1 : all ? p->rounds : 2;
}

/* Plans the elements of one monoid: values that can be compared. */
static void plan_monoid(struct units *p, const char *name,
                        const struct monoid *monoid)
{
    const struct task *const task = p->job->choice->algorithm->task;
    const int kinds = task->has_kinds ? 2 : 1;

    for (int exclusive = 0; exclusive < kinds; exclusive++)
        units_append(p,
                     (struct unit){.choice = *p->job->choice,
                                   .exclusive = exclusive,
                                   .entries = !exclusive && task->has_entries,
                                   .threads = p->job->threads[0],
                                   .forms = ALL_FORMS,
                                   .rounds = real_rounds(p, name)},
                     monoid);
}

/* Appends a name: "add_i32", then "add_i32, max_i32". */
static void add_name(char *names, const char *name)
{
    const size_t used = strlen(names);

    snprintf(names + used, COVERED_NAMES - used, "%s%s", used ? ", " : "",
             name);
}

/* Plans the built-in monoids that represent all, or the others: each one for
 * whose elements the user's function compiles, or, without such a function, of the
 * sizes of T in elem_bytes. */
static void plan_fitting(struct units *p, bool others, struct problem *misfit)
{
    struct proof_plan *const out = p->out;

    for (const char *const *name = monoid_names(); *name; name++) {
        struct monoid monoid;
        if (p->status != OK || strncmp(*name, "interval", 8) == 0 ||
            (p->job->device->is_gpu || is_for_application(*name)) == others)
            continue;
        p->status = proof_plan_monoid(p->job, *name, &monoid, p->why);
        if (p->status == NOT_JUDGED && p->job->function &&
            monoid.function_misfits) {
            p->status = OK;
            if (!*misfit->line)
                *misfit = *p->why;
            if (!others)
                add_name(out->misfits, *name);
            continue;
        }
        if (p->status != OK)
            return;
        if (!p->job->function && !(p->job->elem_bytes & monoid.table.bytes)) {
            monoid_close(&monoid);
            continue;
        }
        if (p->job->function) {
            memcpy(out->function, monoid.function_name, sizeof out->function);
            add_name(out->fits, *name);
        }
        plan_monoid(p, *name, &monoid);
        monoid_close(&monoid);
    }
}

/* A map to one struct or a predicate of integers compiles for few elements:
 * that is not a mistake of the code under test. */
static void plan_monoids(struct units *p)
{
    const struct verify_job *const job = p->job;
    const struct element_function_words *const words =
        &element_functions[job->choice->algorithm->task->function];
    struct problem misfit = {.line = ""};

    plan_fitting(p, false, &misfit);
    if (p->status == OK && job->function && !*p->out->fits)
        plan_fitting(p, true, &misfit);
    if (p->status != OK || !job->function || *p->out->fits)
        return;
    const char *const error = strstr(misfit.line, " for elements of ");
    p->status = problem_set(
        p->why, NOT_JUDGED,
        "%s %s does not compile%s; without --%s the proof is for every %s",
        words->name, job->function, error ? error : "", words->name,
        words->name);
}

/* Sorts units by stage, and within a stage in the order of the plan. */
static void order_units(struct proof_plan *out)
{
    for (int k = 1; k < out->units; k++) {
        const struct unit unit = out->unit[k];
        int at = k;
        for (; at > 0 && out->unit[at - 1].stage > unit.stage; at--)
            out->unit[at] = out->unit[at - 1];
        out->unit[at] = unit;
    }
}

/* On a GPU there is no interval table, and packed intervals are for scans. */
static void plan_application(struct units *p, void (*proof)(struct units *))
{
    if (!p->job->device->is_gpu)
        proof(p);
    else
        p->out->settings = 1;
    plan_monoids(p);
}

static void plan_all(struct units *p)
{
    const struct verify_job *const job = p->job;
    const struct choice small = choice_small(job->choice);
    const bool differs = strcmp(small.variant, job->choice->variant) != 0;
    const bool thorough = job->thorough;

    p->stage = STAGE_SMALL;
    units_add_small(p, &small);
    if (job->device->has_schedules && !job->sizes)
        units_add_second_level(p, &small);
    p->stage = STAGE_SOON;
    if (job->device->has_schedules && !job->sizes && !job->schedules_given)
        units_add_full_window(p, &small);
    if (job->device->has_schedules && !job->sizes && !job->schedules_given)
        units_add_lots(p, &small);
    p->stage = STAGE_LATER;
    if (job->device->has_schedules)
        units_add_each_value(p, &small);
    if (differs && (thorough || !job->device->has_schedules))
        units_add_all(p, job->choice);
    else if (differs)
        add_default(p);
    if (job->device->has_schedules && !job->source && !gives_any(job->choice))
        add_named(p);
    if (job->device->has_schedules && !job->sizes)
        units_add_long(p, &small);
    if (thorough && job->device->has_schedules)
        units_add_pairs(p, &small);
    if (verify_executor_of(job)->needs_monoids)
        plan_monoids(p);
}

enum status proof_plan_monoid(const struct verify_job *job, const char *name,
                              struct monoid *out, struct problem *why)
{
    const struct task *const task = job->choice->algorithm->task;
    const bool whole =
        task->whole_keys && !strncmp(name, "interval", 8) && !strchr(name, '.');

    return monoid_open_with(name, job->choice->algorithm->task->function,
                            whole                      ? "drawn_whole"
                            : job->function            ? job->function
                            : has_wide_keys(job, name) ? "value"
                                                       : "by_hash",
                            out, why);
}

static void begin_planning(struct units *p, const struct verify_job *job,
                           struct proof_plan *out, struct problem *why)
{
    *p = (struct units){.job = job,
                        .out = out,
                        .rounds = verify_executor_of(job)->rounds(job),
                        .why = why};
    *out = (struct proof_plan){.unit = calloc(MAX_UNITS, sizeof *out->unit)};
    if (!out->unit)
        p->status = problem_set(why, MACHINE_LACKS, "out of memory");
    for (int i = 0; i < SIZES_OF_T && p->status == OK; i++)
        p->status = proof_plan_monoid(job, verify_interval(4u << i),
                                      &p->interval[i], why);
}

static enum status end_planning(struct units *p)
{
    for (int i = 0; i < SIZES_OF_T; i++)
        monoid_close(&p->interval[i]);
    if (p->status != OK)
        proof_plan_close(p->out);
    return p->status;
}

enum status proof_plan_open(const struct verify_job *job,
                            struct proof_plan *out, struct problem *why)
{
    struct units p;

    begin_planning(&p, job, out, why);
    if (p.status == OK && verify_explores(job))
        plan_exploration(&p);
    else if (p.status == OK && job->choice->algorithm->task != &scan_task)
        plan_application(&p, plan_all);
    else if (p.status == OK)
        plan_all(&p);
    if (p.status == OK && job->reproducible && !verify_explores(job))
        units_add_trees(&p);
    if (p.status == OK)
        order_units(out);
    return end_planning(&p);
}

enum status proof_plan_open_pairs(const struct verify_job *job,
                                  const struct proof_plan *before,
                                  const uint64_t *arrays,
                                  struct proof_plan *out, struct problem *why)
{
    const struct choice small = choice_small(job->choice);
    struct units p;

    begin_planning(&p, job, out, why);
    p.turn = before->settings; /* continue with sizes of T, kinds and
                                  schedules */
    p.stage = STAGE_LATER;
    if (p.status == OK)
        units_add_array_pairs(&p, &small, before, arrays);
    if (p.status == OK && job->reproducible)
        units_add_trees(&p);
    return end_planning(&p);
}

void proof_plan_close(struct proof_plan *plan)
{
    for (int i = 0; i < plan->units; i++)
        free(plan->unit[i].sizes);
    free(plan->unit);
    *plan = (struct proof_plan){.unit = NULL};
}
