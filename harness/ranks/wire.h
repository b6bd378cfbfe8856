/* wire.h - elements as they travel from rank to rank.
 *
 * A wire holds one element, or nothing: a rank without elements has nothing to
 * add, and joining it costs no op. Elements of most monoids travel as their
 * bytes. An interval (monoids/interval_table.h) travels as its two ends, since
 * the table that gives a handle its meaning is in one process: the receiver
 * makes an element of its own table with the same range.
 */
#ifndef WIRE_H
#define WIRE_H

#include "monoids/monoid.h"

#include <stdint.h>

struct wire {
    uint32_t holds; /* 0: nothing */
    uint32_t low, high;
    uint32_t broken; /* of an interval: elements out of order were joined */
    uint32_t rounds; /* join.h: those of its sender before it was sent */
    /* The ranks that gave what is joined in it, first to end - 1, whether they
     * have elements or not. Equal: none, or nobody has asked. */
    uint32_t first, end;
    _Alignas(16) char bytes[64];
};

/* Joins wires; counts its applications of op. */
struct wire_op {
    const struct monoid *monoid;
    uint64_t calls;
    uint64_t rebuilt; /* nodes of the interval table made by wire_element() */
};

struct wire wire_of(const struct monoid *monoid, const void *element);

/* Writes the element into `out`. Precondition: the wire holds one. */
void wire_element(struct wire_op *op, const struct wire *wire, void *out);

/* out = left joined with right, which comes after it. `out` may be one of
 * them. */
void wire_join(struct wire_op *op, const struct wire *left,
               const struct wire *right, struct wire *out);

/* The same with the parameters of mpi_calls.h: `context` is a wire_op. */
void wire_mpi_join(void *context, const void *left, const void *right,
                   void *out);

#endif
