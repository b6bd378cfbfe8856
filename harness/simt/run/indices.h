/* indices.h - threadIdx and its family, which kernels read as variables of
 * scanlab's (device/calls.h). */
#ifndef SIMT_INDICES_H
#define SIMT_INDICES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct thread;

/* From here on they are those of this thread, and of this launch. */
void indices_of_thread(const struct thread *t);
void indices_of_launch(const unsigned block[3], const unsigned grid[3]);

/* True when all of these bytes are one of them, or a part. */
bool indices_have(uintptr_t address, size_t bytes);

#endif
