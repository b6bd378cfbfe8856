/* by_value.h - real calls with a struct as a parameter or a result. */
#ifndef SIMT_BY_VALUE_H
#define SIMT_BY_VALUE_H

#include <stdbool.h>
#include <stddef.h>

/* True when the compiled object has a function that is not __device__, and
 * takes a struct by value: the caller would read the struct without a hook. (A
 * kernel may be one, which the machine calls.) Then *line is where it is
 * declared, and `name` its name. */
bool takes_by_value(const char *object_path, int *line, char *name,
                    size_t size);

#endif
