/* patterns.h - generated inputs that are not elements: which flags are set, and
 * numbers (struct drawing of algorithm.h). */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "algorithms/contract/algorithm.h"
#include "base/status.h"

/* Its name; static storage. */
const char *pattern_name(enum pattern pattern);

/* WRONG_USE, with the nearest name. */
enum status pattern_find(const char *name, enum pattern *out,
                         struct problem *why);

/* Flags of that pattern, and numbers; both are the same for the same seed. */
struct drawing pattern_draw(enum pattern pattern, uint64_t seed);

#endif
