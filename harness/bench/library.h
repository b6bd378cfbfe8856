/* library.h - scans that a user would pick instead: rows of the bench.
 *
 * Each is a small C++ or CUDA file of libraries/, compiled at run time for the
 * monoid at hand like any module; a machine without the library goes without
 * the row. CUB has several rows: a version of its headers and an algorithm
 * each.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "devices/device.h"
#include "compile/module.h"
#include "monoids/monoid.h"
#include "base/status.h"

#include <stdbool.h>

struct library {
    const char *name; /* as in the CSV */
    bool on_gpu;      /* a row beside scans on a GPU, else beside threads */
    const char *what;
    const char *package; /* what to install for it */
    const char *file;    /* that the package brings; on a GPU: the compiler */
    const char *flags[4];
};

/* Ends with a NULL name. */
extern const struct library libraries[];

/* A quick look for its file; library_open is what really tells. */
bool library_is_installed(const struct library *library);

/* What a row of it is made for. */
struct library_case {
    const struct library *library;
    const struct monoid *monoid;
    bool exclusive;
};

/* A row, loaded. */
struct library_row {
    const struct library *library;
    const char *variant; /* "", or as CUB's: 3.5.0,lookahead */
    struct module module;
    /* On the host. */
    void (*scan)(const void *in, void *out, size_t n, int threads);
    /* On a GPU, by addresses there, enqueued in the stream. Without `temporary`
     * it only says how many bytes that must have. NULL, or what went wrong. */
    const char *(*scan_cuda)(void *temporary, size_t *bytes, const void *in,
                             void *out, size_t n, void *stream);
};

/* How many rows it has: 1 on the host; on a GPU one for each object in the
 * folder SCANLAB_CUB_DIR (libraries/cub.sh fills it) or, where there is none
 * for this case, for each that nvcc is to build. */
int library_rows(const struct library_case *what);

/* Compiles and loads the row of that index, from 0. MACHINE_LACKS when the
 * library is not installed, or has no such form for this monoid. */
enum status library_open(const struct library_case *what, int index,
                         struct library_row *out, struct problem *why);
void library_close(struct library_row *row);

#endif
