/* verdict.c - prints the verdicts of verify. */
#include "verdict.h"
#include "base/colour.h"
#include "simt/simt.h"
#include "base/paths.h"

#include <stdio.h>
#include <string.h>

const char *verdict_proved_for(const struct task *task)
{
    return !task->has_op && task->has_patterns ? "element, in 4 patterns"
           : !task->has_op                     ? "element"
           : task->has_patterns ? "monoid and element, in 4 patterns"
                                : "monoid and input";
}

/* The result, in one line. Only simt gives "proved": on threads only the
 * schedules that happened were tested, and not every race is found. */
void verdict_print(const struct choice *choice, bool simt,
                   const struct verify_tally *tally)
{
    char sizes[64];

    snprintf(sizes, sizeof sizes,
             tally->least_n == tally->largest_n ? "n = %zu" : "n = %zu to %zu",
             tally->least_n, tally->largest_n);
    if (simt)
        printf("%-15s %sproved%s for every %s: %zu runs, %s, %d parameter "
               "setting%s",
               choice->algorithm->name, colour_right(stdout),
               colour_off(stdout), verdict_proved_for(choice->algorithm->task),
               tally->runs, sizes, tally->settings,
               tally->settings == 1 ? "" : "s");
    else
        printf("%-15s %sright%s %s in every run%s: %zu runs",
               choice->algorithm->name, colour_right(stdout),
               colour_off(stdout),
               choice->algorithm->task == &scan_task ? "fold" : "output",
               tally->races == 0 ? ", no race in these runs" : "", tally->runs);
    if (*tally->each_value_of)
        printf(": each value of %s", tally->each_value_of);
    if (tally->explored)
        printf("; all orders of flag operations in %zu of %zu cases, at most "
               "%llu runs a case",
               tally->complete, tally->explored,
               (unsigned long long)tally->most_runs);
    if (tally->reproducible)
        printf("; %s",
               !choice->algorithm->task->has_op
                   ? "reproducible: no output is computed by op"
               : simt ? "reproducible: the same tree of operands at every "
                        "position, under every schedule that was run"
                      : "the same tree of operands at every position in all of "
                        "these runs, which does not prove it reproducible");
    if (tally->untried)
        printf("; %d value%s not tried: %s (%s)", tally->untried,
               tally->untried == 1 ? "" : "s", tally->untried_value,
               tally->untried_why);
    if (*tally->function)
        printf("; %s ran on elements of %s", tally->function, tally->fits);
    if (*tally->misfits)
        printf("; it does not compile for those of %s", tally->misfits);
    if (tally->refused)
        printf("; %zu skipped: %s", tally->refused, tally->refusal);
    printf("\n%s", tally->notes);
}

void verdict_print_wrong(const struct choice *choice,
                         const struct verify_tally *tally, enum status status,
                         const struct verdict_look *look,
                         const struct problem *why)
{
    printf("%-15s %s%s%s. %s\n", choice->algorithm->name, colour_wrong(stdout),
           verdict_word(status), colour_off(stdout), why->line);
    if (*tally->words)
        printf("%s", tally->words);
    printf("%s", tally->notes);
    if (strstr(why->line, " does not compile"))
        printf("  The compiler's output is above. Correct the first error and "
               "run the same command again.\n");
    if (status != CHECK_FAILED)
        return;
    if (*why->found_in)
        printf("  Case:      %s\n", why->found_in);
    if (*tally->again)
        printf("  Reproduce: %s\n", path_typed(tally->again));
    if (tally->traced)
        printf("  View:      %s\n", look->there);
    else if (look->trace)
        printf("  No trace:  %s.\n", *tally->untraced ? tally->untraced
                                     : *tally->again
                                         ? "the recorded run was right"
                                         : "nothing was run");
    else if (*tally->again && look->can_trace)
        printf("  View:      %s --trace %s-trace.json; %s %s-trace.json\n",
               path_typed(tally->again), choice->algorithm->name, look->viewer,
               choice->algorithm->name);
}

void verdict_print_gpu_runs(const struct task *task, const char *sizes,
                            const char *bytes)
{
    if (task != &scan_task) {
        printf("\nThe runs: n = %s; random elements of every built-in "
               "monoid.\nThe outputs of these runs are right. A GPU run cannot "
               "show races: a proof needs -d simt.\n",
               sizes);
        return;
    }
    printf("\nThe runs: n = %s; intervals in T of %s bytes (n up to 65534), "
           "with default and\nsmall parameters; every built-in monoid, "
           "compared with the plain loop; inclusive and exclusive; out "
           "of\nplace and in place; with and without a carry; aligned and "
           "misaligned by one element.\nThe outputs of these runs are right. A "
           "GPU run cannot show races: a proof needs -d simt.\n",
           sizes, bytes);
}

const char *verdict_memory(const struct verify_job *job)
{
    if (!job->simts)
        return NULL;
    for (int i = 0; i < job->simt_count; i++)
        if (job->simts[i].weak)
            return "weak loads of flags, as in PTX, in random schedules; "
                   "otherwise "
                   "sequentially consistent";
    return "sequentially consistent: loads of flags return the newest value "
           "(under random also older ones)";
}

void verdict_print_runs(const struct verify_job *job, const char *sizes,
                        const char *bytes, const char *threads,
                        const char *schedules)
{
    const struct task *const task = job->choice->algorithm->task;
    const bool has_real = job->elem_bytes & (4 | 8 | 16);

    printf("\nThe runs: n = %s; T of %s bytes; %s;\n%s; small and default "
           "parameters;\ntwo encodings of the elements; ",
           sizes ? sizes : "about one, two and three tiles of each shape",
           bytes,
           task == &scan_task ? "inclusive and exclusive"
           : task->has_patterns
               ? "flags, keys or lengths in the patterns half, none, all and "
                 "runs (of eight, or from edge to edge), and single flags"
               : "one form",
           task == &scan_task ? "out of place and in place; with and without a "
                                "carry"
           : task->has_kinds  ? "inclusive and exclusive"
           : job->function ? "outputs compared with the plain loop's, also for "
                             "the monoids named above"
           : job->elem_bytes == VERIFY_BYTES
               ? "outputs compared with the plain loop's, also for four real "
                 "monoids"
           : has_real ? "outputs compared with the plain loop's, also for real "
                        "monoids of these sizes"
                      : "outputs compared with the plain loop's");
    if (!job->simts)
        printf("%s threads.\nThe scans are right for the order in which the "
               "threads ran this time, and for any elements that are\nonly "
               "copied and passed to op. SIMD paths (VECTOR_OP) do not run "
               "here: tests compare them with the plain loop.\n",
               threads);
    else
        printf("in half of the cases the arrays are misaligned, each by its "
               "own number of elements;\nschedules %s;\nmemory: %s.\nProved "
               "means, for these n and launch shapes: no race, no divergence, "
               "no read of memory that was\nnever written, and neither control "
               "flow nor addresses depend on the elements. A kernel "
               "with\natomics or flags is proved only for the schedules that "
               "were run.%s\nNo larger n was run: an index could "
               "overflow there.\n",
               schedules, verdict_memory(job),
               job->reproducible && task->has_op
                   ? ""
                   : " For floats, a proof fixes which\noperands are combined "
                     "in which order, not how they are grouped, nor the bits "
                     "of the result.");
    if (job->reproducible && task->has_op)
        printf("%s: with the same n, parameters, alignment of "
               "the arrays and %s,\neach output has the same tree of operands "
               "in all of these runs, so that floats are equal\nbit by bit%s. "
               "An operation with the identity does not count: it can change "
               "only the sign of a zero.\n",
               job->simts ? "Reproducible means" : "What was compared",
               job->simts ? "launch shape" : "number of threads",
               job->simts ? ""
                          : " (not where sums take SIMD paths; and in other "
                            "runs the threads can take turns\nin other ways)");
}

void verdict_print_laws(const char *monoid, const struct laws *laws)
{
    printf("%-15s %sobeys the laws%s on %zu random triples: op(identity(), a) "
           "= a = op(a, identity())%s; %s\n",
           monoid, colour_right(stdout), colour_off(stdout), laws->triples,
           laws->asks_associative
               ? "; op(op(a, b), c) = op(a, op(b, c))"
               : " (floats: associative only up to rounding, so not tested)",
           laws->commutes ? "op(a, b) = op(b, a) too"
                          : "op(a, b) is not always op(b, a)");
}
