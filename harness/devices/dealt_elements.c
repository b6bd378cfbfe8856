/* dealt_elements.c - see dealt_elements.h. */
#include "dealt_elements.h"

#include <string.h>

size_t dealt_chunk(const struct dealt *dealt, int gpu, size_t k, size_t *begin)
{
    *begin = (k * (size_t)dealt->gpus + (size_t)gpu) * dealt->chunk;
    const size_t left = *begin < dealt->n ? dealt->n - *begin : 0;

    return left < dealt->chunk ? left : dealt->chunk;
}

size_t dealt_share(const struct dealt *dealt, int gpu)
{
    const size_t round = dealt->chunk * (size_t)dealt->gpus;
    const size_t full = dealt->n / round;
    size_t begin;

    return full * dealt->chunk + dealt_chunk(dealt, gpu, full, &begin);
}

size_t dealt_place(const struct dealt *dealt, int gpu, size_t i)
{
    const size_t k = i / dealt->chunk;

    return (k * (size_t)dealt->gpus + (size_t)gpu) * dealt->chunk +
           i % dealt->chunk;
}

void dealt_out(const struct dealt *dealt, int gpu, size_t bytes,
               const void *all, void *own)
{
    size_t begin, n;

    for (size_t k = 0; (n = dealt_chunk(dealt, gpu, k, &begin)) > 0; k++)
        memcpy((char *)own + k * dealt->chunk * bytes,
               (const char *)all + begin * bytes, n * bytes);
}

void dealt_back(const struct dealt *dealt, int gpu, size_t bytes,
                const void *own, void *all)
{
    size_t begin, n;

    for (size_t k = 0; (n = dealt_chunk(dealt, gpu, k, &begin)) > 0; k++)
        memcpy((char *)all + begin * bytes,
               (const char *)own + k * dealt->chunk * bytes, n * bytes);
}
