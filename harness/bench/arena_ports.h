/* arena_ports.h - what a bench of an application works on: inputs that are
 * drawn, and the outputs that its plain loop makes of them. Shared by the
 * arenas of the host and of a GPU. */
#ifndef ARENA_PORTS_H
#define ARENA_PORTS_H

#include "arena.h"

/* Outputs of the plain loop with parameters other than the field's, such as the
 * bins of a histogram. The inputs are those of the drawn ports. */
struct other_reference {
    long parameter[MAX_PARAMETERS]; /* only those with of_result count */
    void *memory[MAX_PORTS], *taken[MAX_PORTS];
    struct other_reference *next;
};

/* On the host, port by port: inputs; of outputs what is wanted. */
struct drawn_ports {
    const struct algorithm *algorithm;
    struct call call;         /* with `memory` as its ports */
    size_t bytes[MAX_PORTS];  /* of each, as much as it may need */
    size_t length[MAX_PORTS]; /* of an output: the bytes that count */
    void *memory[MAX_PORTS];
    void *before[MAX_PORTS]; /* of a port that goes in and out, what goes in;
                                else NULL */
    double moved; /* bytes: of all inputs, and of outputs what counts; one
                     that goes in and out is counted once */
    struct other_reference *others;
};

/* True if the parameters of c lead to a different result from that of the
 * field's choice. Its outputs are not those in `memory`. */
bool drawn_ports_differ(const struct field *field, const struct contestant *c);

/* Compares the outputs of a call with the plain loop's for the parameters of c.
 * OK, also if c is wrong then; MACHINE_LACKS: no memory for it. */
enum status drawn_ports_check(const struct field *field,
                              struct drawn_ports *ports,
                              const struct call *call, struct contestant *c,
                              struct problem *why);

/* Draws them for a field, by its pattern. The caller frees it, also when it
 * failed. */
enum status drawn_ports_take(const struct field *field, struct drawn_ports *out,
                             struct problem *why);
void drawn_ports_free(struct drawn_ports *ports);

/* How many bytes all ports take. */
size_t drawn_ports_bytes(const struct field *field);

#endif
