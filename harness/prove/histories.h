/* histories.h - a scan after many others: does it mistake words left by an
 * earlier launch for its own?
 *
 * Words that carry the number of their launch stay as they are while shorter
 * scans run. If the code keeps the number modulo m, they look fresh m launches
 * later, and words of 0 look fresh when the number is 0 modulo m:
 *
 *     launch     7    8  ..  m + 6    m + 7
 *     n          c    1  ..  1        c         reads words of launch 7
 *
 * Most launches in between can be skipped, since each launch is passed its
 * number, but not if the kernels keep their own count.
 */
#ifndef HISTORIES_H
#define HISTORIES_H

#include "devices/execution.h"
#include "encodings.h"

struct history {
    struct execution *execution;
    const struct constants *constants; /* of the source: moduli, perhaps */
    size_t most;                       /* elements */
    int turn;                          /* selects the moduli of this turn */
    bool counts; /* also tests without skipping launches: slower */
    /* Runs n elements and judges the result; and the same with all elements, as
     * the first run of a new execution. */
    enum status (*run)(void *context, size_t n, uint32_t seed,
                       struct problem *why);
    enum status (*run_alone)(void *context, uint32_t seed, uint64_t *path);
    void *context;
};

/* True: words persist from one launch to the next, so a history may matter. */
bool history_matters(const struct setup *setup);

/* OK, or a finding; adds the number of runs to *runs. */
enum status history_run(const struct history *history, size_t *runs,
                        struct problem *why);

#endif
