/* library.h - scans that a user would pick instead: rows of the bench.
 *
 * Each is a small C++ file of libraries/, compiled at run time for the monoid
 * at hand like any module; a machine without the library goes without the row.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "module.h"
#include "monoid.h"
#include "status.h"

#include <stdbool.h>

struct library {
    const char *name; /* as in the CSV */
    const char *what;
    const char *package; /* what to install for it */
    const char *flags[4];
};

/* Ends with a NULL name. */
extern const struct library libraries[];

struct library_scan {
    struct module module;
    void (*scan)(const void *in, void *out, size_t n, int threads);
};

/* Compiles and loads one; MACHINE_LACKS when the library is not installed. */
enum status library_open(const struct library *library,
                         const struct monoid *monoid, bool exclusive,
                         struct library_scan *out, struct problem *why);
void library_close(struct library_scan *scan);

#endif
