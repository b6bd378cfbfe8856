/* task.h - what is computed, by any algorithm.
 *
 *     ports        what goes in and out         in: T[n], out: T[n]
 *     reference    the plain loop that outputs are compared with
 *     fold_of      or the elements of which an output is the fold
 *
 * All scans share one task; an application has its own. Everything is a
 * constant or a pure function: no pointers to data, no device calls.
 */
#ifndef TASK_H
#define TASK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct request; /* algorithm.h */

/* ------------------------------------------------------------------ ports */

enum port_direction { PORT_IN, PORT_OUT, PORT_IN_OUT };
enum port_type {
    PORT_T,
    PORT_T_IN_PLANES, /* an output of T: all first numbers, then all second, ...
                         (planes.h) */
    PORT_U8,
    PORT_U32,
    PORT_U64,
    PORT_I32,
    PORT_F32
};

/* The maximum number of ports, and of named sizes. */
enum { MAX_PORTS = 8, MAX_SIZES = 3 };

/* A length is a named size plus a constant: "n", "rows" + 1; without a name,
 * only the constant. `known_after` names an output port of one PORT_U64 that
 * holds the real length after the run (the count of a partition); the size is
 * then an upper bound, and elements after the real length can be anything. */
struct length {
    const char *size; /* of task->sizes, or NULL */
    long plus;
    const char *known_after; /* or NULL */
};

struct port {
    const char *name;
    enum port_direction direction;
    enum port_type type;
    struct length length;
};

/* --------------------------------------------------------------- elements */

/* Functions of elements that the code can call besides op: at most one, in a
 * header that the user may give (predicate.h, key.h, product.h, map.h). */
enum element_function {
    FUNCTION_NONE,
    FUNCTION_PREDICATE, /* bool keeps(T x) */
    FUNCTION_KEY,       /* uint64_t key(T x), of KEY_BITS */
    FUNCTION_PRODUCT,   /* T times(T a, T b) */
    FUNCTION_MAP,       /* T map(int32_t x) */
    ELEMENT_FUNCTIONS
};

/* T as a reference sees it: the functions of a monoid or of the interval table,
 * and the element function; those that the code does not have are NULL. */
struct elements {
    size_t bytes; /* sizeof(T) */
    void (*identity)(void *out);
    void (*op)(const void *a, const void *b, void *out);
    bool (*keeps)(const void *element);
    uint64_t (*key)(const void *element);
    void (*times)(const void *a, const void *b, void *out);
    void (*map)(int32_t x, void *out);
};

/* Which flags are set, how long segments are, where the nonzeros of a matrix
 * are. Proofs use the first four. */
enum pattern {
    PATTERN_HALF,      /* one in two, by chance */
    PATTERN_NONE,      /* no flag: one segment */
    PATTERN_ALL,       /* each: segments of one element */
    PATTERN_RUNS,      /* eight in a row are equal */
    PATTERN_TENTH,     /* one in ten */
    PATTERN_RARE,      /* one in a thousand */
    PATTERN_POWER_LAW, /* many short segments, few very long ones */
    PATTERN_EMPTY,     /* one in sixteen, after some 15 empty segments */
    PATTERN_STENCIL,   /* of a matrix: a grid's points and their neighbours */
    PATTERNS,
    PATTERNS_PROVED = PATTERN_RUNS + 1
};

/* Inputs that are not elements are generated: flags and keys from a pattern;
 * numbers; and small numbers, which in a proof all differ and are not small.
 * All depend only on the seed and on i. */
struct drawing {
    enum pattern pattern;
    uint64_t seed;
    bool (*flag)(const struct drawing *drawing, size_t i);
    uint64_t (*key)(const struct drawing *drawing, size_t i);
    uint64_t (*number)(const struct drawing *drawing, size_t i);
    int32_t (*small)(const struct drawing *drawing, size_t i);
    size_t all_but; /* if not 0: instead of half the flags, all but this one,
                       or `inverse`: only this one */
    /* Above 0: runs are not of eight: one begins near most multiples of this,
     * at most one place off. `inverse`: such flags are the ones not set. */
    size_t edge;
    bool inverse;
    bool proves;
};

/* Ports that are filled together from a sparse matrix stored by rows: the
 * nonzeros' values, their columns, and where rows begin and end; and which size
 * is the number of columns. */
struct matrix_ports {
    int values, columns, offsets, columns_size;
};

/* ------------------------------------------------------------------- task */

struct task {
    const char *name;         /* "scan", or an application's: "filter" */
    const struct port *ports; /* ends with a NULL name */
    const char *sizes[MAX_SIZES + 1]; /* "n" and others; if none, only "n" */
    enum element_function function;   /* the code includes that header */
    /* What a run uses without -m and without a header; NULL: the usual ones. */
    const char *default_monoid, *default_function;
    bool whole_keys;      /* all 64 bits of keys are compared */
    bool stops_at_first;  /* the first flag that is not set decides */
    bool has_patterns;    /* depends on a predicate, keys or generated flags */
    bool has_kinds;       /* it can be inclusive or exclusive */
    bool has_op;          /* it applies op; else it only moves elements */
    bool has_entries;     /* also has reduce and apply carry (enum entry) */
    bool takes_carry;     /* --init: what comes before the first element */
    bool works_in_place;  /* the output may be the input */
    bool idle_when_empty; /* n = 0: nothing is run */
    /* Computes the named sizes for n elements of input; NULL: n is the only
     * one. */
    void (*sizes_of_n)(size_t n, const struct drawing *drawing, size_t size[]);
    /* Sets, from the contents of the inputs, the sizes that no input's length
     * gives; the others are set already. NULL: there are no such sizes. */
    void (*sizes_of_inputs)(void *const *ports, size_t size[]);
    const struct matrix_ports *matrix; /* or NULL: it takes no matrix */
    /* Fills the inputs that are not of T, and may change those of T outside of
     * proofs; NULL: there is nothing to generate. */
    void (*draw)(const struct request *request, const struct drawing *drawing,
                 void *const *ports);
    /* With a map: which port its numbers are in, 0 being the first; they are
     * generated, and in a proof all differ. */
    int mapped;
    /* With a product: element i of the first input of T is multiplied by
     * element partner(i) of the second one. Else NULL. */
    size_t (*partner)(const struct request *request, void *const *ports,
                      size_t i);
    /* NULL: outputs are folds of neighbours in the first input of T. Else its
     * elements are joined in another order: element i is number place[i] in it.
     * Proofs number elements so, and fold_of's ranges are of that order. */
    void (*order)(const struct request *request, void *const *ports,
                  size_t *place);
    /* NULL, or what is wrong with these inputs: "shape has -1"; in static
     * storage. A NULL function accepts all. */
    const char *(*refuse_input)(const struct request *request,
                                void *const *ports);
    /* The plain loop: fills the outputs from the inputs. NULL for a scan, whose
     * outputs all are folds. */
    void (*reference)(const struct request *request,
                      const struct elements *elements, void *const *ports);
    /* Element i of that output is the fold of [*begin, *end) of the first input
     * of T, or of the products; called for i = 0, 1, 2, ... Sums of floats
     * depend on their grouping: this gives a check the tolerance for right
     * results. NULL: results must equal the plain loop's. */
    void (*fold_of)(const struct request *request, void *const *ports, int port,
                    size_t i, size_t *begin, size_t *end);
};

/* The task of every scan. */
extern const struct task scan_task;

#endif
