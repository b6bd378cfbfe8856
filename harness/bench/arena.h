/* arena.h - where a field of a bench is fought out: the memory and the clock.
 *
 * arena_host.c has the machine's own memory and clock, arena_cuda.c a GPU's.
 * The rounds and the statistics are the same (bench.c).
 */
#ifndef ARENA_H
#define ARENA_H

#include "bench.h"

/* Outputs of the plain loop with parameters other than the field's, such as the
 * bins of a histogram. The inputs are those of the reference. */
struct other_reference {
    long parameter[MAX_PARAMETERS]; /* only those with of_result count */
    void *memory[MAX_PORTS], *taken[MAX_PORTS];
    struct other_reference *next;
};

/* On the host, port by port: the inputs, which are drawn; of outputs what is
 * wanted. */
struct reference {
    const struct algorithm *algorithm; /* any whose task it is */
    struct call call;                  /* with `memory` as its ports */
    size_t bytes[MAX_PORTS];           /* of each, as much as it may need */
    size_t length[MAX_PORTS];          /* of an output: the bytes that count */
    void *memory[MAX_PORTS];
    void *before[MAX_PORTS]; /* of a port that goes in and out, what goes in;
                                else NULL */
    size_t more;  /* bytes of the first port after its elements: drawn, too */
    double moved; /* bytes: of all inputs, and of outputs what counts; one
                     that goes in and out is counted once */
    struct other_reference *others;
    /* Of a scan: how far floats may be off (check_numbers.h); NULL until an output is
     * not equal. */
    void *allowed;
};

/* What an arena's own struct begins with. */
struct arena {
    const struct arena_type *type;
    const struct field *field;
    size_t bytes;     /* of n elements: what a copy moves */
    double sample_ns; /* a sample should last as long, against the clock */
    double moved;     /* bytes that must move; 0: those of a copy */
    struct reference reference;
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

/* ---- what both share (arena.c) ---- */

/* One output of n elements that may lie in place of the one input, as a scan's:
 * a copy can be made from one to the other, and inputs can take turns. */
bool arena_is_plain(const struct arena *arena);

/* How many bytes all ports take. */
size_t arena_port_bytes(const struct field *field);

/* Draws the inputs by the field's pattern, with `more` bytes of elements after
 * those of the first one, and makes the outputs that are wanted. */
enum status arena_take_reference(struct arena *arena, size_t more,
                                 struct problem *why);
void arena_free_reference(struct arena *arena);

/* True if the parameters of c lead to a different result from that of the
 * field's choice. Its outputs are not those in the reference's memory. */
bool arena_result_differs(const struct arena *arena,
                          const struct contestant *c);

/* Compares the outputs of a call with what is wanted for the parameters of c.
 * OK, also if c is wrong then; MACHINE_LACKS: no memory for it. */
enum status arena_check_outputs(struct arena *arena, const struct call *call,
                                struct contestant *c, struct problem *why);

/* Of a copy. */
enum status arena_check_copy(struct arena *arena, const void *from,
                             const void *to, struct contestant *c);

#endif
