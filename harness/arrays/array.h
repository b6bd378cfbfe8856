/* array.h - n elements of a monoid in memory, and how a reader builds one.
 *
 * A reader does not always know the number of elements in advance, and reads
 * them as plain numbers (components). The builder takes components in portions
 * of any size and makes elements from them in one of two ways:
 *
 *     grouped    affine_u32   4 9 1 2   ->  (4, 9) (1, 2)
 *     lifted     mss_i32      3 -1      ->  the four sums of 3, those of -1
 *
 * It checks for free memory before it allocates, rejects NaN (if it would be
 * joined: monoid_table.takes_nan), and names the offending element.
 */
#ifndef ARRAY_H
#define ARRAY_H

#include "monoids/monoid.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* `data` is aligned to 64 bytes (or to T, if that is more) and never NULL in an
 * array that a reader returned, not even for n = 0. */
struct array {
    void *data;
    size_t n; /* elements */
};

/* Frees the data; the array may be all zeros on entry, and is on return. */
void array_free(struct array *array);

struct array_builder {
    const struct monoid_table *monoid;
    const char *name;  /* of the input, for problems */
    size_t first;      /* the number of its first element, for problems */
    bool lifts;        /* every component becomes an element */
    size_t unit_bytes; /* bytes that one component becomes */
    size_t units, capacity;
    void *data;
};

/* Starts empty; cannot fail. `name` must outlive the builder. */
void builder_begin(struct array_builder *builder,
                   const struct monoid_table *monoid, const char *name,
                   bool lifts);

/* Makes room for `units` components in total. MACHINE_LACKS: the message states
 * how many bytes were requested. */
enum status builder_reserve(struct array_builder *builder, size_t units,
                            struct problem *why);

/* Appends components. WRONG_USE: one of them is NaN, which is not allowed. */
enum status builder_push(struct array_builder *builder, const void *components,
                         size_t count, struct problem *why);

/* "element 5", or "element 5, component 1" if elements have several; returns
 * text.
 * `unit` counts components from the start. */
char *builder_where(const struct array_builder *builder, size_t unit,
                    char *text, size_t size);

/* Hands over the elements; the components must form whole elements. On OK the
 * caller frees `out` with array_free. */
enum status builder_finish(struct array_builder *builder, struct array *out,
                           struct problem *why);

/* Frees everything that was not handed over. */
void builder_drop(struct array_builder *builder);

#endif
