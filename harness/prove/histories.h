/* histories.h - a scan after many others: has an earlier launch left words that
 * it takes for its own?
 *
 * Words that carry the number of their launch stay as they are while shorter
 * scans run. If the code keeps the number modulo m, they look fresh m launches
 * later, and words of 0 look fresh when the number is 0 modulo m:
 *
 *     launch     7    8  ..  m + 6    m + 7
 *     n          c    1  ..  1        c         reads words of launch 7
 *
 * Most of the launches between can be left out, since a launch is told its
 * number. They cannot where the kernels count by themselves.
 */
#ifndef HISTORIES_H
#define HISTORIES_H

#include "devices/execution.h"
#include "encodings.h"

struct history {
    struct execution *execution;
    const struct constants *constants; /* of the source: moduli, perhaps */
    size_t most;                       /* elements */
    int turn;                          /* which moduli: each turn has others */
    bool counts; /* also without leaving launches out: takes longer */
    /* Runs n elements and judges; and again with all of them, as the first run
     * of a new execution. */
    enum status (*run)(void *context, size_t n, uint32_t seed,
                       struct problem *why);
    enum status (*run_alone)(void *context, uint32_t seed, uint64_t *path);
    void *context;
};

/* True: the code keeps words from one launch to the next, so a history may
 * matter. */
bool history_matters(const struct setup *setup);

/* OK, or what went wrong; adds to *runs. */
enum status history_run(const struct history *history, size_t *runs,
                        struct problem *why);

#endif
