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
    struct {
        const struct library *library;
        const char *variant; /* the only one that is wanted; NULL: all */
    } wanted[MAX_LIBRARIES];
    int wanted_count;
    struct library_row row[MAX_ROWS]; /* of the monoid at hand, loaded */
    int row_count;
    uint64_t told[MAX_TOLD]; /* hashes of what was said about missing rows */
    int told_count;
};

/* Sorts the names that were typed into scans (or forms of one application) and
 * libraries (cub, or one row of it: cub:3.0.1); memcpy is there in any case.
 * Without names: all scans, and with `libraries` all libraries that scan.
 * Beside an application, if no library was typed, with `libraries` all that do
 * the same.
 */
enum status lineup_choose(struct lineup *lineup, struct shared_options *options,
                          const struct device *device, bool with_libraries,
                          struct problem *why);

/* The application that all its choices are forms of; NULL: they are scans. */
const struct choice *lineup_application(const struct lineup *lineup);

/* One whose task all rows do: the first, or of libraries alone some scan. */
const struct choice *lineup_any(const struct lineup *lineup,
                                const struct device *device);

/* Compiles and loads the library rows of a monoid and kind, in place of those
 * that were there. What this machine lacks is named on stderr once. */
enum status lineup_libraries(struct lineup *lineup, const struct monoid *monoid,
                             bool exclusive, struct problem *why);
void lineup_close(struct lineup *lineup);

/* Fills field->sizes, and field->contestant: compiled, loaded, with their
 * buffers, the library rows as lineup_libraries left them. A scan that refuses
 * this n stays out of the field. Whatever the status, the caller closes
 * field->count contestants.
 */
enum status lineup_enter(struct lineup *lineup, struct field *field,
                         struct problem *why);

#endif
