/* call_arrays.c - see call_arrays.h. */
#include "call_arrays.h"
#include "base/host.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

enum { LINE = 64, POISON = 0xa5 };

size_t call_arrays_bytes(const struct call_arrays *a, int port)
{
    return port_unit(&a->algorithm->task->ports[port], a->elem_bytes) *
           port_elements(a->algorithm, port, a->call.entry, a->call.sizes);
}

/* The caller's own array, which the code reads and does not write. */
static bool is_borrowed(const struct call_arrays *a, const struct array *in,
                        int port)
{
    return in && !a->shared &&
           a->algorithm->task->ports[port].direction == PORT_IN;
}

/* Whether it has to be kept or made beside the call: inputs, unless the caller
 * has them, and what a plain loop makes. */
static bool is_kept(const struct call_arrays *a, const struct array *in,
                    int port)
{
    const struct task *const task = a->algorithm->task;

    return task->ports[port].direction == PORT_IN ? !in
                                                  : task->reference != NULL;
}

static enum status take_memory(struct call_arrays *a, size_t wanted,
                               const char *what, struct problem *why)
{
    const enum status status = host_has_memory(a->bytes + wanted, what, why);

    if (status != OK)
        return status;
    a->memory = a->shared ? mmap(NULL, a->bytes, PROT_READ | PROT_WRITE,
                                 MAP_SHARED | MAP_ANONYMOUS, -1, 0)
                          : aligned_alloc(LINE, a->bytes);
    if (a->memory == MAP_FAILED)
        a->memory = NULL;
    a->wanted = aligned_alloc(LINE, wanted);
    return a->memory && a->wanted
               ? OK
               : problem_set(why, MACHINE_LACKS, "out of memory");
}

/* Where a port begins that has so many bytes; two lines are between two. */
static size_t place(size_t *used, size_t bytes)
{
    const size_t at = *used;

    *used += (bytes / LINE + 2) * LINE;
    return at;
}

enum status call_arrays_take(const struct algorithm *algorithm,
                             size_t elem_bytes, struct sizes sizes,
                             const struct array *in, bool shared,
                             const char *what, struct call_arrays *out,
                             struct problem *why)
{
    const struct port *const ports = algorithm->task->ports;
    size_t at[MAX_PORTS] = {0}, kept[MAX_PORTS] = {0}, wanted = LINE;

    *out = (struct call_arrays){.algorithm = algorithm,
                                .call = {.entry = ENTRY_SCAN, .sizes = sizes},
                                .elem_bytes = elem_bytes,
                                .bytes = LINE,
                                .shared = shared};
    for (int i = 0; ports[i].name; i++) {
        const size_t bytes = call_arrays_bytes(out, i);
        if (!is_borrowed(out, in, i))
            at[i] = place(&out->bytes, bytes);
        if (is_kept(out, in, i))
            kept[i] = place(&wanted, bytes);
    }
    const enum status status = take_memory(out, wanted, what, why);
    if (status != OK)
        return status;
    memset(out->memory, POISON, out->bytes);
    for (int i = 0; ports[i].name; i++) {
        const bool goes_in = in && port_goes_in(&ports[i]) && in[i].n > 0;
        out->call.port[i] = at[i] ? out->memory + at[i] : (char *)in[i].data;
        out->given[i] = kept[i] ? out->wanted + kept[i]
                        : in    ? in[i].data
                                : NULL;
        if (at[i] && goes_in)
            memcpy(out->call.port[i], in[i].data, call_arrays_bytes(out, i));
        if (kept[i] && goes_in)
            memcpy(out->given[i], in[i].data, call_arrays_bytes(out, i));
    }
    return OK;
}

void call_arrays_note(struct call_arrays *a)
{
    for (int i = 0; a->algorithm->task->ports[i].name; i++)
        if (port_goes_in(&a->algorithm->task->ports[i]))
            memcpy(a->given[i], a->call.port[i], call_arrays_bytes(a, i));
}

void call_arrays_free(struct call_arrays *a)
{
    if (a->shared && a->memory)
        munmap(a->memory, a->bytes);
    else
        free(a->memory);
    free(a->wanted);
    a->memory = a->wanted = NULL;
}
