/* verify_unit.h - the one loop over the cases of a unit. It runs in the calling
 * process, which is a child of verify(). */
#ifndef VERIFY_UNIT_H
#define VERIFY_UNIT_H

#include "prove/plan/proof_plan.h"
#include "verify.h"

enum way {
    WAY_PLAIN,
    WAY_SETTLES, /* again, to find out why it is wrong */
    WAY_TRACED   /* again, to record the mistake */
};

/* What a unit runs. The caller closes *monoid; the setup has no pool. */
enum status verify_setup(const struct verify_job *job, const struct unit *unit,
                         struct monoid *monoid, struct setup *out,
                         struct problem *why);

/* Runs all cases of the unit up to the first wrong one, described in `why`.
 * Adds to *tally. */
enum status verify_unit(const struct verify_job *job, const struct unit *unit,
                        enum way way, struct verify_tally *tally,
                        struct problem *why);

/* For a finding that needs more than one case: tally->again becomes a command
 * with the unit's settings and all sizes and schedules that the user gave. */
void verify_unit_again(const struct verify_job *job, const struct unit *unit,
                       struct verify_tally *tally);

/* True: a user's kernel is rejected for the size of its __shared__ variables
 * with this T, but not with the smallest T requested, so it does not support
 * this T. Writes their size. */
bool verify_leaves_out(const struct verify_job *job, unsigned bytes,
                       const struct problem *why, char *words, size_t size);

/* Writes "lookback:block=32" into text, and returns it. */
const char *verify_name(const struct choice *choice, char *text, size_t size);

#endif
