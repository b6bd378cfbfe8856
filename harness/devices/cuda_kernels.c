/* cuda_kernels.c - turns kernel.cu into kernels that can be launched. */
#include "cuda_kernels.h"
#include "base/paths.h"
#include "cuda/context.h"
#include "cuda/nvrtc.h"
#include "launches.h"

#include <assert.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The interval table exists only on the host. */
static enum status add_packed_intervals(struct module_source *source,
                                        struct problem *why)
{
    char home[PATH_MAX];
    const enum status status = paths_home(home, sizeof home, why);

    module_option(source, "--pre-include=%s/harness/cuda/packed.h", home);
    return status;
}

/* ------------------------------------------------------- kernels left out */

struct names {
    const char *name[MAX_KERNELS];
    int count;
};

static bool has_name(const struct names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (!strcmp(names->name[i], name))
            return true;
    return false;
}

static void add_name(struct names *names, const char *name)
{
    if (!has_name(names, name) && names->count < MAX_KERNELS)
        names->name[names->count++] = name;
}

/* The kernels of a scan of n, with and without a carry. */
static void add_scan(const struct setup *setup, size_t n, struct names *names,
                     struct plan *plan)
{
    if (setup_refuses(setup, n))
        return;
    for (int carry = 0; carry < 2; carry++) {
        struct request request = setup_request(setup, sizes_of_scan(n));
        request.has_carry = carry;
        *plan = (struct plan){.buffers = 0};
        setup->choice->implementation->plan(&request, plan);
        for (int s = 0; s < plan->steps; s++)
            add_name(names, plan->step[s].kernel);
    }
}

/* Kernels that only other sizes launch are declared, but not compiled: their
 * code becomes that of a template that is never used. Look-ahead's kernels for
 * many rows take ten times as long to compile as the one for a few elements. A
 * user's file is compiled as it is. */
static void leave_out_kernels(const struct setup *setup,
                              struct module_source *source)
{
    static const char *const entries[] = {"reduce_tiles", "apply_carry"};
    struct names launched = {.count = 0}, all = {.count = 0};
    struct plan *const plan = malloc(sizeof *plan);
    const bool few = setup->sizes && !setup->source &&
                     setup->choice->algorithm->task->has_entries;

    for (int i = 0; i < 2; i++) {
        add_name(&all, entries[i]);
        if (setup->has_entries)
            add_name(&launched, entries[i]);
    }
    for (size_t i = 0; few && plan && i < setup->size_count; i++)
        add_scan(setup, setup->sizes[i], &launched, plan);
    for (int k = 0; few && plan && k < 31; k++)
        add_scan(setup, (size_t)1 << k, &all, plan);
    for (int i = 0; few && plan && i < all.count; i++)
        if (!has_name(&launched, all.name[i]))
            module_option(source,
                          "-D%s(...)=%s_left_out(__VA_ARGS__); template <int> "
                          "static __device__ void %s_unused(__VA_ARGS__)",
                          all.name[i], all.name[i], all.name[i]);
    free(plan);
}

/* On OK the caller frees *image. `path`: the source's path. */
static enum status compile(const struct setup *setup, char **image, char *path,
                           size_t size, struct problem *why)
{
    struct module_source *source = calloc(1, sizeof *source);
    struct setup plain = *setup;

    if (!source)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    plain.trace = NULL; /* traced kernels have separate modules */
    enum status status = launches_source(&plain, source, why);
    if (status == OK && monoid_is_interval(setup->monoid))
        status = add_packed_intervals(source, why);
    if (status == OK)
        leave_out_kernels(setup, source);
    if (status == OK)
        status = nvrtc_compile(source, image, why);
    snprintf(path, size, "%s", source->path);
    free(source);
    return status;
}

enum status cuda_kernels_compile(const struct setup *setup, struct problem *why)
{
    char path[4096], *image = NULL;
    const enum status status = compile(setup, &image, path, sizeof path, why);

    if (status == OK)
        free(image);
    return status;
}

enum status cuda_kernels_load(struct cuda_kernels *kernels,
                              const struct setup *setup, struct problem *why)
{
    char *image = NULL, error[256];
    const enum status status =
        compile(setup, &image, kernels->source, sizeof kernels->source, why);

    if (status != OK)
        return status;
    const CUresult result = cuda.cuModuleLoadData(&kernels->module, image);
    free(image);
    if (result == CUDA_SUCCESS)
        return OK;
    kernels->module = NULL;
    return problem_set(
        why, NOT_JUDGED, "%s compiles but does not load: cuModuleLoadData: %s",
        kernels->source, driver_error(result, error, sizeof error));
}

/* A launch does not check its arguments: do the plan's arguments match the
 * kernel's parameters in number and size? */
static enum status check_parameters(const struct cuda_kernels *kernels,
                                    CUfunction function,
                                    const struct step *step,
                                    struct problem *why)
{
    const struct launch_memory nothing = {.launch = 0};
    union launch_value value;
    size_t offset, bytes;
    int count = 0;

    if (!cuda.cuFuncGetParamInfo) /* an older driver */
        return OK;
    while (cuda.cuFuncGetParamInfo(function, (size_t)count, &offset, &bytes) ==
           CUDA_SUCCESS) {
        const int passed =
            count < step->arguments
                ? launch_argument(&nothing, &step->argument[count], &value)
                : 0;
        if (passed && (size_t)passed != bytes)
            return problem_set(why, NOT_JUDGED,
                               "%s: parameter %d of the kernel %s is %zu bytes "
                               "long; the plan passes %d",
                               kernels->source, count + 1, step->kernel, bytes,
                               passed);
        count++;
    }
    if (count == step->arguments)
        return OK;
    return problem_set(why, NOT_JUDGED,
                       "%s: the kernel %s has %d parameters; the plan passes "
                       "%d",
                       kernels->source, step->kernel, count, step->arguments);
}

enum status cuda_kernels_find(struct cuda_kernels *kernels,
                              const struct step *step, struct cuda_kernel **out,
                              struct problem *why)
{
    CUfunction function;

    for (int i = 0; i < kernels->count; i++)
        if (!strcmp(kernels->kernel[i].name, step->kernel)) {
            *out = &kernels->kernel[i];
            return OK;
        }
    const CUresult result =
        cuda.cuModuleGetFunction(&function, kernels->module, step->kernel);
    if (result == CUDA_ERROR_NOT_FOUND)
        return problem_set(why, NOT_JUDGED,
                           "%s defines no kernel '%s' (__global__ void "
                           "%s(...))",
                           kernels->source, step->kernel, step->kernel);
    if (result != CUDA_SUCCESS)
        return context_problem(result, why, "cuModuleGetFunction of %s",
                               step->kernel);
    assert(kernels->count < MAX_KERNELS);
    *out = &kernels->kernel[kernels->count++];
    **out = (struct cuda_kernel){.name = step->kernel, .function = function};
    return check_parameters(kernels, function, step, why);
}

bool cuda_kernels_take(const void *code, const struct step *step)
{
    const struct cuda_kernels *const kernels = code;
    CUfunction function;

    return cuda.cuModuleGetFunction(&function, kernels->module, step->kernel) ==
               CUDA_SUCCESS &&
           check_parameters(kernels, function, step, NULL) == OK;
}

void cuda_kernels_unload(struct cuda_kernels *kernels)
{
    if (kernels->module)
        cuda.cuModuleUnload(kernels->module);
    kernels->module = NULL;
}

/* ---------------------------------------------------------------- launching */

enum status cuda_kernel_allow_shared(CUfunction function,
                                     const struct step *step,
                                     struct problem *why)
{
    const CUresult result = cuda.cuFuncSetAttribute(
        function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
        (int)step->dynamic_shared_bytes);

    return result == CUDA_SUCCESS
               ? OK
               : context_problem(result, why,
                                 "%zu bytes of shared memory for the kernel %s",
                                 step->dynamic_shared_bytes, step->kernel);
}

CUresult cuda_kernel_launch(CUfunction function, const struct step *step,
                            void **argument)
{
    enum { SINCE_MAJOR = 9 };
    CUlaunchAttribute overlapping = {
        .id = CU_LAUNCH_ATTRIBUTE_PROGRAMMATIC_STREAM_SERIALIZATION,
        .value.programmaticStreamSerializationAllowed = 1};
    const CUlaunchConfig config = {.gridDimX = step->grid[0],
                                   .gridDimY = step->grid[1],
                                   .gridDimZ = step->grid[2],
                                   .blockDimX = step->block[0],
                                   .blockDimY = step->block[1],
                                   .blockDimZ = step->block[2],
                                   .sharedMemBytes =
                                       (unsigned)step->dynamic_shared_bytes,
                                   .hStream = context_stream(),
                                   .attrs = &overlapping,
                                   .numAttrs = 1};

    if (step->overlapping && cuda.cuLaunchKernelEx &&
        gpu_facts()->major >= SINCE_MAJOR)
        return cuda.cuLaunchKernelEx(&config, function, argument, NULL);
    return cuda.cuLaunchKernel(
        function, step->grid[0], step->grid[1], step->grid[2], step->block[0],
        step->block[1], step->block[2], (unsigned)step->dynamic_shared_bytes,
        context_stream(), argument, NULL);
}
