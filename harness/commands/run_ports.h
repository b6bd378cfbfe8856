/* run_ports.h - `scanlab run` of an application. */
#ifndef RUN_PORTS_H
#define RUN_PORTS_H

#include "command.h"
#include "devices/execution.h"

/* What its own options said: -o, in the order in which they were typed. */
struct run_files {
    int count;
    const char *file[MAX_FILES];
    bool quiet;
};

/* Runs what is chosen, compares its outputs with the plain loop's, and writes
 * them. `with` is opened, `setup` has its parts. */
enum status run_ports(const struct shared_options *options,
                      const struct run_files *out, struct single *with,
                      struct setup *setup, bool under_test,
                      struct problem *why);

#endif
