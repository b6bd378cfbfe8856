/* compare.c - launches compare.cu. */
#include "compare.h"
#include "context.h"
#include "gpu_memory.h"
#include "nvrtc.h"
#include "base/paths.h"

#include <stdlib.h>

enum { THREADS = 256, BLOCKS_EACH = 8 };

enum { FIRST_DIFFERENCE, FINGERPRINT, FUNCTIONS };

static const char *const names[FUNCTIONS] = {"first_difference", "fingerprint"};

static struct {
    unsigned context; /* that all this is in */
    CUfunction function[FUNCTIONS];
    CUdeviceptr number; /* that a function returns */
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
    status =
        gpu_memory_take(sizeof(uint64_t), "a comparison", &here.number, why);
    if (status == OK)
        here.context = context_number();
    return status;
}

/* Runs a function on `words` words; *out, which begins with `fill` in each
 * byte, becomes the number that it returns. */
static enum status ask(int function, uint64_t words, void **arguments,
                       unsigned char fill, uint64_t *out, struct problem *why)
{
    const uint64_t most = (uint64_t)gpu_facts()->multiprocessors * BLOCKS_EACH;
    const uint64_t blocks = (words + THREADS - 1) / THREADS;
    enum status status = OK;

    if (here.context != context_number())
        status = load(why);
    if (status == OK)
        status = gpu_memory_fill(here.number, fill, sizeof *out, why);
    if (status != OK)
        return status;
    const CUresult result = cuda.cuLaunchKernel(
        here.function[function], (unsigned)(blocks < most ? blocks : most), 1,
        1, THREADS, 1, 1, 0, context_stream(), arguments, NULL);
    return result == CUDA_SUCCESS
               ? gpu_memory_copy_out(out, here.number, sizeof *out, why)
               : context_problem(result, why, "launching %s", names[function]);
}

enum status compare_arrays(CUdeviceptr a, CUdeviceptr b, size_t bytes,
                           uint64_t *first, struct problem *why)
{
    uint64_t words = bytes / 4;
    void *arguments[] = {&a, &b, &words, &here.number};

    *first = UINT64_MAX;
    return bytes > 0 ? ask(FIRST_DIFFERENCE, words, arguments, 0xff, first, why)
                     : OK;
}

enum status compare_fingerprint(CUdeviceptr a, size_t bytes, uint64_t *out,
                                struct problem *why)
{
    uint64_t words = bytes / 4;
    void *arguments[] = {&a, &words, &here.number};

    *out = 0;
    return bytes > 0 ? ask(FINGERPRINT, words, arguments, 0, out, why) : OK;
}
