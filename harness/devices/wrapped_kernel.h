/* wrapped_kernel.h - a kernel called by another kernel, which also reads the
 * clock (cuda/timed.cu) or writes a record (cuda/traced.cu).
 *
 *     kernel.cu  ->  timed.cu with -DWRAPPED_SOURCE=kernel.cu  ->  NVRTC
 */
#ifndef WRAPPED_KERNEL_H
#define WRAPPED_KERNEL_H

#include "cuda/driver.h"
#include "execution.h"

#include <limits.h>

struct wrapped_kernel {
    CUmodule module; /* NULL: nothing to unload */
    CUfunction function;
    char source[PATH_MAX]; /* the wrapped file; "" until it is found */
};

/* What to wrap. */
struct wrapping {
    /* WRAPPER in cuda/WRAPPER.cu, also its kernel's name */
    const char *wrapper;
    const struct setup *setup;
    const struct step *step; /* its kernel is wrapped */
    int resident; /* blocks that must fit on a multiprocessor; or 0 */
};

/* Compiles for the GPU in use, loads, and allows the step's shared memory. On
 * OK the caller frees it with wrapped_kernel_unload, while the context exists;
 * otherwise there is nothing to free. WRONG_USE: the source is missing;
 * NOT_JUDGED: it does not compile. */
enum status wrapped_kernel_load(const struct wrapping *what,
                                struct wrapped_kernel *out,
                                struct problem *why);
void wrapped_kernel_unload(struct wrapped_kernel *kernel);

/* Threads per block. */
unsigned wrapped_threads(const struct step *step);

#endif
