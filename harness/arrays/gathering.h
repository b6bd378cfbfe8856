/* gathering.h - numbers read as text, on their way to the builder.
 *
 *     "3" "1" "7" -> components[0..2], pending -> builder_push, many at once
 *
 * A push for each number would cost more than reading it.
 */
#ifndef GATHERING_H
#define GATHERING_H

#include "array.h"
#include "number.h"

#include <stdalign.h>

enum { MAX_GATHERING = 4096 }; /* components gathered before they are pushed */

struct gathering {
    struct array_builder builder;
    struct number_type type;
    size_t pending;
    alignas(8) unsigned char components[MAX_GATHERING * 8];
};

/* Starts empty; the arguments are those of builder_begin. The components are
 * not initialised. */
void gathering_begin(struct gathering *gathering,
                     const struct monoid_table *monoid, const char *name,
                     bool lifts);

/* Reads one number. If the number is rejected, *reason is the explanation, as
 * from number_read, and the status is WRONG_USE with `why` unset: only the
 * caller knows the position. Other problems come from builder_push, with an
 * empty reason. */
enum status gathering_take(struct gathering *gathering, const char *text,
                           char *reason, size_t size, struct problem *why);

/* The index of the next component, from the start of the input. */
size_t gathering_units(const struct gathering *gathering);

/* Pushes the rest and hands over the elements: builder_finish. */
enum status gathering_finish(struct gathering *gathering, struct array *out,
                             struct problem *why);

#endif
