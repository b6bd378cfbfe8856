/* gpu_memory.h - memory of the GPU, and copies to and from it. */
#ifndef GPU_MEMORY_H
#define GPU_MEMORY_H

#include "driver.h"

/* Bytes that can be allocated now. */
size_t gpu_memory_free_bytes(void);

/* Plain device memory, aligned to 256 bytes. MACHINE_LACKS: "cuMemAlloc of
 * 4.0 GiB for in: CUDA_ERROR_OUT_OF_MEMORY; 1.2 GiB are free". */
enum status gpu_memory_take(size_t bytes, const char *what, CUdeviceptr *out,
                            struct problem *why);
void gpu_memory_free(CUdeviceptr memory); /* 0 is fine */

/* Copies between pageable host memory and the GPU's, through pinned buffers, in
 * order with all enqueued work. They return when the copy is done. */
enum status gpu_memory_copy_in(CUdeviceptr to, const void *from, size_t bytes,
                               struct problem *why);
enum status gpu_memory_copy_out(void *to, CUdeviceptr from, size_t bytes,
                                struct problem *why);

/* Some small pieces of the GPU's memory, 1 MiB in all. */
struct gpu_piece {
    CUdeviceptr from;
    size_t bytes;
    const void *copy; /* aligned to 16 bytes */
};

/* Copies all pieces out, with a single wait. On OK the copies are valid until
 * the next copy of any kind. */
enum status gpu_memory_look(struct gpu_piece *pieces, int count,
                            struct problem *why);

/* Enqueues a fill of the memory with one byte value. */
enum status gpu_memory_fill(CUdeviceptr memory, unsigned char value,
                            size_t bytes, struct problem *why);

/* Enqueues a copy within the GPU. */
enum status gpu_memory_copy(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                            struct problem *why);

/* Call when the context is being destroyed: drops the pinned buffers. */
void gpu_memory_forget(void);

#endif
