/* wrapped_kernel.c - compiles and loads a wrapper around a kernel. */
#include "wrapped_kernel.h"
#include "base/paths.h"
#include "cuda/context.h"
#include "cuda/nvrtc.h"
#include "cuda_kernels.h"
#include "launches.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

unsigned wrapped_threads(const struct step *step)
{
    return step->block[0] * step->block[1] * step->block[2];
}

/* Moves kernel.cu from the source's path to an option of the wrapper. */
static enum status wrap_source(const struct wrapping *what,
                               struct module_source *source,
                               char path[PATH_MAX], struct problem *why)
{
    const struct step *const step = what->step;
    char home[PATH_MAX];
    const enum status status = paths_home(home, sizeof home, why);

    if (status != OK)
        return status;
    if (!realpath(source->path, path))
        return problem_set(why, WRONG_USE, "%s: no such file", source->path);
    if (!path_format(source->path, sizeof source->path, "%s/harness/cuda/%s.cu",
                     home, what->wrapper))
        return problem_set(why, WRONG_USE, "SCANLAB_HOME is too long");
    module_option(source, "-I%s/harness/trace", home);
    module_option(source, "-DWRAPPED_SOURCE=\"%s\"", path);
    module_option(source, "-DWRAPPED_KERNEL=%s", step->kernel);
    module_option(source, "-DWRAPPED_COUNT=%d", step->arguments);
    module_option(source, "-DWRAPPED_THREADS=%u", wrapped_threads(step));
    if (what->resident > 0)
        module_option(source, "-DWRAPPED_BLOCKS=%d", what->resident);
    return OK;
}

/* A compile error is in the file inside, not in the wrapper. */
static void name_inner(const struct module_source *wrapper, const char *inner,
                       struct problem *why)
{
    const struct problem of_wrapper = *why;
    const size_t length = strlen(wrapper->path);

    if (!strncmp(of_wrapper.line, wrapper->path, length))
        problem_set(why, NOT_JUDGED, "%s%s", inner, of_wrapper.line + length);
}

static enum status load_image(const struct wrapping *what, const char *image,
                              struct wrapped_kernel *out, struct problem *why)
{
    const char *const kernel = what->step->kernel;
    CUresult result = cuda.cuModuleLoadData(&out->module, image);

    if (result != CUDA_SUCCESS) {
        out->module = NULL;
        return context_problem(result, why, "loading the %s form of %s",
                               what->wrapper, kernel);
    }
    result =
        cuda.cuModuleGetFunction(&out->function, out->module, what->wrapper);
    if (result != CUDA_SUCCESS)
        return context_problem(result, why, "the %s form of %s", what->wrapper,
                               kernel);
    return what->step->dynamic_shared_bytes > 0
               ? cuda_kernel_allow_shared(out->function, what->step, why)
               : OK;
}

enum status wrapped_kernel_load(const struct wrapping *what,
                                struct wrapped_kernel *out, struct problem *why)
{
    struct module_source *source = calloc(1, sizeof *source);
    char *image = NULL;

    *out = (struct wrapped_kernel){.module = NULL};
    if (!source)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    enum status status = launches_source(what->setup, source, why);
    if (status == OK)
        status = wrap_source(what, source, out->source, why);
    if (status == OK)
        status = nvrtc_compile(source, &image, why);
    if (status == NOT_JUDGED)
        name_inner(source, out->source, why);
    free(source);
    if (status == OK)
        status = load_image(what, image, out, why);
    free(image);
    if (status != OK)
        wrapped_kernel_unload(out);
    return status;
}

void wrapped_kernel_unload(struct wrapped_kernel *kernel)
{
    if (kernel->module)
        cuda.cuModuleUnload(kernel->module);
    kernel->module = NULL;
}
