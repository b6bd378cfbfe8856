/* gpu_memory.c - allocates, frees and copies. */
#include "gpu_memory.h"
#include "context.h"

#include <stdio.h>
#include <string.h>

/* Two pieces: one is on its way while the host fills the other. */
static const size_t PIECE = (size_t)16 << 20;

static void *piece[2];

size_t gpu_memory_free_bytes(void)
{
    size_t available = 0, all = 0;

    if (cuda.cuMemGetInfo(&available, &all) != CUDA_SUCCESS)
        return 0;
    return available;
}

/* "4.0 GiB", "24 bytes". */
static char *print_bytes(size_t bytes, char *text, size_t size)
{
    if (bytes >= (size_t)1 << 30)
        snprintf(text, size, "%.1f GiB", (double)bytes / (1 << 30));
    else if (bytes >= (size_t)1 << 20)
        snprintf(text, size, "%.1f MiB", (double)bytes / (1 << 20));
    else
        snprintf(text, size, "%zu bytes", bytes);
    return text;
}

enum status gpu_memory_take(size_t bytes, const char *what, CUdeviceptr *out,
                            struct problem *why)
{
    char asked[32], left[32], error[256];

    *out = 0;
    const CUresult result = cuda.cuMemAlloc(out, bytes ? bytes : 1);
    if (result == CUDA_SUCCESS)
        return OK;
    *out = 0;
    print_bytes(bytes, asked, sizeof asked);
    if (result != CUDA_ERROR_OUT_OF_MEMORY)
        return context_problem(result, why, "cuMemAlloc of %s for %s", asked,
                               what);
    return problem_set(why, MACHINE_LACKS,
                       "cuMemAlloc of %s for %s: %s; %s are free", asked, what,
                       driver_error(result, error, sizeof error),
                       print_bytes(gpu_memory_free_bytes(), left, sizeof left));
}

void gpu_memory_free(CUdeviceptr memory)
{
    if (memory)
        cuda.cuMemFree(memory);
}

/* ------------------------------------------------------------------ copies */

void gpu_memory_forget(void)
{
    piece[0] = piece[1] = NULL; /* they go with their context */
}

static enum status take_pieces(struct problem *why)
{
    for (int i = 0; i < 2; i++) {
        void *memory = piece[i];
        const CUresult result =
            memory ? CUDA_SUCCESS : cuda.cuMemHostAlloc(&memory, PIECE, 0);
        if (result != CUDA_SUCCESS)
            return context_problem(result, why,
                                   "cuMemHostAlloc of %zu MiB to copy through",
                                   PIECE >> 20);
        piece[i] = memory;
    }
    return OK;
}

/* Length of the piece that begins at `at`. */
static size_t length_at(size_t at, size_t bytes)
{
    return at >= bytes ? 0 : bytes - at < PIECE ? bytes - at : PIECE;
}

enum status gpu_memory_copy_in(CUdeviceptr to, const void *from, size_t bytes,
                               struct problem *why)
{
    enum status status = take_pieces(why);

    for (size_t at = 0, k = 0; at < bytes && status == OK; at += PIECE, k++) {
        if (k > 0 && k % 2 == 0) /* both are on their way */
            status = context_wait(why);
        if (status != OK)
            break;
        memcpy(piece[k % 2], (const char *)from + at, length_at(at, bytes));
        const CUresult result = cuda.cuMemcpyHtoDAsync(
            to + at, piece[k % 2], length_at(at, bytes), context_stream());
        if (result != CUDA_SUCCESS)
            status = context_problem(result, why, "cuMemcpyHtoDAsync");
    }
    return status == OK ? context_wait(why) : status;
}

enum status gpu_memory_copy_out(void *to, CUdeviceptr from, size_t bytes,
                                struct problem *why)
{
    enum status status = take_pieces(why);

    for (size_t at = 0; at < bytes && status == OK; at += 2 * PIECE) {
        for (size_t k = 0; k < 2 && at + k * PIECE < bytes; k++) {
            const CUresult result = cuda.cuMemcpyDtoHAsync(
                piece[k], from + at + k * PIECE,
                length_at(at + k * PIECE, bytes), context_stream());
            if (result != CUDA_SUCCESS)
                return context_problem(result, why, "cuMemcpyDtoHAsync");
        }
        status = context_wait(why);
        for (size_t k = 0; k < 2 && at + k * PIECE < bytes && status == OK; k++)
            memcpy((char *)to + at + k * PIECE, piece[k],
                   length_at(at + k * PIECE, bytes));
    }
    return status;
}

enum status gpu_memory_look(struct gpu_piece *pieces, int count,
                            struct problem *why)
{
    enum status status = take_pieces(why);
    size_t used = 0;

    for (int i = 0; i < count && status == OK; i++) {
        void *const to = (char *)piece[0] + used;
        const CUresult result = cuda.cuMemcpyDtoHAsync(
            to, pieces[i].from, pieces[i].bytes, context_stream());
        if (result != CUDA_SUCCESS)
            return context_problem(result, why, "cuMemcpyDtoHAsync");
        pieces[i].copy = to;
        used += (pieces[i].bytes + 15) / 16 * 16;
    }
    return status == OK ? context_wait(why) : status;
}

/* The status of what was enqueued by a call of the driver. */
static enum status enqueued(CUresult result, const char *call,
                            struct problem *why)
{
    return result == CUDA_SUCCESS ? OK
                                  : context_problem(result, why, "%s", call);
}

enum status gpu_memory_fill(CUdeviceptr memory, unsigned char value,
                            size_t bytes, struct problem *why)
{
    return bytes == 0 ? OK
                      : enqueued(cuda.cuMemsetD8Async(memory, value, bytes,
                                                      context_stream()),
                                 "cuMemsetD8Async", why);
}

enum status gpu_memory_copy(CUdeviceptr to, CUdeviceptr from, size_t bytes,
                            struct problem *why)
{
    return bytes == 0 ? OK
                      : enqueued(cuda.cuMemcpyDtoDAsync(to, from, bytes,
                                                        context_stream()),
                                 "cuMemcpyDtoDAsync", why);
}
