/* verify_unit.h - the one loop over the cases of a unit, in the process that
 * calls it: a child of verify()'s. */
#ifndef VERIFY_UNIT_H
#define VERIFY_UNIT_H

#include "prove/plan/proof_plan.h"
#include "verify.h"

enum way {
    WAY_PLAIN,
    WAY_SETTLES, /* once more, to tell why it is wrong */
    WAY_TRACED   /* once more, to record what goes wrong */
};

/* Runs all cases of the unit up to the first that is wrong, which `why` tells.
 * Adds to *tally. */
enum status verify_unit(const struct verify_job *job, const struct unit *unit,
                        enum way way, struct verify_tally *tally,
                        struct problem *why);

/* For a finding that no single case shows: tally->again becomes a command with
 * the unit's settings and all sizes and schedules that the user gave. */
void verify_unit_again(const struct verify_job *job, const struct unit *unit,
                       struct verify_tally *tally);

/* A user's kernel is refused for the size of its __shared__ variables with this
 * T, and not with the smallest T that is asked for: it has no such T. Writes how
 * large they are. */
bool verify_leaves_out(const struct verify_job *job, unsigned bytes,
                       const struct problem *why, char *words, size_t size);

/* "lookback:block=32", into text, which it returns. */
const char *verify_name(const struct choice *choice, char *text, size_t size);

#endif
