/* lineup.h - who takes part in a bench, and how they enter a field. */
#ifndef LINEUP_H
#define LINEUP_H

#include "bench/bench.h"
#include "command.h"
#include "bench/library.h"

enum { MAX_LIBRARIES = 8 };

struct lineup {
    struct choice choices[MAX_CHOICES];
    int choice_count;
    const struct library *library[MAX_LIBRARIES];
    int library_count;
};

/* Sorts the names that were typed into scans and libraries; memcpy is there in
 * any case. Without names: all scans, and with `libraries` all libraries. */
enum status lineup_choose(struct lineup *lineup, struct shared_options *options,
                          const struct device *device, bool with_libraries,
                          struct problem *why);

/* Fills field->contestant: compiled, loaded, with their buffers. A library that
 * is not installed is named on stderr once and leaves the line-up; a scan that
 * refuses this n stays out of the field. Whatever the status, the caller closes
 * field->count contestants. */
enum status lineup_enter(struct lineup *lineup, struct field *field,
                         struct problem *why);

#endif
