/* checks.h - an example rejects numbers outside its range. */
#ifndef CHECKS_H
#define CHECKS_H

#include "basis.h"

/* All numbers are in least..most, or the example ends with the first that is
 * not, counted from 1. */
void check_range(struct basis *b, struct ints xs, int32_t least, int32_t most);

/* The numbers are at least 0, and their total fits an int32_t; `what` is their
 * name, such as "sizes". */
void check_amounts(struct basis *b, struct ints xs, const char *what);

#endif
