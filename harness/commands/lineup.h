/* lineup.h - the rows of a bench, and how they enter a field. */
#ifndef LINEUP_H
#define LINEUP_H

#include "bench/bench.h"
#include "command.h"
#include "bench/library.h"

enum { MAX_LIBRARIES = 16, MAX_ROWS = 24, MAX_TOLD = 16 };

struct lineup {
    struct choice choices[MAX_CHOICES];
    int choice_count;
    bool tunes; /* with the settings that explore has kept */
    struct choice tuned[MAX_CHOICES]; /* of the current field */
    struct {
        const struct library *library;
        const char *variant; /* the only variant requested; NULL: all */
    } wanted[MAX_LIBRARIES];
    int wanted_count;
    struct library_row row[MAX_ROWS]; /* loaded, for the current monoid */
    int row_count;
    /* hashes of the messages printed about missing rows */
    uint64_t told[MAX_TOLD];
    int told_count;
};

/* Sorts the typed names into scans (or forms of one application) and libraries
 * (cub, or one of its rows: cub:3.0.1); memcpy is always included. Without
 * names: all scans, and with `libraries` all libraries that have a scan. With
 * an application, if no library was named, `libraries` adds all that do the
 * same task.
 */
enum status lineup_choose(struct lineup *lineup, struct shared_options *options,
                          const struct device *device, bool with_libraries,
                          struct problem *why);

/* The application that all its choices implement; NULL: they are scans. */
const struct choice *lineup_application(const struct lineup *lineup);

/* A choice whose task all rows perform: the first choice, or some scan if there
 * are only libraries. */
const struct choice *lineup_any(const struct lineup *lineup,
                                const struct device *device);

/* Compiles and loads the library rows of a monoid and kind, replacing the
 * earlier ones. Rows that this machine lacks are named once on stderr. */
enum status lineup_libraries(struct lineup *lineup, const struct monoid *monoid,
                             bool exclusive, struct problem *why);
void lineup_close(struct lineup *lineup);

/* Fills field->sizes and field->contestant: the scans compiled and loaded, with
 * their buffers, and the library rows from lineup_libraries. A scan that does
 * not support this n is left out. Whatever the status, the caller closes
 * field->count contestants.
 */
enum status lineup_enter(struct lineup *lineup, struct field *field,
                         struct problem *why);

#endif
