/* host_planes.c - see host_planes.h. */
#include "host_planes.h"

#include <string.h>

size_t plane_bytes(const struct monoid_table *monoid)
{
    size_t bytes = 0;

    for (int k = 0; k < monoid->planes; k++)
        bytes += (size_t)monoid->plane[k].bytes;
    return bytes;
}

void element_of_planes(const struct monoid_table *monoid, size_t n,
                       const void *planes, size_t i, void *element)
{
    const char *plane = planes;

    memset(element, 0, monoid->bytes); /* gaps */
    for (int k = 0; k < monoid->planes; k++) {
        const size_t bytes = (size_t)monoid->plane[k].bytes;
        memcpy((char *)element + monoid->plane[k].at, plane + i * bytes, bytes);
        plane += n * bytes;
    }
}

void planes_of_elements(const struct monoid_table *monoid, size_t n,
                        const void *elements, void *planes)
{
    char *plane = planes;

    for (int k = 0; k < monoid->planes; k++) {
        const size_t bytes = (size_t)monoid->plane[k].bytes;
        const char *from = (const char *)elements + monoid->plane[k].at;
        for (size_t i = 0; i < n; i++, from += monoid->bytes)
            memcpy(plane + i * bytes, from, bytes);
        plane += n * bytes;
    }
}
