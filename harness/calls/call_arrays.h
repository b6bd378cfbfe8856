/* call_arrays.h - the memory of one call on the host: its ports, and beside
 * them the inputs as they were and what should come out.
 *
 *     call.port   in   out ####      poisoned: what is not written shows
 *     given       in   out           by the plain loop, after the run
 */
#ifndef CALL_ARRAYS_H
#define CALL_ARRAYS_H

#include "arrays/array.h"
#include "devices/ports.h"
#include "monoids/monoid.h"

#include <stdbool.h>

struct call_arrays {
    const struct algorithm *algorithm;
    struct call call;
    void *given[MAX_PORTS]; /* call_expect()'s and call_compare()'s */
    size_t elem_bytes;      /* of T in this call */
    char *memory, *wanted;
    size_t bytes; /* of the memory */
    bool shared;
};

/* Takes and poisons all ports of a call with these sizes. `in`: the inputs, by
 * port, which outlive the arrays and are in place at once; or NULL, and the
 * caller fills the ports, then calls call_arrays_note. `shared`: a child process
 * writes the ports for its parent. `what` runs: "this run", for a message.
 * MACHINE_LACKS: memory. In any case the caller calls call_arrays_free. */
enum status call_arrays_take(const struct algorithm *algorithm,
                             size_t elem_bytes, struct sizes sizes,
                             const struct array *in, bool shared,
                             const char *what, struct call_arrays *out,
                             struct problem *why);

/* Notes the inputs as they are now. */
void call_arrays_note(struct call_arrays *arrays);

/* Bytes of a port. */
size_t call_arrays_bytes(const struct call_arrays *arrays, int port);

void call_arrays_free(struct call_arrays *arrays);

#endif
