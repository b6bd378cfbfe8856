/* verify_ahead.h - for a GPU: compiles modules ahead of the runs.
 *
 * On a GPU units run in this process, one after the other; compilers run in
 * child processes. All scans of a command share them, so that no processor is
 * idle while a scan's last modules are compiled or its units run:
 *
 *     children   compile unit 0 ... 15 | 16 ...            of the next scan
 *     parent     waits for unit 0, runs it | unit 1 | ...
 */
#ifndef VERIFY_AHEAD_H
#define VERIFY_AHEAD_H

#include "verify.h"

/* Starts to compile the units of job->choice = &choices[0], &choices[1], ...
 * The arguments must outlive *out. On OK the caller calls
 * verify_ahead_end(*out). */
enum status verify_ahead_begin(const struct verify_job *job,
                               const struct choice *choices, int count,
                               struct verify_ahead **out, struct problem *why);

/* Returns when the unit has been compiled. What does not compile is reported
 * when it is run. The units must be waited for in their order. */
enum status verify_ahead_wait(struct verify_ahead *ahead,
                              const struct choice *choice, int unit,
                              struct problem *why);

void verify_ahead_end(struct verify_ahead *ahead);

#endif
