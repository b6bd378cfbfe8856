/* margins.c - see margins.h. */
#include "margins.h"
#include "guard.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

/* Bytes of a margin that are compared, and of a locked place. */
enum { MARGIN = 4096, LOCKED = 1 << 16, PAGE = 4096 };
/* Size of a vector: an array may be shifted by up to this much. */
enum { SHIFT = 64 };

static const unsigned char UNTOUCHED = 0xa5;

static size_t inner_bytes(size_t largest_n, size_t elem_bytes)
{
    return (largest_n * elem_bytes + MARGIN + SHIFT + PAGE - 1) / PAGE * PAGE;
}

size_t margins_bytes(size_t largest_n, size_t elem_bytes)
{
    return inner_bytes(largest_n, elem_bytes) + 2 * LOCKED;
}

enum status margins_alloc(const char *name, size_t largest_n, size_t elem_bytes,
                          struct margins *out, struct problem *why)
{
    const size_t bytes = margins_bytes(largest_n, elem_bytes);
    char *const memory =
        mmap(NULL, bytes, PROT_NONE,
             MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    *out = (struct margins){.name = name, .elem_bytes = elem_bytes};
    if (memory == MAP_FAILED)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    out->memory = memory;
    out->bytes = bytes;
    out->begin = memory + LOCKED;
    out->end = memory + bytes - LOCKED;
    out->kept = malloc(2 * MARGIN);
    if (!out->kept || mprotect(out->begin, (size_t)(out->end - out->begin),
                               PROT_READ | PROT_WRITE) != 0) {
        margins_free(out);
        return problem_set(why, MACHINE_LACKS, "out of memory");
    }
    guard_place(memory, LOCKED, "before the beginning of", name);
    guard_place(out->end, LOCKED, "after the end of", name);
    return OK;
}

void margins_free(struct margins *margins)
{
    if (margins->memory) {
        guard_forget(margins->memory);
        guard_forget(margins->end);
        munmap(margins->memory, margins->bytes);
    }
    free(margins->kept);
    margins->memory = NULL;
    margins->kept = NULL;
}

/* ----------------------------------------------------------------- margins */

static char *behind(const struct margins *m)
{
    return m->out + m->n * m->elem_bytes;
}

/* Bytes of the margins that are compared. */
static size_t before_bytes(const struct margins *m)
{
    const size_t all = (size_t)(m->out - m->begin);
    return all < MARGIN ? all : MARGIN;
}

static size_t behind_bytes(const struct margins *m)
{
    const size_t all = (size_t)(m->end - behind(m));
    return all < MARGIN ? all : MARGIN;
}

static void remember(struct margins *m)
{
    const size_t before = before_bytes(m);

    memcpy(m->kept, m->out - before, before);
    memcpy(m->kept + MARGIN, behind(m), behind_bytes(m));
}

void margins_prepare(struct margins *m, size_t n, enum margins_side side,
                     size_t alignment, size_t shift)
{
    const uintptr_t last = (uintptr_t)m->end - n * m->elem_bytes - shift;

    m->n = n;
    m->out = (side == BEGINS_LOCKED ? m->begin
                                    : (char *)(last / alignment * alignment)) +
             shift;
    memset(m->out - before_bytes(m), UNTOUCHED,
           before_bytes(m) + n * m->elem_bytes + behind_bytes(m));
    remember(m);
}

void margins_keep(struct margins *m, size_t n)
{
    m->n = n;
    m->out = m->begin;
    remember(m);
}

enum status margins_check(const struct margins *m, struct problem *why)
{
    const size_t before = before_bytes(m);

    if (memcmp(m->kept, m->out - before, before) != 0)
        return problem_set(why, CHECK_FAILED, "memory before %s[0] was written",
                           m->name);
    if (memcmp(m->kept + MARGIN, behind(m), behind_bytes(m)) == 0)
        return OK;
    return m->n == 0
               ? problem_set(why, CHECK_FAILED,
                             "%s was written, but it has no elements", m->name)
               : problem_set(why, CHECK_FAILED,
                             "memory after %s[%zu] was written", m->name,
                             m->n - 1);
}
