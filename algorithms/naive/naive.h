/* naive.h - what plan.c and launch.c share. */
#ifndef NAIVE_H
#define NAIVE_H

#include "../contract/algorithm.h"

/* NULL, or that n is above what n(n-1)/2 operations are patient with. */
const char *naive_refuse(const struct request *request);

/* What all outputs cost, each from the input. */
void naive_forms(const struct request *request, struct forms *forms);

#endif
