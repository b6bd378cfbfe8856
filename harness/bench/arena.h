/* arena.h - where the contestants of a field compete: its memory and its clock.
 *
 * arena_host.c uses the machine's own memory and clock, arena_cuda.c a GPU's.
 * The rounds and the statistics are the same for both (bench.c).
 */
#ifndef ARENA_H
#define ARENA_H

#include "bench.h"

/* Outputs of the plain loop with parameters other than the field's, such as a
 * different number of bins for a histogram. The inputs are those of the
 * reference. */
struct other_reference {
    long parameter[MAX_PARAMETERS]; /* only those with of_result count */
    void *memory[MAX_PORTS], *taken[MAX_PORTS];
    struct other_reference *next;
};

/* On the host, port by port: the generated inputs and the expected outputs. */
struct reference {
    const struct algorithm *algorithm; /* any algorithm for this task */
    struct call call;                  /* with `memory` as its ports */
    size_t bytes[MAX_PORTS];           /* largest size of each port */
    size_t length[MAX_PORTS];          /* valid bytes of an output */
    void *memory[MAX_PORTS];
    void *before
        [MAX_PORTS]; /* original contents of an in-and-out port; else NULL */
    size_t more;  /* number of random bytes after the first port's elements */
    double moved; /* bytes: all inputs, and the valid bytes of outputs; an
                     in-and-out port counts once */
    struct other_reference *others;
    /* For a scan: the allowed error of floats (check_numbers.h); NULL until an
     * output differs. */
    void *allowed;
};

/* The beginning of an arena's own struct. */
struct arena {
    const struct arena_type *type;
    const struct field *field;
    size_t bytes;     /* bytes of n elements, which a copy moves */
    double sample_ns; /* minimum length of a sample, given the clock */
    bool warms_up; /* calls that are not timed begin a sample of any length */
    double moved;  /* bytes that must be moved; 0: as many as a copy moves */
    struct reference reference;
};

struct arena_type {
    size_t own_bytes; /* size of its struct, passed in zeroed */
    int calibrations; /* number needed to reach sample_ns */
    /* OK, or MACHINE_LACKS when arrays of n elements do not fit. */
    enum status (*fits)(size_t n, size_t elem_bytes, struct problem *why);
    /* Generates the input, folds it, and sets sample_ns. */
    enum status (*open)(struct arena *arena, struct problem *why);
    void (*close)(struct arena *arena);
    /* Tries a contestant before its first sample; may be NULL. MACHINE_LACKS:
     * it must be left out; the reason is in `why`. */
    enum status (*enter)(struct arena *arena, struct contestant *c,
                         struct problem *why);
    /* Frees the memory that the arena allocated for a contestant; may be NULL.
     * */
    void (*leave)(struct arena *arena, struct contestant *c);
    /* Makes one call, with a poisoned output. */
    enum status (*call)(struct arena *arena, struct contestant *c,
                        struct problem *why);
    /* A sample on an output that was poisoned before it, after a flush of the
     * caches in the mode cold: nanoseconds per call, the mean of c->calls. No
     * call finds its whole output already in memory, so the check detects one
     * that returns early. */
    enum status (*time)(struct arena *arena, struct contestant *c, size_t round,
                        double *ns, struct problem *why);
    /* Compares the output with the expected one; a difference makes the
     * contestant wrong, which is not an error of the bench. */
    enum status (*check)(struct arena *arena, struct contestant *c,
                         struct problem *why);
    /* Computes a number from the bits of the latest outputs; different outputs
     * have different numbers, except by a chance of one in 2^64. */
    enum status (*fingerprint)(struct arena *arena, uint64_t *out,
                               struct problem *why);
};

extern const struct arena_type arena_host, arena_cuda;

/* ---- shared by both arenas (arena.c) ---- */

/* True: the task has one input and one output of n elements, which may share
 * memory, as in a scan. In that case a copy can go from the input to the
 * output, and two inputs can alternate. */
bool arena_is_plain(const struct arena *arena);

/* True: the timed calls of a sample follow other calls, which have left an
 * output. */
bool arena_repeats(const struct arena *arena, const struct contestant *c);

/* The bytes of all ports. */
size_t arena_port_bytes(const struct field *field);

/* Generates the inputs in the field's pattern, with `more` additional bytes of
 * elements after the first input, and computes the expected outputs. */
enum status arena_take_reference(struct arena *arena, size_t more,
                                 struct problem *why);
void arena_free_reference(struct arena *arena);

/* True if the parameters of c lead to a different result from that of the
 * field's choice, so that the reference's memory holds different outputs. */
bool arena_result_differs(const struct arena *arena,
                          const struct contestant *c);

/* Compares the outputs of a call with those expected for the parameters of c.
 * OK even if c turns out to be wrong; MACHINE_LACKS: there is no memory for the
 * comparison. */
enum status arena_check_outputs(struct arena *arena, const struct call *call,
                                struct contestant *c, struct problem *why);

/* The same for a copy. */
enum status arena_check_copy(struct arena *arena, const void *from,
                             const void *to, struct contestant *c);

/* For the first output of floats that differs: computes what rounding allows,
 * reference.allowed; it stays NULL if that monoid allows nothing. */
enum status arena_find_allowed(struct arena *arena, struct problem *why);

#endif
