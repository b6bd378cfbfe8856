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
    return in && a->algorithm->task->ports[port].direction == PORT_IN;
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

static bool comes_out(const struct call_arrays *a, int port)
{
    return port_comes_out(&a->algorithm->task->ports[port]);
}

/* How many bytes the call takes; those that come out of a child are shared. */
static size_t count_bytes(struct call_arrays *a, const struct array *in,
                          bool in_child)
{
    size_t all = 0;

    for (int i = 0; a->algorithm->task->ports[i].name; i++) {
        const size_t bytes = call_arrays_bytes(a, i);
        all += is_borrowed(a, in, i) ? 0 : bytes;
        all += is_kept(a, in, i) ? bytes : 0;
        a->shared_bytes += in_child && comes_out(a, i) ? bytes : 0;
    }
    return all + a->shared_bytes;
}

static void *take(size_t bytes)
{
    void *const memory = aligned_alloc(LINE, (bytes + LINE) / LINE * LINE);

    if (memory)
        memset(memory, POISON, bytes);
    return memory;
}

/* One port, with what goes in. */
static bool take_port(struct call_arrays *a, const struct array *in, int i)
{
    const size_t bytes = call_arrays_bytes(a, i);
    const bool goes_in = in && port_goes_in(&a->algorithm->task->ports[i]);

    if (!is_borrowed(a, in, i) && !(a->own[i] = take(bytes)))
        return false;
    if (is_kept(a, in, i) && !(a->kept[i] = take(bytes)))
        return false;
    a->call.port[i] = a->own[i] ? a->own[i] : in[i].data;
    a->given[i] = a->kept[i] ? a->kept[i] : in ? in[i].data : NULL;
    if (a->own[i] && goes_in && bytes > 0)
        memcpy(a->own[i], in[i].data, bytes);
    if (a->kept[i] && goes_in && bytes > 0)
        memcpy(a->kept[i], in[i].data, bytes);
    return true;
}

static bool take_shared(struct call_arrays *a)
{
    if (a->shared_bytes == 0)
        return true;
    a->shared = mmap(NULL, a->shared_bytes, PROT_READ | PROT_WRITE,
                     MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (a->shared == MAP_FAILED)
        a->shared = NULL;
    else
        memset(a->shared, POISON, a->shared_bytes);
    return a->shared != NULL;
}

enum status call_arrays_take(const struct algorithm *algorithm,
                             size_t elem_bytes, struct sizes sizes,
                             const struct array *in, bool in_child,
                             const char *what, struct call_arrays *out,
                             struct problem *why)
{
    *out = (struct call_arrays){.algorithm = algorithm,
                                .call = {.entry = ENTRY_SCAN, .sizes = sizes},
                                .elem_bytes = elem_bytes};
    const enum status status =
        host_has_memory(count_bytes(out, in, in_child), what, why);
    bool taken = status == OK && take_shared(out);

    for (int i = 0; algorithm->task->ports[i].name && taken; i++)
        taken = take_port(out, in, i);
    return status != OK || taken
               ? status
               : problem_set(why, MACHINE_LACKS, "out of memory");
}

void call_arrays_note(struct call_arrays *a)
{
    for (int i = 0; a->algorithm->task->ports[i].name; i++)
        if (port_goes_in(&a->algorithm->task->ports[i]))
            memcpy(a->given[i], a->call.port[i], call_arrays_bytes(a, i));
}

/* Outputs one after the other, to the shared memory or from there. */
static void move_outputs(const struct call_arrays *a, bool send)
{
    char *at = a->shared;

    for (int i = 0; a->shared && a->algorithm->task->ports[i].name; i++) {
        const size_t bytes = call_arrays_bytes(a, i);
        if (!comes_out(a, i))
            continue;
        memcpy(send ? at : a->call.port[i], send ? a->call.port[i] : at, bytes);
        at += bytes;
    }
}

void call_arrays_send(const struct call_arrays *a)
{
    move_outputs(a, true);
}

void call_arrays_receive(struct call_arrays *a)
{
    move_outputs(a, false);
}

void call_arrays_free(struct call_arrays *a)
{
    for (int i = 0; i < MAX_PORTS; i++) {
        free(a->own[i]);
        free(a->kept[i]);
    }
    if (a->shared)
        munmap(a->shared, a->shared_bytes);
    *a = (struct call_arrays){.algorithm = a->algorithm};
}
