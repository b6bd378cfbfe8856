/* packed_check.h - makes and checks elements of packed.h on the host. */
#ifndef PACKED_CHECK_H
#define PACKED_CHECK_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

/* The largest number of elements in a run: positions are only 16 bits wide. */
size_t packed_most(void);

/* Writes the range [position, position] as an element of `bytes` bytes. */
void packed_leaf(size_t position, void *element, size_t bytes);

/* Writes [0, last], or the identity for last = -1. */
void packed_prefix(long last, void *element, size_t bytes);

/* As interval_check of interval_table.h. */
bool packed_check(const void *element, size_t bytes, size_t at, long last,
                  struct problem *why);

#endif
