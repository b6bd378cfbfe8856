/* compare.c - launches compare.cu. */
#include "compare.h"
#include "context.h"
#include "gpu_memory.h"
#include "nvrtc.h"
#include "base/paths.h"

#include <stdlib.h>

enum { THREADS = 256, BLOCKS_EACH = 8 };

enum {
    FIRST_DIFFERENCE,
    FIRST_BEYOND_F32,
    FIRST_BEYOND_F64,
    FINGERPRINT,
    FUNCTIONS
};

static const char *const names[FUNCTIONS] = {
    "first_difference", "first_beyond_f32", "first_beyond_f64", "fingerprint"};

static struct {
    unsigned context; /* that all this is in */
    CUfunction function[FUNCTIONS];
    CUdeviceptr number; /* two, that functions return */
} here;

static enum status load(struct problem *why)
{
    struct module_source *source = calloc(1, sizeof *source);
    char *image = NULL, home[4096];
    CUmodule module;

    if (!source)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    enum status status = paths_home(home, sizeof home, why);
    if (status == OK && !path_format(source->path, sizeof source->path,
                                     "%s/harness/cuda/compare.cu", home))
        status = problem_set(why, WRONG_USE, "SCANLAB_HOME is too long");
    if (status == OK)
        status = nvrtc_compile(source, &image, why);
    free(source);
    if (status != OK)
        return status;
    CUresult result = cuda.cuModuleLoadData(&module, image);
    free(image);
    for (int i = 0; i < FUNCTIONS && result == CUDA_SUCCESS; i++)
        result = cuda.cuModuleGetFunction(&here.function[i], module, names[i]);
    if (result != CUDA_SUCCESS)
        return context_problem(result, why, "loading compare.cu");
    status = gpu_memory_take(2 * sizeof(uint64_t), "a comparison", &here.number,
                             why);
    if (status == OK)
        here.context = context_number();
    return status;
}

/* Enqueues a function of `words` words: its result, which begins with `fill` in
 * each byte, will be at `at`, its last argument. */
static enum status enqueue(int function, uint64_t words, void **arguments,
                           CUdeviceptr at, unsigned char fill,
                           struct problem *why)
{
    const uint64_t most = (uint64_t)gpu_facts()->multiprocessors * BLOCKS_EACH;
    const uint64_t blocks = (words + THREADS - 1) / THREADS;
    const enum status status = gpu_memory_fill(at, fill, sizeof(uint64_t), why);

    if (status != OK || words == 0)
        return status;
    const CUresult result = cuda.cuLaunchKernel(
        here.function[function], (unsigned)(blocks < most ? blocks : most), 1,
        1, THREADS, 1, 1, 0, context_stream(), arguments, NULL);
    return result == CUDA_SUCCESS
               ? OK
               : context_problem(result, why, "launching %s", names[function]);
}

static enum status ready(struct problem *why)
{
    return here.context == context_number() ? OK : load(why);
}

enum status compare_enqueue(int number, CUdeviceptr a, CUdeviceptr b,
                            size_t bytes, CUdeviceptr *first,
                            struct problem *why)
{
    uint64_t words = bytes / 4;
    void *arguments[] = {&a, &b, &words, first};
    const enum status status = ready(why);

    *first = here.number + (CUdeviceptr)number * sizeof(uint64_t);
    return status == OK
               ? enqueue(FIRST_DIFFERENCE, words, arguments, *first, 0xff, why)
               : status;
}

enum status compare_arrays(CUdeviceptr a, CUdeviceptr b, size_t bytes,
                           uint64_t *first, struct problem *why)
{
    CUdeviceptr result;

    *first = UINT64_MAX;
    if (bytes == 0)
        return OK;
    const enum status status = compare_enqueue(0, a, b, bytes, &result, why);
    return status == OK ? gpu_memory_copy_out(first, result, sizeof *first, why)
                        : status;
}

enum status compare_within(CUdeviceptr out, CUdeviceptr want,
                           CUdeviceptr allowed, size_t bytes, int number_bytes,
                           uint64_t *first, struct problem *why)
{
    uint64_t numbers = bytes / (size_t)number_bytes;
    void *arguments[] = {&out, &want, &allowed, &numbers, &here.number};
    enum status status = ready(why);

    *first = UINT64_MAX;
    if (status == OK)
        status =
            enqueue(number_bytes == 8 ? FIRST_BEYOND_F64 : FIRST_BEYOND_F32,
                    numbers, arguments, here.number, 0xff, why);
    return status == OK
               ? gpu_memory_copy_out(first, here.number, sizeof *first, why)
               : status;
}

enum status compare_fingerprint(CUdeviceptr a, size_t bytes, uint64_t *out,
                                struct problem *why)
{
    uint64_t words = bytes / 4;
    void *arguments[] = {&a, &words, &here.number};
    enum status status = ready(why);

    if (status == OK)
        status = enqueue(FINGERPRINT, words, arguments, here.number, 0, why);
    return status == OK
               ? gpu_memory_copy_out(out, here.number, sizeof *out, why)
               : status;
}
