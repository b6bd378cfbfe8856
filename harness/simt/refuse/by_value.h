/* by_value.h - calls that are not inlined, and pass or return a struct. */
#ifndef SIMT_BY_VALUE_H
#define SIMT_BY_VALUE_H

#include <stdbool.h>

/* Before linking: changes the object, so that takes_by_value() can recognise
 * its __device__ functions. False: it cannot be changed. */
bool by_value_prepare(const char *object_path);

enum { BY_VALUE = 8 };

/* A function that is not __device__ and takes or returns a struct by value: the
 * caller would touch the struct without a hook. A kernel may take a struct by
 * value, since the machine calls it. */
struct by_value {
    char symbol[128], name[128]; /* "" after the last one */
    int line;                    /* where it is declared */
};

/* Lists the first such functions of the compiled object. */
void takes_by_value(const char *object_path, struct by_value to[BY_VALUE]);

#endif
