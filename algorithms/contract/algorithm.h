/* algorithm.h - the contract between an algorithm and whatever runs it.
 *
 * An algorithm is a folder with a plan.c that fills in one `struct algorithm`:
 *
 *     task         what it computes (task.h)    scan: in: T[n], out: T[n]
 *     parameters   what can be tuned            block = 16, 32, 64, ...
 *     plan         (n, sizeof T, parameters, machine) -> buffers and launches
 *     forms        the same -> work, depth and traffic on paper
 *
 * and with the code itself: cpu.c (native C) and kernel.cu (CUDA C). Nothing
 * here depends on what runs the algorithm; the harness sees algorithms only
 * through this header (a derivation is also drawn: derived/derivation.h).
 * Everything is a constant or a pure function: no pointers
 * to data, no device calls.
 */
#ifndef ALGORITHM_H
#define ALGORITHM_H

#include "task.h"

#include <stdio.h>

/* ------------------------------------------------------------- parameters */

enum { MAX_PARAMETERS = 20, MAX_LEGAL = 24, MAX_VARIANTS = 8, MAX_FORMS = 3 };

/* The code sees the value as a macro: -DBLOCK=16. */
struct parameter {
    const char *name;      /* as typed after --, e.g. block */
    const char *macro;     /* as seen by the code, e.g. BLOCK */
    const char *help;      /* one line, with the unit */
    long by_default;       /* the default, unless a shape has another */
    long legal[MAX_LEGAL]; /* ascending; ends with the first 0 that is not at
                              index 0 */
    const char *names[MAX_LEGAL]; /* the legal values' names, if any:
                                     lookback:one_thread */
    long small; /* the value that reveals most for small n: proofs use it */
    const char *lesson; /* what goes wrong, on purpose, with the value `wrong`,
                           which proofs leave out. Or NULL */
    long wrong;
    /* Values that are not numbers but select a rule, with the identifier of the
     * rule in the source: a file without it uses them as numbers. */
    struct {
        const char *word;
        long value;
    } rule[2];
    bool of_result;      /* it determines what is computed, not only how: the
                            plain loop of a task uses it */
    bool right_in_order; /* nothing goes wrong if blocks start in order: proofs
                            run the value `wrong` once, in that order */
    /* Names of values of another parameter, a form. With any other form this
     * parameter has no effect: a given value is ignored, and proofs try its
     * values with the first one here. All NULL: it belongs to every form. */
    const char *of[MAX_FORMS];
};

/* Whether the table has an i-th legal value. */
static inline bool parameter_has(const struct parameter *p, int i)
{
    return i < MAX_LEGAL && (i == 0 || p->legal[i] != 0);
}

/* Settings are text, written like the part after the colon in
 * lookback:items=9,one_thread. */

/* Defaults for elements of a given size on a device, for parameters that the
 * user does not set. The first row that fits applies. */
struct shape {
    const char *device;   /* its name, as after -d */
    size_t elem_bytes;    /* largest element size that the row fits */
    bool floating;        /* for floating-point elements only */
    size_t largest_n;     /* that the row fits; 0: any n */
    const char *settings; /* NULL ends the table */
};

/* Several settings under one name: lookback:report. */
struct variant {
    const char *name; /* NULL ends the table */
    const char *settings;
    const char *help; /* one line */
};

/* Settings of a space, MAX_PARAMETERS numbers each. */
struct settings_list {
    long (*values)[MAX_PARAMETERS];
    size_t count, room;
    size_t front, distinct; /* a search tries the first `front` of them first,
                               then those up to `distinct`, then the rest */
    size_t invalid;         /* combinations that are no scan, ... */
    char why_invalid[400];  /* ... and the first one with its reason */
};

/* Settings of a space of scans (algorithms/derived) have a notation, and there
 * is a kernel.cu for each of them, written when it is needed. The settings are
 * MAX_PARAMETERS numbers, as values of parameters are. */
struct notation {
    const char *usual;        /* the default */
    const char *const *names; /* of the numbers; NULL ends them */
    /* False: one line in `why`, of `size` bytes. */
    bool (*read)(const char *text, long *values, char *why, size_t size);
    /* Writes them as a reader likes them, or `as_settings`: without brackets
     * and spaces. read() reads both. */
    void (*print)(const long *values, bool as_settings, char *text,
                  size_t size);
    /* Lists the part of the space that the text names; NULL: the default. The
     * caller frees list->values. */
    bool (*list)(const char *text, struct settings_list *list, char *why,
                 size_t size);
    /* Writes the kernel, from the algorithm's kernel.pattern. */
    bool (*write)(const long *values, FILE *pattern, FILE *out);
};

/* ------------------------------------------------------------------ plans */

/* The usual entry of an algorithm is a scan; `reduce` combines its input into
 * one element, and `apply carry` combines a carry, on the left, with an output
 * that is already scanned. `reduce` and `apply carry` serve to join the results
 * of chunks, streams and machines. */
enum entry { ENTRY_SCAN, ENTRY_REDUCE, ENTRY_APPLY_CARRY };

/* Limits that a plan adapts to. Fields for other devices are 0. */
struct machine {
    int threads;               /* cpu: threads that take part */
    size_t cache_bytes;        /* cpu: the cache of one core, level 2 */
    size_t stream_bytes;       /* cpu: see native.h */
    size_t shared_cache_bytes; /* cpu: the last level, shared */
    int multiprocessors;       /* gpu, like all that follow */
    int warp;                  /* lanes */
    int block_threads;         /* maximum threads per block */
    size_t block_shared_bytes; /* maximum shared memory per block */
    size_t shared_bytes;       /* shared memory of one multiprocessor */
    int registers;             /* of one multiprocessor */
    int resident_blocks;       /* maximum blocks per multiprocessor */
    int gpus; /* of this host, that can read and write each other's memory */
};

struct request {
    size_t n;
    size_t size[MAX_SIZES]; /* of task->sizes: n is the first */
    size_t elem_bytes;      /* sizeof(T) */
    size_t plane_bytes;     /* of one element in planes: T minus gaps */
    int key_bits;           /* of FUNCTION_KEY; else 0 */
    bool exclusive;
    bool has_carry;  /* --init: the scan starts from a given element */
    bool vectorized; /* cpu: T has a SIMD form of op */
    enum entry entry;
    const long *parameters; /* values, in the order of the table */
    const struct machine *machine;
};

enum buffer_role { BUFFER_TEMPORARY, BUFFER_STATUS };
enum buffer_start { STARTS_ANYHOW, STARTS_ZERO, STARTS_LAUNCH_TAGGED };

/* Memory besides the ports, allocated once for many launches.
 * STARTS_ZERO: cleared before every launch. STARTS_LAUNCH_TAGGED: cleared when
 * allocated; then each launch recognises its words by its launch number. */
struct buffer {
    const char *name;
    size_t bytes;
    size_t unit; /* bytes of one element, for messages; 0 for sizeof(T) */
    enum buffer_role role;
    enum buffer_start start;
};

enum argument_kind {
    ARGUMENT_PORT,
    ARGUMENT_BUFFER,
    ARGUMENT_U32,
    ARGUMENT_U64,
    ARGUMENT_CARRY, /* a const T *: the element of --init, or NULL */
    ARGUMENT_LAUNCH,
    /* Of a plan for several GPUs: */
    ARGUMENT_GPU,    /* a uint32_t: which one this is */
    ARGUMENT_SHARE,  /* a uint64_t: how many of n elements it has */
    ARGUMENT_BOARDS, /* an array: the address of a buffer on each GPU */
    /* A uint32_t, 0 or 1: unlike that of the launch before, unless all GPUs have
     * ended that one before any begins this one. */
    ARGUMENT_SET
};

struct argument {
    enum argument_kind kind;
    int index;       /* of the port or buffer */
    size_t offset;   /* bytes into it */
    uint64_t scalar; /* of a typed scalar */
};

enum { MAX_BUFFERS = 8, MAX_STEPS = 192, MAX_ARGUMENTS = 12 };

/* One launch: a kernel of kernel.cu, or on the cpu the one native function. */
struct step {
    const char *kernel;
    unsigned grid[3], block[3];
    size_t dynamic_shared_bytes;
    bool overlapping; /* its blocks may start while the launch before it ends:
                         the kernel itself waits for that (gpu.h). If a user's
                         file never waits, launches begin in turn */
    int arguments;
    struct argument argument[MAX_ARGUMENTS];
};

/* Elements are dealt to several GPUs in turn, in chunks; each GPU has its chunks
 * one after the other in its own memory, and its own buffers. They run the same
 * launches, at the same time. */
struct plan {
    int gpus;     /* 0 or 1: one */
    size_t chunk; /* elements; of several GPUs */
    int buffers;
    struct buffer buffer[MAX_BUFFERS];
    int steps; /* 0 at n = 0: nothing is launched */
    struct step step[MAX_STEPS];
};

/* ------------------------------------------------------------------ forms */

/* Costs on paper. A value is NAN if there is no closed form. If a cost depends
 * on timing (look-back) it is in [low, high]; else low == high. */
struct cost {
    double low, high;
};

struct forms {
    struct cost work;  /* applications of op */
    struct cost depth; /* longest chain of applications */
    struct cost bytes; /* read + written in global memory */
    const char *why;   /* why low != high or a form is NAN, if so */
};

/* -------------------------------------------------------------- algorithm */

/* What differs between the code for processors (cpu.c) and that for GPUs
 * (kernel.cu, on the simt and cuda devices alike). */
struct implementation {
    const struct parameter *parameters;          /* ends with a NULL name */
    const struct shape *shapes;                  /* or NULL */
    const struct variant *variants;              /* or NULL */
    const struct notation *notation;             /* or NULL */
    const char *work, *depth, *traffic, *memory; /* formulas, as text */
    /* Run-to-run reproducible: with the same n, parameters, alignment of the
     * arrays and launch shape (on a CPU, number of threads), each output has the
     * same tree of operands in every run. Otherwise the tree `depends_on_timing`,
     * except with these values of parameters, by name. */
    bool depends_on_timing;
    const char *reproducible_with[MAX_FORMS];
    /* NULL, or why these parameters or this n are rejected; static storage. */
    const char *(*refuse)(const struct request *request);
    void (*plan)(const struct request *request, struct plan *plan);
    void (*forms)(const struct request *request, struct forms *forms);
};

struct algorithm {
    const char *name;  /* also the folder's */
    const char *title; /* "Kogge-Stone" */
    const char *idea;  /* one line */
    const char *source;
    const struct task *task; /* what it computes */
    struct implementation cpu;
    const struct implementation *gpu; /* or NULL: no kernel.cu */
};

/* All algorithms, then all applications, NULL-terminated (registry.c). */
extern const struct algorithm *const algorithms[];

/* Spaces of scans, which no list of all algorithms includes. NULL-terminated. */
extern const struct algorithm *const spaces[];

#endif
