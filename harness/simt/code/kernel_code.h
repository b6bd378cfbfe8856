/* kernel_code.h - the compiled kernels of a source, with one copy for each
 * resident block. */
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
    MAX_SHARED = 227 << 10,   /* in a block with dynamic memory, on an H100 */
    DYNAMIC_SHARED = MAX_SHARED,
    PARAMETER_BYTES = 4096 /* of one kernel */
};

/* A copy of the module, for one resident block. */
struct code_copy {
    void *library;
    int file; /* the file from which the copy was loaded */
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
    struct sites sites; /* exists once the first copy has been opened */
    /* Derived from the functions that its kernels call; has_promises from their
     * parameters. */
    bool orders_threads; /* orders single threads, not only blocks and warps */
    bool has_bulk;       /* there are bulk copies */
    bool has_promises;   /* a kernel has a parameter that is X *__restrict__ */
    bool is_deaf;        /* no block observes another block or the time */
    /* The kernel that is launched, and the __shared__ variables that it has. */
    char kernel[128];
    enum source_promise promise[MAX_ARGUMENTS]; /* of each parameter */
    unsigned most_threads; /* its __launch_bounds__; 0: it has none */
    size_t dynamic_bytes;
    const struct source_symbol **own;
    size_t owns;
    uint32_t layout; /* changes whenever these variables change */
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

/* True when the address is in a __shared__ variable of the launched kernel that
 * holds elements of a struct: T in a proof. */
bool code_is_element(const struct kernel_code *code,
                     const struct code_copy *copy, uintptr_t address);

/* The name of the `extern __shared__` array that has the address, if the launch
 * has no dynamic memory. Else NULL. */
const char *code_lacks_dynamic(const struct kernel_code *code,
                               const struct code_copy *copy, uintptr_t address);

/* A plan's launch; parameter_bytes[i] is the size of the i-th argument that it
 * passes. */
struct code_call {
    const char *kernel;
    unsigned threads; /* in a block */
    size_t dynamic_bytes;
    int parameters;
    const int *parameter_bytes;
};

/* True when the source has a kernel of that name whose parameters have these
 * sizes. */
bool code_takes(const struct kernel_code *code, const char *kernel,
                const int bytes[], int parameters);

/* True when code_choose() found the kernel's __shared__ variables too large:
 * then writes the part of the sentence that states their size. */
bool code_is_too_large(const struct problem *why, char *words, size_t size);

/* Before a launch: finds the kernel in each copy. NOT_JUDGED: there is no
 * such kernel, or the plan's arguments do not match its parameters. */
enum status code_choose(struct kernel_code *code, const struct code_call *call,
                        struct code_copy *const copy[], int copies,
                        struct problem *why);

/* Bytes of a variable in code->own. The launch sets the size of dynamic memory.
 */
static inline size_t code_bytes(const struct kernel_code *code,
                                const struct source_symbol *own)
{
    return own->bytes == DYNAMIC_SHARED ? code->dynamic_bytes : own->bytes;
}

#endif
