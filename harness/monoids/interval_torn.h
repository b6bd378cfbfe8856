/* interval_torn.h - what is told of bytes that are no element. */
#ifndef INTERVAL_TORN_H
#define INTERVAL_TORN_H

#include "base/status.h"

#include <stddef.h>

/* Says in one sentence what element `at` of an output holds: it was never
 * written, is torn, was made from a torn one, or holds no element at all.
 * Precondition: interval_look() knows no node of it. */
void interval_tell_garbage(const void *element, size_t bytes, const char *name,
                           size_t at, struct problem *why);

#endif
