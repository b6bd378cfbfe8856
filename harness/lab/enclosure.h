/* enclosure.h - a command of scanlab's own in an enclosed process: bounded, and
 * as far from the rest of the machine as can be had here.
 *
 *     none        as if it was typed; the seal of sandbox/ still stands where
 *                 the kernel takes it
 *     limits      bounds of processor time, of a clock, of files and of output
 *     seccomp     and the seal is known to stand: the code under test can open
 *                 no file, socket or process (sandbox/seal.h)
 *     namespaces  and all of it, compilers too, is in namespaces of its own
 *                 (bubblewrap): no network, files read-only,
 *                 home folders and solutions out of sight
 */
#ifndef ENCLOSURE_H
#define ENCLOSURE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum isolation {
    ISOLATION_NONE,
    ISOLATION_LIMITS,
    ISOLATION_SECCOMP,
    ISOLATION_NAMESPACES
};

/* "seccomp". */
const char *isolation_name(enum isolation level);
/* WRONG_USE: no such level. */
enum status isolation_parse(const char *text, enum isolation *out,
                            struct problem *why);
/* The strongest that works here; `why_not` says in a line why none above it
 * does. */
enum isolation isolation_best(struct problem *why_not);
/* MACHINE_LACKS: this level cannot be had here. */
enum status isolation_has(enum isolation level, struct problem *why);

struct enclosure {
    enum isolation level;
    const char *scratch; /* its working folder, which alone it may write to,
                            besides the cache */
    const char *hidden;  /* a folder that it need not see, or NULL */
    unsigned seconds;    /* of a clock on the wall */
    /* Each tenth of a second, with the seconds so far; or NULL. */
    void (*progress)(void *context, double seconds);
    void *context;
};

/* How it ended, and what it wrote: texts, at most so much of each. */
enum { ENCLOSED_MOST_WORDS = 1 << 20 };
struct enclosed {
    int code; /* exit code; -1: ended by a signal or out of time */
    bool late;
    double seconds;
    char *out, *err;
};

/* Runs this program with `arguments` ("verify", ..., NULL). MACHINE_LACKS: it
 * cannot be started. On OK the caller frees with enclosed_free. */
enum status enclosure_run(const struct enclosure *enclosure,
                          const char *const *arguments, struct enclosed *out,
                          struct problem *why);
void enclosed_free(struct enclosed *enclosed);

#endif
