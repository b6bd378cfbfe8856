/* checks.h - an example rejects numbers outside its range. */
#ifndef CHECKS_H
#define CHECKS_H

#include "basis.h"

/* Ends the example if a number is not in least..most; the message gives the
 * first such number and its index, from 1. */
void check_range(struct basis *b, struct ints xs, int32_t least, int32_t most);

/* The numbers are at least 0, and their total fits an int32_t; `what` is their
 * name, such as "sizes". */
void check_amounts(struct basis *b, struct ints xs, const char *what);

#endif
