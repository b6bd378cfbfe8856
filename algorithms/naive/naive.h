/* naive.h - shared by plan.c and launch.c. */
#ifndef NAIVE_H
#define NAIVE_H

#include "../contract/algorithm.h"

/* NULL, or a message if n is too large for n(n-1)/2 operations. */
const char *naive_refuse(const struct request *request);

/* The cost of all outputs, each computed from the input. */
void naive_forms(const struct request *request, struct forms *forms);

#endif
