/* call_arrays.h - the memory of one call on the host: its ports, the original
 * inputs, and the expected outputs.
 *
 *     call.port   in   out ####      poisoned, so unwritten elements show
 *     given       in   out           from the plain loop, after the run
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
    void *given[MAX_PORTS]; /* for call_expect() and call_compare() */
    size_t elem_bytes;      /* of T in this call */
    /* Each a separate block, so that AddressSanitizer sees its ends; NULL: the
     * caller's array, or none. */
    void *own[MAX_PORTS], *kept[MAX_PORTS];
    char *shared; /* outputs of the child; NULL: there is no child */
    size_t shared_bytes;
};

/* Allocates and poisons all ports of a call with these sizes. `in`: the inputs
 * by port, which must outlive the arrays and are used directly; if NULL, the
 * caller fills the ports, then calls call_arrays_note. `in_child`: a child
 * makes the call and sends its outputs. `what` names the call in a message:
 * "this run". MACHINE_LACKS: memory. The caller always calls call_arrays_free.
 * */
enum status call_arrays_take(const struct algorithm *algorithm,
                             size_t elem_bytes, struct sizes sizes,
                             const struct array *in, bool in_child,
                             const char *what, struct call_arrays *out,
                             struct problem *why);

/* Keeps a copy of the inputs as they are now. */
void call_arrays_note(struct call_arrays *arrays);

/* Transfer the outputs: the child calls the first function after the call, then
 * the parent calls the second. If the child sent nothing, the outputs contain
 * only poison. No effect without a child. */
void call_arrays_send(const struct call_arrays *arrays);
void call_arrays_receive(struct call_arrays *arrays);

/* Bytes of a port. */
size_t call_arrays_bytes(const struct call_arrays *arrays, int port);

void call_arrays_free(struct call_arrays *arrays);

#endif
