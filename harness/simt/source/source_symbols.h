/* source_symbols.h - the variables of a compiled object: __shared__ variables
 * are thread-local in it, all others static. Also the symbols that the object
 * needs from outside.
 *
 * The object is only read, and need not be loaded.
 */
#ifndef SIMT_SOURCE_SYMBOLS_H
#define SIMT_SOURCE_SYMBOLS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum source_storage {
    SOURCE_LOCAL_ZERO,   /* thread-local, starts as zero: .tbss */
    SOURCE_LOCAL_VALUES, /* thread-local with an initial value: .tdata */
    SOURCE_ZERO,         /* static, starts as zero: .bss */
    SOURCE_VALUES,       /* static with an initial value: .data */
    SOURCE_CONSTANT      /* static, cannot be written: .rodata */
};

enum { SOURCE_GUARDS = 32 };

struct source_symbol {
    char *name;     /* its last part: _ZZ13scan_sectionsE4cell is "cell" */
    char *function; /* the function that declares it, "scan_sections"; or "" */
    char *section;
    enum source_storage storage;
    uintptr_t offset; /* in the thread-local block, or from the load base */
    size_t bytes;
    size_t element_bytes; /* of an array's element; `bytes` when not known */
    bool constant;        /* const, or an array of const */
    bool is_matrix;       /* an array of arrays */
    bool has_elements;    /* it is a T, or an array of T; T is a struct */
};

struct source_symbols {
    size_t symbols;
    struct source_symbol *symbol; /* except those that the compiler added */
    size_t undefined;
    char **undefined_name; /* functions and variables, without weak ones */
    size_t local_bytes, local_alignment; /* the thread-local block */
    /* In that block: the compiler's guards, a byte each, which note that a
     * variable's constructor has run; at most SOURCE_GUARDS are listed. */
    size_t guards;
    uintptr_t guard[SOURCE_GUARDS];
    /* From the load base: its functions, without the linker's stubs. */
    uintptr_t code_begin, code_end;
};

/* NULL when the file is not an ELF object, or when out of memory. Without debug
 * information element_bytes equals bytes. */
struct source_symbols *source_symbols_open(const char *object_path);
void source_symbols_close(struct source_symbols *symbols); /* NULL is fine */

#endif
