/* checks.h - an example refuses numbers that it has no meaning for. */
#ifndef CHECKS_H
#define CHECKS_H

#include "basis.h"

/* All of them lie in least..most, or the example ends with the first that does
 * not, counted from 1. */
void check_range(struct basis *b, struct ints xs, int32_t least, int32_t most);

/* They are at least 0, and their total fits an int32_t; `what` they are, such
 * as "sizes". */
void check_amounts(struct basis *b, struct ints xs, const char *what);

#endif
