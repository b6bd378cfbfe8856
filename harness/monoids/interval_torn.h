/* interval_torn.h - messages about bytes that are not an element. */
#ifndef INTERVAL_TORN_H
#define INTERVAL_TORN_H

#include "base/status.h"

#include <stddef.h>

/* Writes one sentence on element `at` of an output: it was never written, is
 * torn, was made from a torn element, or is not an element at all.
 * Precondition: interval_look() returns NULL for it. */
void interval_tell_garbage(const void *element, size_t bytes, const char *name,
                           size_t at, struct problem *why);

#endif
