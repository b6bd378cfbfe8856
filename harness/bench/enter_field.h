/* enter_field.h - how algorithms and copies enter a field. */
#ifndef ENTER_FIELD_H
#define ENTER_FIELD_H

#include "bench.h"

/* NULL, or why the algorithm does not take this n with these parameters. */
const char *field_refuses(const struct field *field,
                          const struct choice *choice);

/* Compiles and loads it as the next contestant, which the caller closes.
 * Precondition: it is not refused. `choice` must outlive the field. */
enum status field_add(struct field *field, const struct choice *choice,
                      struct problem *why);

/* The ways to copy memory: a GPU has one, of the host's the best is the roof.
 */
void field_add_copies(struct field *field);

#endif
