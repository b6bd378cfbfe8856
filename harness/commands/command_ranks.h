/* command_ranks.h - what the subcommands do under mpirun.
 *
 * Every rank runs the same command; rank 0 alone prints (ranks/ranks.h).
 */
#ifndef COMMAND_RANKS_H
#define COMMAND_RANKS_H

#include "command.h"

/* The files of `run`: every -o, as typed. */
struct command_ranks_files {
    const char *const *out;
    int outs;
    bool quiet;
};

enum status command_ranks_run(const struct shared_options *options,
                              const struct command_ranks_files *files,
                              struct problem *why);

#endif
