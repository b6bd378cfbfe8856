/* dealt_elements.h - elements that are dealt to several GPUs in turn, in chunks.
 *
 *     of all     | 0 1 2 | 3 4 5 | 6 7 8 | 9 |      chunks of 3, two GPUs
 *     GPU 0      | 0 1 2 | 6 7 8 |
 *     GPU 1      | 3 4 5 | 9 |
 */
#ifndef DEALT_ELEMENTS_H
#define DEALT_ELEMENTS_H

#include <stddef.h>

struct dealt {
    size_t n, chunk; /* elements; chunk > 0 */
    int gpus;
};

/* Elements of one GPU. */
size_t dealt_share(const struct dealt *dealt, int gpu);

/* The k-th chunk of a GPU: where it begins among all elements, and its length; 0:
 * there is none. In the GPU's own memory it begins at k * chunk. */
size_t dealt_chunk(const struct dealt *dealt, int gpu, size_t k, size_t *begin);

/* Where element i of a GPU is among all. */
size_t dealt_place(const struct dealt *dealt, int gpu, size_t i);

/* Copies a GPU's elements, of `bytes` bytes each, between a host array of all
 * elements and one of the GPU's. */
void dealt_out(const struct dealt *dealt, int gpu, size_t bytes,
               const void *all, void *own);
void dealt_back(const struct dealt *dealt, int gpu, size_t bytes,
                const void *own, void *all);

#endif
