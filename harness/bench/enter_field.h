/* enter_field.h - how algorithms and copies enter a field. */
#ifndef ENTER_FIELD_H
#define ENTER_FIELD_H

#include "bench.h"

/* NULL, or why the algorithm does not support this n with these parameters. */
const char *field_refuses(const struct field *field,
                          const struct choice *choice);

/* Compiles and loads the choice as the next contestant; the caller closes it.
 * Precondition: field_refuses() is NULL. `choice` must outlive the field. */
enum status field_add(struct field *field, const struct choice *choice,
                      struct problem *why);

/* Adds the copies: one on a GPU; several on the host, the best being the roof.
 */
void field_add_copies(struct field *field);

#endif
