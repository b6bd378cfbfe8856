/* simplest_case.h - a finding in its simplest setting.
 *
 *     found      exclusive, in place, after a carry, n = 70, misaligned
 *     tried      n = 70 alone; then with one of the settings; with two ...
 *     reported   the first of these that is also wrong
 *
 * Half of the cases are misaligned, half are in place, and so on, so a mistake
 * that every case shows is usually found first in a case with some such
 * setting. Reporting that case as it is would suggest a false cause. Loads of
 * older flag values count as a setting too: if another schedule shows the
 * mistake without such loads, that run is reported.
 */
#ifndef SIMPLEST_CASE_H
#define SIMPLEST_CASE_H

#include "prove/plan/proof_plan.h"

/* A case that was wrong: its unit, and its round in the unit. */
struct wrong_case {
    const struct unit *unit;
    struct verify_case of;
    int round;
    int rounds; /* of the unit; above 0: the unit ran with weak memory, and some
                   round may show the mistake without weak memory */
};

enum { MAX_PLAINER = 32 };

/* Makes units that run only such a case, each as the first run of its
 * execution, the simplest case first and the original case last; returns their
 * number. `only` gets the cases. */
int simplest_case_units(const struct wrong_case *wrong,
                        struct verify_case only[MAX_PLAINER],
                        struct unit out[MAX_PLAINER]);

#endif
