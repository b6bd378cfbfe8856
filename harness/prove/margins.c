/* margins.c - outputs between margins. */
#include "margins.h"
#include "base/host.h"

#include <string.h>

enum { MARGIN = 16 }; /* elements, so that `out` is aligned for any of them */

static const unsigned char UNTOUCHED = 0xa5;

size_t margins_bytes(size_t largest_n, size_t elem_bytes)
{
    return (largest_n + 2 * MARGIN) * elem_bytes;
}

enum status margins_take(size_t largest_n, size_t elem_bytes,
                         struct margins *out, struct problem *why)
{
    *out = (struct margins){.bytes = margins_bytes(largest_n, elem_bytes),
                            .elem_bytes = elem_bytes};
    const enum status status = host_take(out->bytes, &out->memory, why);

    if (status == OK)
        out->out = (char *)out->memory + MARGIN * elem_bytes;
    return status;
}

void margins_free(struct margins *margins)
{
    host_free(margins->memory, margins->bytes);
    margins->memory = NULL;
}

void margins_prepare(struct margins *margins, size_t n)
{
    memset(margins->memory, UNTOUCHED, margins_bytes(n, margins->elem_bytes));
}

enum status margins_check(const struct margins *margins, size_t n,
                          struct problem *why)
{
    const unsigned char *before = margins->memory;
    const unsigned char *after =
        (const unsigned char *)margins->out + n * margins->elem_bytes;

    for (size_t i = 0; i < MARGIN * margins->elem_bytes; i++) {
        if (before[i] != UNTOUCHED)
            return problem_set(why, CHECK_FAILED,
                               "memory before out[0] was written");
        if (after[i] != UNTOUCHED && n == 0)
            return problem_set(why, CHECK_FAILED,
                               "the output was written, though n = 0");
        if (after[i] != UNTOUCHED)
            return problem_set(why, CHECK_FAILED,
                               "memory after out[%zu] was written", n - 1);
    }
    return OK;
}
