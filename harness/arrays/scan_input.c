/* scan_input.c - a file's elements, or drawn ones. */
#include "scan_input.h"
#include "base/host.h"
#include "base/sizes.h"

#include <stdlib.h>
#include <string.h>

/* A small scan is for reading: digits instead of numbers of any size. */
static void draw_digits(const struct monoid_table *m, void *data, size_t n,
                        uint64_t seed)
{
    for (size_t i = 0; i < n; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        const unsigned digit = (unsigned)(seed >> 33) % 10;
        const float single = (float)digit;
        const double real = digit;
        const uint64_t integer = digit; /* little endian */
        const void *number = m->kind != FLOATING       ? (const void *)&integer
                             : m->component_bytes == 4 ? (const void *)&single
                                                       : (const void *)&real;
        memcpy((char *)data + i * m->bytes, number, m->bytes);
    }
}

static enum status draw(const struct scan_input *input,
                        const struct monoid_table *m, struct array *out,
                        struct problem *why)
{
    size_t *n, count;
    enum status status = sizes_parse(input->sizes ? input->sizes : "16",
                                     m->bytes, &n, &count, why);

    if (status != OK)
        return status;
    out->n = n[0];
    free(n);
    if (count != 1)
        return problem_set(why, WRONG_USE, "one size is wanted, not %s",
                           input->sizes);
    if (out->n > SIZE_MAX / 4 / m->bytes)
        return problem_set(why, MACHINE_LACKS,
                           "n = %zu is more than any machine holds", out->n);
    status = host_has_memory(2 * out->n * m->bytes, "this scan", why);
    if (status != OK)
        return status;
    out->data = aligned_alloc(64, (out->n * m->bytes + 64) / 64 * 64);
    if (!out->data)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    if (out->n <= input->digits_most && m->components == 1)
        draw_digits(m, out->data, out->n, input->seed);
    else
        m->draw(out->data, out->n, input->seed);
    return OK;
}

enum status scan_input_get(const struct scan_input *input,
                           const struct monoid_table *monoid, struct array *out,
                           struct problem *why)
{
    *out = (struct array){.data = NULL};
    if (input->path && input->sizes)
        return problem_set(why, WRONG_USE,
                           "-n and -i together: the file says how many");
    if (input->path && input->seeded)
        return problem_set(why, WRONG_USE,
                           "--seed and -i together: nothing is drawn");
    if (!input->path && input->column)
        return problem_set(why, WRONG_USE,
                           "--column %s: of which file? -i FILE names it",
                           input->column);
    if (!input->path)
        return draw(input, monoid, out, why);
    const enum status status =
        array_read(input->path, input->format, input->column, monoid, out, why);
    if (status != OK)
        return status;
    if (!input->quiet)
        array_note_raw(input->path, input->format, input->column, monoid, out);
    return host_has_memory(out->n * monoid->bytes, "the output", why);
}
