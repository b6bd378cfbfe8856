/* kernel_code.h - the kernels of a source, compiled; and one copy of them for
 * each resident block. */
#ifndef SIMT_KERNEL_CODE_H
#define SIMT_KERNEL_CODE_H

#include "algorithms/contract/algorithm.h"
#include "base/status.h"
#include "simt/refuse/by_value.h"
#include "compile/module.h"
#include "compiler.h"
#include "simt/source/sites.h"
#include "simt/source/source_lines.h"
#include "simt/source/source_symbols.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Limits of a GPU, in bytes. */
enum {
    STATIC_SHARED = 48 << 10, /* __shared__ variables of a kernel, for nvcc */
    MOST_SHARED = 227 << 10,  /* of a block with dynamic memory, on an H100 */
    DYNAMIC_SHARED = MOST_SHARED,
    PARAMETER_BYTES = 4096 /* of a kernel */
};

/* A copy of the module, for one resident block. */
struct code_copy {
    void *library;
    int file; /* that the copy was loaded from */
    uintptr_t image;
    size_t image_bytes;
    uintptr_t shared; /* its thread-local variables: shared memory */
    size_t shared_bytes;
    void (*kernel)(void); /* the kernel that is launched */
};

struct kernel_code {
    struct module module;
    char source[PATH_MAX], object[PATH_MAX];
    struct by_value by_value[BY_VALUE];
    struct source_lines *lines;
    struct source_symbols *symbols;
    struct sites sites; /* there is one since the first copy was opened */
    /* What the functions that its kernels call tell about them. */
    bool orders_threads; /* single threads, not only blocks and warps */
    bool has_bulk;       /* there are bulk copies */
    bool has_promises;   /* a kernel has a parameter that is X *__restrict__ */
    bool is_deaf;        /* no block learns of another one, or of the time */
    /* The kernel that is launched, and the __shared__ variables that it has. */
    char kernel[128];
    enum source_promise promise[MAX_ARGUMENTS]; /* of each parameter */
    unsigned most_threads; /* its __launch_bounds__; 0: it has none */
    size_t dynamic_bytes;
    const struct source_symbol **own;
    size_t owns;
    uint32_t layout; /* changes whenever these variables do */
};

enum status code_open(struct kernel_code *code,
                      const struct module_source *source,
                      enum compiler_family family, struct problem *why);
void code_close(struct kernel_code *code);

/* Opens the copy for slot number `slot`. The caller closes the copy even when
 * this fails. */
enum status code_copy_open(struct kernel_code *code, int slot,
                           struct code_copy *copy, struct problem *why);
void code_copy_close(struct code_copy *copy);

/* A hash of the names and lengths of all its __shared__ arrays, the same for
 * every size of their elements. */
uint64_t code_arrays(const struct kernel_code *code);

/* The address is in a __shared__ variable of the kernel that is launched, one
 * that holds elements of a struct: what a proof calls T. */
bool code_is_element(const struct kernel_code *code,
                     const struct code_copy *copy, uintptr_t address);

/* The address is in an `extern __shared__` array, and the launch has no dynamic
 * memory: the array's name. Else NULL. */
const char *code_lacks_dynamic(const struct kernel_code *code,
                               const struct code_copy *copy, uintptr_t address);

/* What a plan launches; parameter_bytes[i] is the size of the i-th argument
 * that it passes. */
struct code_call {
    const char *kernel;
    unsigned threads; /* of a block */
    size_t dynamic_bytes;
    int parameters;
    const int *parameter_bytes;
};

/* The source has a kernel of that name, whose parameters have these sizes. */
bool code_takes(const struct kernel_code *code, const char *kernel,
                const int bytes[], int parameters);

/* code_choose() says that the kernel's __shared__ variables are too large: the
 * part of its sentence that says how large. */
bool code_is_too_large(const struct problem *why, char *words, size_t size);

/* Before a launch: finds the kernel in each copy. NOT_JUDGED: there is no
 * such kernel, or the plan passes other arguments than it takes. */
enum status code_choose(struct kernel_code *code, const struct code_call *call,
                        struct code_copy *const copy[], int copies,
                        struct problem *why);

/* Bytes of one of code->own. The size of dynamic memory is that of the launch.
 */
static inline size_t code_bytes(const struct kernel_code *code,
                                const struct source_symbol *own)
{
    return own->bytes == DYNAMIC_SHARED ? code->dynamic_bytes : own->bytes;
}

#endif
