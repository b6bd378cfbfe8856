/* library.h - rows of the bench for libraries that a user could choose instead.
 *
 * Each row is a small C++ or CUDA file in libraries/, a scan or an application,
 * compiled at run time for the current monoid like any module. A machine
 * without the library has no such row. CUB has several rows, each for a version
 * of its headers and an algorithm.
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

/* One operation of a library. */
struct library_use {
    const char *task;    /* name of the task: "scan", "filter" */
    const char *what;    /* the library's name for it: "DeviceSelect::If" */
    const char *source;  /* in libraries/, without the extension */
    const char *options; /* for the compiler, or NULL */
    /* name of the parameter passed as `setting` (row_call.h) */
    const char *setting;
    /* Returns NULL, or why there is no row for such elements, in static
     * storage. A NULL function accepts all. */
    const char *(*refuse)(const struct library_case *what);
};

enum library_maker { MADE_BY_CXX, MADE_BY_CC, MADE_BY_NVCC };

struct library {
    const char *name; /* as in the CSV */
    bool on_gpu; /* compared with code on a GPU, else with code on threads */
    enum library_maker maker;
    const char *package; /* what to install for it */
    const char *file;    /* a file of the package; for nvcc, nvcc itself */
    const char *flags[4];
    const struct library_use *uses; /* ends with a NULL `what` */
};

/* Ends with a NULL name. */
extern const struct library libraries[];

/* Quickly checks whether its file exists; only library_open can be certain. */
bool library_is_installed(const struct library *library);

/* The case for which a row is built. */
struct library_case {
    const struct library *library;
    const struct choice *choice; /* an application; NULL: a scan */
    const struct monoid *monoid;
    bool exclusive;
};

/* The use with that index among the library's uses for the task; NULL: none. */
const struct library_use *library_use(const struct library *library,
                                      const struct task *task, int index);

/* The `setting` of row_call.h, which is the same for all rows of a library. */
size_t library_setting(const struct library_case *what);

/* A row, loaded. */
struct library_row {
    const struct library *library;
    const char *variant; /* "", or for CUB a text such as 3.5.0,lookahead */
    size_t setting;      /* row_call.h */
    struct module module;
    /* A scan on the host. */
    void (*scan)(const void *in, void *out, size_t n, int threads);
    /* A scan on a GPU, with addresses there, enqueued in the stream. With
     * `temporary` NULL it only sets the bytes needed for it. Returns NULL, or
     * an error message. */
    const char *(*scan_cuda)(void *temporary, size_t *bytes, const void *in,
                             void *out, size_t n, void *stream);
    /* An application: see row_call.h. prepare_cuda may be NULL. */
    void (*call)(const struct row_call *call);
    const char *(*call_cuda)(struct row_call *call);
    const char *(*prepare_cuda)(struct row_call *call);
};

/* The number of rows for the case: on the host one for each use; for CUB one
 * for each object in the folder SCANLAB_CUB_DIR (libraries/cub.sh fills it) or,
 * if there is none for this case, for each object that nvcc must build. */
int library_rows(const struct library_case *what);

/* Compiles and loads the row with that index, counted from 0. MACHINE_LACKS:
 * the library is not installed, or does not support these elements. */
enum status library_open(const struct library_case *what, int index,
                         struct library_row *out, struct problem *why);
void library_close(struct library_row *row);

#endif
