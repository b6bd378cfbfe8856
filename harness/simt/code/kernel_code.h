/* kernel_code.h - the kernels of a source, compiled; and one copy of them for
 * each resident block. */
#ifndef SIMT_KERNEL_CODE_H
#define SIMT_KERNEL_CODE_H

#include "base/status.h"
#include "compile/module.h"
#include "compiler.h"
#include "sites.h"
#include "source_lines.h"
#include "source_symbols.h"

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Bytes that a GPU has at most. */
enum {
    STATIC_SHARED = 48 << 10, /* __shared__ variables: what nvcc takes */
    MOST_SHARED = 227 << 10,  /* with dynamic memory: of a block on an H100 */
    DYNAMIC_SHARED = MOST_SHARED,
    PARAMETER_BYTES = 4096 /* of a kernel */
};

/* A copy of the module, for one resident block. */
struct code_copy {
    void *library;
    int file; /* of the copy */
    uintptr_t image;
    size_t image_bytes;
    uintptr_t shared; /* its thread-local variables: shared memory */
    size_t shared_bytes;
    void (*kernel)(void); /* that is launched */
};

struct kernel_code {
    struct module module;
    char source[PATH_MAX], object[PATH_MAX];
    struct source_lines *lines;
    struct source_symbols *symbols;
    struct sites sites; /* from the first copy on */
    /* What its kernels do, told by what they call. */
    bool orders_threads; /* one by one: by fences, lanes, shared barriers */
    bool has_bulk;       /* bulk copies */
    bool is_deaf;        /* no kernel hears of another block, or of the time */
    /* The kernel that is launched, and the __shared__ variables it has. */
    char kernel[128];
    size_t dynamic_bytes;
    const struct source_symbol **own;
    size_t owns;
    uint32_t layout; /* another number whenever they are others */
};

enum status code_open(struct kernel_code *code,
                      const struct module_source *source,
                      enum compiler_family family, struct problem *why);
void code_close(struct kernel_code *code);

/* Number `slot`. The copy is to be closed also when this fails. */
enum status code_copy_open(struct kernel_code *code, int slot,
                           struct code_copy *copy, struct problem *why);
void code_copy_close(struct code_copy *copy);

/* What is launched; `parameter_bytes` are those that the plan passes. */
struct code_call {
    const char *kernel;
    size_t dynamic_bytes;
    int parameters;
    const int *parameter_bytes;
};

/* Before the copies are asked for the kernel. CHECK_FAILED: it is not there, or
 * takes something else. */
enum status code_choose(struct kernel_code *code, const struct code_call *call,
                        struct code_copy *const copy[], int copies,
                        struct problem *why);

/* Of an own variable: dynamic memory has what the launch asks for. */
static inline size_t code_bytes(const struct kernel_code *code,
                                const struct source_symbol *own)
{
    return own->bytes == DYNAMIC_SHARED ? code->dynamic_bytes : own->bytes;
}

#endif
