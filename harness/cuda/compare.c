/* compare.c - launches compare.cu. */
#include "compare.h"
#include "context.h"
#include "gpu_memory.h"
#include "nvrtc.h"
#include "base/paths.h"

#include <stdlib.h>

enum { THREADS = 256, BLOCKS_EACH = 8 };

static struct {
    unsigned context; /* that all this is in */
    CUfunction function;
    CUdeviceptr first; /* of two comparisons */
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
    if (result == CUDA_SUCCESS)
        result = cuda.cuModuleGetFunction(&here.function, module,
                                          "first_difference");
    return result == CUDA_SUCCESS
               ? gpu_memory_take(2 * sizeof(uint64_t), "a comparison",
                                 &here.first, why)
               : context_problem(result, why, "loading compare.cu");
}

static enum status launch(CUdeviceptr a, CUdeviceptr b, uint64_t words,
                          CUdeviceptr first, struct problem *why)
{
    const uint64_t most = (uint64_t)gpu_facts()->multiprocessors * BLOCKS_EACH;
    const uint64_t blocks = (words + THREADS - 1) / THREADS;
    void *arguments[] = {&a, &b, &words, &first};

    const CUresult result = cuda.cuLaunchKernel(
        here.function, (unsigned)(blocks < most ? blocks : most), 1, 1, THREADS,
        1, 1, 0, context_stream(), arguments, NULL);
    return result == CUDA_SUCCESS
               ? OK
               : context_problem(result, why, "launching first_difference");
}

enum status compare_enqueue(int number, CUdeviceptr a, CUdeviceptr b,
                            size_t bytes, CUdeviceptr *first,
                            struct problem *why)
{
    enum status status = OK;

    if (here.context != context_number()) {
        status = load(why);
        if (status != OK)
            return status;
        here.context = context_number();
    }
    *first = here.first + (CUdeviceptr)number * sizeof(uint64_t);
    status = gpu_memory_fill(*first, 0xff, sizeof(uint64_t), why);
    return status == OK && bytes > 0 ? launch(a, b, bytes / 4, *first, why)
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
