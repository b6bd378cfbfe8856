/* bit_fields.h - rejects volatile bit-fields. To write a bit-field, a GPU loads
 * its word, changes the bits and stores the word; a store by another thread in
 * between is lost. Here the load and the store would be a single step. */
#ifndef SIMT_BIT_FIELDS_H
#define SIMT_BIT_FIELDS_H

#include "base/status.h"

/* Looks at the types of a compiled object. NOT_JUDGED: one of them is a
 * volatile bit-field, or a volatile struct that has a bit-field. */
enum status bit_fields_check(const char *object, const char *source,
                             struct problem *why);

#endif
