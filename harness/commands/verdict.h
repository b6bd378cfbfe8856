/* verdict.h - what verify prints of what it saw: proved, right, WRONG or NOT
 * JUDGED. */
#ifndef VERDICT_H
#define VERDICT_H

#include "devices/choice.h"
#include "monoids/laws.h"
#include "prove/verify.h"

/* What proved stands for, after "proved for every": elements for all of them,
 * drawn patterns for no more than themselves. */
const char *verdict_proved_for(const struct task *application);

/* One line for a scan that is right. Proved is said on simt alone. */
void verdict_print(const struct choice *choice, bool simt,
                   const struct verify_tally *tally);

/* The finding, or why nothing was judged, and how to see it again; `trace` is
 * the file asked for, or NULL, and `can_trace` says whether the device could
 * write one. */
void verdict_print_wrong(const struct choice *choice,
                         const struct verify_tally *tally, enum status status,
                         bool can_trace, const char *trace,
                         const struct problem *why);

/* The memory model that the runs have explored; NULL where it is the machine's
 * own. */
const char *verdict_memory(const struct verify_job *job);

/* Which runs were made, and so what the lines above hold for. `threads` and
 * `schedules` as typed. */
void verdict_print_runs(const struct verify_job *job, const char *sizes,
                        const char *bytes, const char *threads,
                        const char *schedules);
void verdict_print_gpu_runs(const struct task *application, const char *sizes,
                            const char *bytes);

/* A monoid whose laws hold. */
void verdict_print_laws(const char *monoid, const struct laws *laws);

#endif
