/* stdlib.h - the part of the C header that the viewer's scenes use. */
#ifndef SCANVIZ_STDLIB_H
#define SCANVIZ_STDLIB_H

#include <stddef.h>

void *malloc(size_t bytes);
void *calloc(size_t count, size_t bytes);
void *realloc(void *items, size_t bytes);
void free(void *items);
void qsort(void *items, size_t count, size_t bytes,
           int (*compare)(const void *, const void *));
long long strtoll(const char *text, char **end, int base);

static inline int abs(int x)
{
    return x < 0 ? -x : x;
}

#endif
