/* simplest_case.h - a finding in its simplest setting.
 *
 *     found      exclusive, in place, after a carry, n = 70, misaligned
 *     tried      n = 70, plain; then with one of the settings; with two ...
 *     told       the first of these that is wrong as well
 *
 * Half of the cases are misaligned, half are in place, and so on, so that a
 * mistake which any case shows is mostly met in one with some setting. To tell
 * that case as it is would name a cause that is none. Older values of flags
 * count as a setting, too: what another schedule shows without them is told
 * without them.
 */
#ifndef SIMPLEST_CASE_H
#define SIMPLEST_CASE_H

#include "prove/plan/proof_plan.h"

/* A case that was wrong: of which unit, and in which of its rounds. */
struct wrong_case {
    const struct unit *unit;
    struct verify_case of;
    int round;
    int rounds; /* that there are; above 0: it was run with weak memory, and
                   some round may show the mistake without */
};

enum { MOST_PLAINER = 32 };

/* Units of that case alone, each the first run of its execution, the simplest
 * first and the case itself last; returns how many. `only` gets the cases. */
int simplest_case_units(const struct wrong_case *wrong,
                        struct verify_case only[MOST_PLAINER],
                        struct unit out[MOST_PLAINER]);

#endif
