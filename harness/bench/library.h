/* library.h - what a user would pick instead: rows of the bench.
 *
 * Each is a small C++ or CUDA file of libraries/, compiled at run time for the
 * monoid at hand like any module: a scan, or an application. A machine without
 * the library goes without the row. CUB has several rows: a version of its
 * headers and an algorithm each.
 */
#ifndef LIBRARY_H
#define LIBRARY_H

#include "devices/choice.h"
#include "devices/device.h"
#include "libraries/row_call.h"
#include "compile/module.h"
#include "monoids/monoid.h"
#include "base/status.h"

#include <stdbool.h>

struct library_case;

/* One thing that a library does. */
struct library_use {
    const char *task;    /* its name: "scan", "filter" */
    const char *what;    /* of the library: "DeviceSelect::If" */
    const char *source;  /* in libraries/, less its ending */
    const char *options; /* for the compiler, or NULL */
    const char *setting; /* row_call.h: the parameter that it is */
    /* NULL, or why there is no row of such elements; in static storage. A NULL
     * function takes all. */
    const char *(*refuse)(const struct library_case *what);
};

enum library_maker { MADE_BY_CXX, MADE_BY_CC, MADE_BY_NVCC };

struct library {
    const char *name; /* as in the CSV */
    bool on_gpu;      /* a row beside code on a GPU, else beside threads */
    enum library_maker maker;
    const char *package; /* what to install for it */
    const char *file;    /* that the package brings; of nvcc: it */
    const char *flags[4];
    const struct library_use *uses; /* ends with a NULL `what` */
};

/* Ends with a NULL name. */
extern const struct library libraries[];

/* A quick look for its file; library_open is what really tells. */
bool library_is_installed(const struct library *library);

/* What a row of it is made for. */
struct library_case {
    const struct library *library;
    const struct choice *choice; /* of an application; NULL: a scan */
    const struct monoid *monoid;
    bool exclusive;
};

/* Its use of that index among those for the task; NULL: it has no more. */
const struct library_use *library_use(const struct library *library,
                                      const struct task *task, int index);

/* See row_call.h: the same for all rows of a library. */
size_t library_setting(const struct library_case *what);

/* A row, loaded. */
struct library_row {
    const struct library *library;
    const char *variant; /* "", or as CUB's: 3.5.0,lookahead */
    size_t setting;      /* row_call.h */
    struct module module;
    /* Of a scan, on the host. */
    void (*scan)(const void *in, void *out, size_t n, int threads);
    /* On a GPU, by addresses there, enqueued in the stream. Without `temporary`
     * it only says how many bytes that must have. NULL, or what went wrong. */
    const char *(*scan_cuda)(void *temporary, size_t *bytes, const void *in,
                             void *out, size_t n, void *stream);
    /* Of an application: see row_call.h. prepare_cuda may be NULL. */
    void (*call)(const struct row_call *call);
    const char *(*call_cuda)(struct row_call *call);
    const char *(*prepare_cuda)(struct row_call *call);
};

/* How many rows it has for the case: on the host one for each use; of CUB one
 * for each object in the folder SCANLAB_CUB_DIR (libraries/cub.sh fills it) or,
 * where there is none for this case, for each that nvcc is to build. */
int library_rows(const struct library_case *what);

/* Compiles and loads the row of that index, from 0. MACHINE_LACKS when the
 * library is not installed, or has no such form for these elements. */
enum status library_open(const struct library_case *what, int index,
                         struct library_row *out, struct problem *why);
void library_close(struct library_row *row);

#endif
