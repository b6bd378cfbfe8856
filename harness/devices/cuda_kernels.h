/* cuda_kernels.h - the kernels of one kernel.cu, compiled and loaded on the
 * GPU: for device_cuda.c. */
#ifndef CUDA_KERNELS_H
#define CUDA_KERNELS_H

#include "cuda/driver.h"
#include "execution.h"

enum { MAX_KERNELS = 24 };

struct cuda_kernel {
    const char *name; /* as in the plan */
    CUfunction function;
    size_t dynamic_shared_bytes; /* allowed so far */
};

struct cuda_kernels {
    CUmodule module;
    char source[4096];
    int count;
    struct cuda_kernel kernel[MAX_KERNELS];
};

/* Compiles and loads the code of a setup. NOT_JUDGED: it cannot be compiled or
 * loaded. */
enum status cuda_kernels_load(struct cuda_kernels *kernels,
                              const struct setup *setup, struct problem *why);
/* Only compiles the code into the cache, without the GPU. */
enum status cuda_kernels_compile(const struct setup *setup,
                                 struct problem *why);
void cuda_kernels_unload(struct cuda_kernels *kernels);

/* The kernel of a step. NOT_JUDGED: there is no kernel of that name, or its
 * parameters differ from those that the plan passes. */
enum status cuda_kernels_find(struct cuda_kernels *kernels,
                              const struct step *step, struct cuda_kernel **out,
                              struct problem *why);
/* A takes_step of other_form.h; `code` is a struct cuda_kernels. */
bool cuda_kernels_take(const void *code, const struct step *step);

/* Allows the kernel a step's shared memory; above 48 KiB this is required. */
enum status cuda_kernel_allow_shared(CUfunction function,
                                     const struct step *step,
                                     struct problem *why);

/* Enqueues a launch. */
CUresult cuda_kernel_launch(CUfunction function, const struct step *step,
                            void **argument);

#endif
