/* on_ranks.c - see on_ranks.h. */
#include "on_ranks.h"
#include "base/colour.h"
#include "ranks/ranks.h"
#include "ranks/run_ranks.h"
#include "simt_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------- options */

/* A user's code runs in a child process, and MPI only in the process that mpirun
 * started. Only a scan has the entries that join parts. */
enum status on_ranks_check(const struct shared_options *options,
                           struct problem *why)
{
    if (options->source)
        return problem_set(why, WRONG_USE,
                           "--source %s: under mpirun only scanlab's own code "
                           "runs; check yours without mpirun",
                           options->source);
    if (options->monoids && strstr(options->monoids, ".h"))
        return problem_set(why, WRONG_USE,
                           "-m %s: under mpirun only built-in monoids are "
                           "joined",
                           options->monoids);
    return OK;
}

enum status on_ranks_joins(const struct algorithm *algorithm,
                           struct problem *why)
{
    return algorithm->task->has_entries
               ? OK
               : problem_set(why, WRONG_USE,
                             "%s has no entry \"apply carry\", so the results "
                             "of several ranks cannot be joined",
                             algorithm->name);
}

/* "reduce_scan,overlap": a subset of the names; NULL: all. */
static enum status
read_set(const char *typed, const char *option, bool *set, int count,
         enum status (*find)(const char *, int *, struct problem *),
         struct problem *why)
{
    char *copy = NULL, *part[MAX_LIST];
    int parts = 0, which = 0;
    enum status status = OK;

    for (int i = 0; i < count; i++)
        set[i] = !typed;
    if (typed)
        status = command_split(typed, option, &copy, part, &parts, why);
    for (int i = 0; i < parts && status == OK; i++) {
        status = find(part[i], &which, why);
        if (status == OK)
            set[which] = true;
    }
    free(copy);
    return status;
}

static enum status find_across(const char *name, int *out, struct problem *why)
{
    enum across across = ACROSS_REDUCE;
    const enum status status = across_find(name, &across, why);

    *out = (int)across;
    return status;
}

static enum status find_join(const char *name, int *out, struct problem *why)
{
    enum join join = JOIN_EXSCAN;
    const enum status status = join_find(name, &join, why);

    *out = (int)join;
    return status;
}

enum status on_ranks_forms(const char *across, const char *join,
                           bool acrosses[ACROSSES], bool joins[JOINS],
                           struct problem *why)
{
    const enum status status =
        read_set(across, "--across", acrosses, ACROSSES, find_across, why);

    return status == OK ? read_set(join, "--join", joins, JOINS, find_join, why)
                        : status;
}

/* ---------------------------------------------------------------------- run */

static enum status read_forms(const struct shared_options *options,
                              struct ranks_run *run, struct problem *why)
{
    enum status status = OK;

    run->across = ACROSS_REDUCE;
    run->join = JOIN_123;
    if (options->across)
        status = across_find(options->across, &run->across, why);
    if (status == OK && options->join)
        status = join_find(options->join, &run->join, why);
    return status;
}

static enum status find_files(const struct single *with,
                              const struct shared_options *options,
                              const struct on_ranks_files *files,
                              struct ranks_run *run, struct problem *why)
{
    const char *in[MAX_PORTS] = {NULL}, *out[MAX_PORTS] = {NULL};
    const struct algorithm *const a = with->choice.algorithm;
    enum status status = call_files(a, run->source->file, run->source->files,
                                    true, run->source->format, in, why);

    if (status == OK)
        status = call_files(a, files->out, files->outs, false,
                            run->source->format, out, why);
    for (int i = 0; i < MAX_PORTS; i++) {
        run->in = in[i] ? in[i] : run->in;
        run->out = out[i] ? out[i] : run->out;
    }
    if (status == OK && options->input.column)
        status = problem_set(why, WRONG_USE,
                             "--column %s: under mpirun files are .npy or raw",
                             options->input.column);
    return status == OK ? call_check_source(a, run->source, why) : status;
}

static void say_run(const struct single *with, const struct ranks_run *run,
                    const struct ranks_ran *ran)
{
    char words[256], last[256] = "nothing";
    const int threads = with->pool ? pool_threads(with->pool) : 0;

    if (ran->n > 0)
        monoid_print(&with->monoid.table, ran->last, last, sizeof last);
    printf("%s, %s scan of %zu elements of %s on %d rank%s",
           with->choice.algorithm->title,
           run->setup.exclusive ? "exclusive" : "inclusive", ran->n,
           with->monoid.name, ranks_count(), ranks_count() == 1 ? "" : "s");
    if (threads)
        printf(" of %d thread%s", threads, threads == 1 ? "" : "s");
    printf(", %s", across_name(run->across));
    if (run->across != ACROSS_OVERLAP)
        printf(" joined by %s", join_name(run->join));
    printf(": %.3f ms, %s%s%s; last is %s\n", ran->ms, colour_right(stdout),
           check_words(&ran->verdict, words, sizeof words), colour_off(stdout),
           last);
    if (run->trace)
        printf("  The shortest of several scans, recorded in %s\n  View: %s\n",
               run->trace, command_to_view(run->trace));
}

/* Its file, in `path` if none was given. */
static enum status find_trace(const struct single *with,
                              const struct on_ranks_files *files,
                              char path[256], struct ranks_run *run,
                              struct problem *why)
{
    if (!files->traces)
        return OK;
    snprintf(path, 256, "%s-trace.json", with->choice.algorithm->name);
    run->trace = files->trace ? files->trace : path;
    run->command = files->command;
    if (!strcmp(run->trace, "-"))
        return problem_set(why, WRONG_USE,
                           "-o -: under mpirun a trace goes to a file");
    return with->device->has_threads
               ? OK
               : problem_set(why, WRONG_USE,
                             "trace -d %s: under mpirun only the cpu's scans "
                             "are traced: add -d cpu",
                             with->device->name);
}

enum status on_ranks_run(const struct shared_options *options,
                         const struct on_ranks_files *files,
                         struct problem *why)
{
    static struct simt_options simt[MAX_SCHEDULES];
    const struct call_source source = command_source(options, 32);
    struct ranks_run run = {.source = &source};
    _Alignas(16) char carry[64];
    struct ranks_ran ran;
    struct single with;
    char path[256];
    int schedules;
    enum status status = on_ranks_check(options, why);

    if (status == OK)
        status = read_forms(options, &run, why);
    if (status != OK)
        return status;
    status = single_open(options, files->traces ? "trace" : "run", &with, why);
    if (status == OK && monoid_is_interval(&with.monoid))
        status = problem_set(why, WRONG_USE,
                             "the interval monoid has no values to scan: use "
                             "verify or measure without -m");
    if (status == OK)
        status = find_trace(&with, files, path, &run, why);
    if (status == OK)
        status = on_ranks_joins(with.choice.algorithm, why);
    if (status == OK)
        status = find_files(&with, options, files, &run, why);
    if (status == OK && options->carry)
        status = command_carry(options->carry, &with.monoid.table, carry, why);
    if (status == OK)
        status =
            simt_choose(options, "timed", true, true, simt, &schedules, why);
    run.setup = (struct setup){
        .device = with.device,
        .choice = &with.choice,
        .monoid = &with.monoid,
        .pool = with.pool,
        .simt = status == OK && with.device->has_schedules ? simt : NULL,
        .exclusive = options->exclusive};
    run.carry = options->carry ? carry : NULL;
    if (status == OK)
        status = ranks_run(&run, &ran, why);
    if (status == OK && !files->quiet)
        say_run(&with, &run, &ran);
    single_close(&with);
    return status;
}
