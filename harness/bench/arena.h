/* arena.h - where a field of a bench is fought out: the memory and the clock.
 *
 * arena_host.c has the machine's own memory and clock, arena_cuda.c a GPU's.
 * The rounds and the statistics are the same (bench.c).
 */
#ifndef ARENA_H
#define ARENA_H

#include "bench.h"

/* The arrays that all contestants share: in, out, and what out must be. What an
 * arena's own struct begins with. `allowed` is how far floats may be from
 * there (check.h); NULL until an output is not equal. */
struct arena {
    const struct arena_type *type;
    const struct field *field;
    size_t bytes;     /* of each array */
    double sample_ns; /* a sample should last as long, against the clock */
    double moved;     /* bytes that must move; 0: those of a copy */
    void *allowed;
};

struct arena_type {
    size_t own_bytes; /* of its struct; it comes zeroed */
    int calibrations; /* that lead to samples of that length */
    /* OK, or MACHINE_LACKS when arrays of n elements do not fit. */
    enum status (*fits)(size_t n, size_t elem_bytes, struct problem *why);
    /* Draws the input, folds it, and says sample_ns. */
    enum status (*open)(struct arena *arena, struct problem *why);
    void (*close)(struct arena *arena);
    /* NULL, or tries a contestant before its first sample: MACHINE_LACKS when
     * it is to be left out, with the reason. */
    enum status (*enter)(struct arena *arena, struct contestant *c,
                         struct problem *why);
    /* NULL, or frees what the arena has given to a contestant. */
    void (*leave)(struct arena *arena, struct contestant *c);
    /* One call on a poisoned output. */
    enum status (*call)(struct arena *arena, struct contestant *c,
                        struct problem *why);
    /* A sample on a poisoned output, after a flush of the caches in the mode
     * cold: nanoseconds of a call, the mean of c->calls. None of these finds
     * its output there already; one that returns early is seen by the check. */
    enum status (*time)(struct arena *arena, struct contestant *c, size_t round,
                        double *ns, struct problem *why);
    /* Compares the output with what it must be; a difference makes the
     * contestant wrong, which is no problem of the bench. */
    enum status (*check)(struct arena *arena, struct contestant *c,
                         struct problem *why);
};

extern const struct arena_type arena_host, arena_cuda;
/* ... of an application (arena_ports.h). */
extern const struct arena_type arena_ports_host, arena_ports_cuda;

#endif
