/* derived_kernel.h - the kernel of a derivation, as text. */
#ifndef DERIVED_KERNEL_H
#define DERIVED_KERNEL_H

#include <stdbool.h>
#include <stdio.h>

/* Writes the derivation's kernel.cu: those lines of kernel.pattern that it
 * needs. False: the pattern has a name that is not known, or `out` an error. */
bool derived_kernel_write(const long *value, FILE *pattern, FILE *out);

#endif
