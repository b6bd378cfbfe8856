/* tuning.h - the best settings that explore has found, kept for run and bench.
 *
 *     explore --save  ->  tuning.json  ->  run, bench
 *
 * An entry is for a machine (its processor or GPU), a device, a number of
 * threads, an algorithm, elements of one size, integers or floats, and sizes of
 * one class: 2^16 up to 2^20 - 1, 2^20 up to 2^24 - 1, and so on. A setting that
 * the user has typed is never replaced.
 *
 * The file: $SCANLAB_TUNING (empty: none), else tuning.json in
 * $XDG_CONFIG_HOME/scanlab or ~/.config/scanlab.
 */
#ifndef TUNING_H
#define TUNING_H

#include "devices/choice.h"
#include "base/status.h"
#include "monoids/monoid.h"

#include <stdbool.h>
#include <stddef.h>

/* What an entry is for. */
struct tuning_case {
    const struct choice *choice;
    const struct monoid *monoid;
    int threads; /* 0: the device has none of this machine */
    size_t n;
};

/* What was measured. */
struct tuning_gain {
    double faster, low, high; /* times as fast as the default */
};

/* The choice with the entry's settings; false: there is none, or all that it
 * says is given, and *out is the choice itself. A file or an entry that is
 * damaged is reported on stderr, once, and ignored. */
bool tuning_find(const struct tuning_case *for_case, struct choice *out);

/* The settings that tuning_find() would add, "tile=65536", and the file, for
 * messages; both empty without an entry. Valid until the next call. */
const char *tuning_settings(void);
const char *tuning_file(void);

/* OK, or why nothing can be saved: WRONG_USE, as below. */
enum status tuning_check(struct problem *why);

/* Adds or replaces the entry of a case: settings as after the colon of a name;
 * NULL: removes it, since the default is best. MACHINE_LACKS: the file cannot be
 * written; WRONG_USE: it is damaged, and stays as it is. */
enum status tuning_save(const struct tuning_case *for_case,
                        const char *settings, const struct tuning_gain *gain,
                        struct problem *why);

#endif
