/* indices.h - threadIdx and its family, which kernels read as variables of the
 * scanlab program (device/calls.h). */
#ifndef SIMT_INDICES_H
#define SIMT_INDICES_H

#include <stdbool.h>
#include <stdint.h>

struct thread;

/* From here on the indices are those of this thread, and of this launch. */
void indices_of_thread(const struct thread *t);
void indices_of_launch(const unsigned block[3], const unsigned grid[3]);

/* The linker's names for their first and last address. */
extern const char __start_simt_indices[], __stop_simt_indices[];

/* True when `p` points to one of the indices. */
static inline bool indices_have(const void *p)
{
    return (const char *)p >= __start_simt_indices &&
           (const char *)p < __stop_simt_indices;
}

#endif
