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
    /* Each a block of its own, so that AddressSanitizer sees its ends; NULL: the
     * caller's array, or none. */
    void *own[MAX_PORTS], *kept[MAX_PORTS];
    char *shared; /* what comes out of a child; NULL: there is none */
    size_t shared_bytes;
};

/* Takes and poisons all ports of a call with these sizes. `in`: the inputs, by
 * port, which outlive the arrays and are in place at once; or NULL, and the
 * caller fills the ports, then calls call_arrays_note. `in_child`: the call is
 * made there, and its outputs are sent. `what` runs: "this run", for a message.
 * MACHINE_LACKS: memory. In any case the caller calls call_arrays_free. */
enum status call_arrays_take(const struct algorithm *algorithm,
                             size_t elem_bytes, struct sizes sizes,
                             const struct array *in, bool in_child,
                             const char *what, struct call_arrays *out,
                             struct problem *why);

/* Notes the inputs as they are now. */
void call_arrays_note(struct call_arrays *arrays);

/* In the child, after the call, and in the parent: outputs come over. Of a child
 * that has sent nothing they are poison. Nothing without a child. */
void call_arrays_send(const struct call_arrays *arrays);
void call_arrays_receive(struct call_arrays *arrays);

/* Bytes of a port. */
size_t call_arrays_bytes(const struct call_arrays *arrays, int port);

void call_arrays_free(struct call_arrays *arrays);

#endif
