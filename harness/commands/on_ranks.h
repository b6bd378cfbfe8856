/* on_ranks.h - what the subcommands do under mpirun.
 *
 * Every rank runs the same command; rank 0 alone prints (ranks/ranks.h).
 */
#ifndef ON_RANKS_H
#define ON_RANKS_H

#include "command.h"
#include "ranks/across.h"

/* WRONG_USE: a user's own code, which runs in a child process, while MPI is only
 * in the process that mpirun started. */
enum status on_ranks_check(const struct shared_options *options,
                           struct problem *why);
/* WRONG_USE: the algorithm lacks the entries that join parts. */
enum status on_ranks_joins(const struct algorithm *algorithm,
                           struct problem *why);
/* The forms and joins named in the options; NULL: all. */
enum status on_ranks_forms(const char *across, const char *join,
                           bool acrosses[ACROSSES], bool joins[JOINS],
                           struct problem *why);

/* The files of `run`: every -o, as typed; or that of `trace`. */
struct on_ranks_files {
    const char *const *out;
    int outs;
    bool quiet;
    bool traces;
    const char *trace;   /* NULL: ALGORITHM-trace.json */
    const char *command; /* of a trace: as typed */
};

enum status on_ranks_run(const struct shared_options *options,
                         const struct on_ranks_files *files,
                         struct problem *why);

/* `elem_bytes`: sizes of T, as bits. */
enum status on_ranks_verify(const struct shared_options *options,
                            unsigned elem_bytes, struct problem *why);

struct on_ranks_timing {
    const char *output; /* -o, or NULL */
    double seconds;     /* for all fields */
    uint64_t seed;
    const char *command; /* as typed */
};

enum status on_ranks_bench(const struct shared_options *options,
                           const struct on_ranks_timing *timing,
                           struct problem *why);

/* `output`: -o, or NULL. */
enum status on_ranks_measure(const struct shared_options *options,
                             const char *output, struct problem *why);

#endif
