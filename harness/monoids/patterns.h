/* patterns.h - drawn inputs that are no elements: which flags are set, and
 * numbers (struct drawing of algorithm.h). */
#ifndef PATTERNS_H
#define PATTERNS_H

#include "algorithms/algorithm.h"

/* half, none, all, runs */
enum { PATTERNS = 4 };

/* Its name; static storage. */
const char *pattern_name(int pattern);

/* Flags of that pattern, and numbers; both say the same for the same seed. */
struct drawing pattern_draw(int pattern, uint64_t seed);

#endif
