/* verdict.h - prints the verdict of verify: proved, right, WRONG or NOT
 * JUDGED. */
#ifndef VERDICT_H
#define VERDICT_H

#include "devices/choice.h"
#include "monoids/laws.h"
#include "verify.h"

/* The text after "proved for every": intervals stand for all elements, but
 * patterns of flags, keys and lengths stand only for themselves. */
const char *verdict_proved_for(const struct task *task);

/* One line for a scan that is right. Only simt gives "proved". */
void verdict_print(const struct choice *choice, bool simt,
                   const struct verify_tally *tally);

/* How to look at a finding. */
struct verdict_look {
    const char *viewer; /* "./scanviz" */
    const char *trace;  /* the file given to --trace, or NULL */
    const char *there;  /* the command that shows the trace, once written */
    bool can_trace;     /* the device could write a trace */
};

/* Prints the finding, or why nothing was judged, and how to reproduce it. */
void verdict_print_wrong(const struct choice *choice,
                         const struct verify_tally *tally, enum status status,
                         const struct verdict_look *look,
                         const struct problem *why);

/* The memory model that the runs explored; NULL: the machine's default. */
const char *verdict_memory(const struct verify_job *job);

/* Prints the runs on which the lines above are based. `threads` and `schedules`
 * as typed. */
void verdict_print_runs(const struct verify_job *job, const char *sizes,
                        const char *bytes, const char *threads,
                        const char *schedules);
void verdict_print_gpu_runs(const struct task *task, const char *sizes,
                            const char *bytes);

/* Prints the line for a monoid whose laws hold. */
void verdict_print_laws(const char *monoid, const struct laws *laws);

#endif
