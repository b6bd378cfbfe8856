/* verdict.h - what verify prints of what it saw: proved, right, WRONG or NOT
 * JUDGED. */
#ifndef VERDICT_H
#define VERDICT_H

#include "devices/choice.h"
#include "monoids/laws.h"
#include "verify.h"

/* What proved stands for, after "proved for every": elements for all of them,
 * drawn patterns for no more than themselves. */
const char *verdict_proved_for(const struct task *task);

/* One line for a scan that is right. Proved is said on simt alone. */
void verdict_print(const struct choice *choice, bool simt,
                   const struct verify_tally *tally);

/* How a finding is looked at. */
struct verdict_look {
    const char *viewer; /* "./scanviz" */
    const char *trace;  /* the file that --trace named, or NULL */
    const char *there;  /* the command that shows it, once it is written */
    bool can_trace;     /* the device could write one */
};

/* The finding, or why nothing was judged, and how to see it again. */
void verdict_print_wrong(const struct choice *choice,
                         const struct verify_tally *tally, enum status status,
                         const struct verdict_look *look,
                         const struct problem *why);

/* The memory model that the runs have explored; NULL where it is the machine's
 * own. */
const char *verdict_memory(const struct verify_job *job);

/* Which runs were made, and so what the lines above hold for. `threads` and
 * `schedules` as typed. */
void verdict_print_runs(const struct verify_job *job, const char *sizes,
                        const char *bytes, const char *threads,
                        const char *schedules);
void verdict_print_gpu_runs(const struct task *task, const char *sizes,
                            const char *bytes);

/* A monoid whose laws hold. */
void verdict_print_laws(const char *monoid, const struct laws *laws);

#endif
