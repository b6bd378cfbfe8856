/* enclosure.h - runs a scanlab command in an enclosed process: limited, and
 * isolated from the rest of the machine as far as this system allows.
 *
 *     none        as if typed; the seal of sandbox/ still applies if the
 *                 operating system allows it
 *     limits      limits on processor time, elapsed time, files and output
 *     seccomp     also, the seal is known to work: code under test can open
 *                 no file, socket or process (sandbox/seal.h)
 *     namespaces  also, everything, even compilers, has separate namespaces
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
/* The strongest level that works here; `why_not` explains in one line why no
 * stronger level does. */
enum isolation isolation_best(struct problem *why_not);
/* MACHINE_LACKS: this level is not available here. */
enum status isolation_has(enum isolation level, struct problem *why);

struct enclosure {
    enum isolation level;
    const char *scratch; /* its working folder: it may write only here and to
                            the cache */
    const char *hidden;  /* a folder that it does not need, or NULL */
    unsigned seconds;    /* limit of wall-clock time */
    /* Called every tenth of a second, with the seconds so far; or NULL. */
    void (*progress)(void *context, double seconds);
    void *context;
};

/* How the command ended, and its output: texts, each at most this long. */
enum { ENCLOSED_MOST_WORDS = 1 << 20 };
struct enclosed {
    int code; /* exit code; -1: killed by a signal or timed out */
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
