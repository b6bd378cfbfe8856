/* monoid.h - what the host knows of a monoid: its element, seen from outside.
 *
 * A monoid is a header of algorithms/monoids/ (or the user's own). The harness
 * compiles monoid_module.c around it and loads the result; from then on every
 * element is `bytes` opaque bytes that are made of `components` equal numbers,
 * e.g. affine_u32 is two uint32_t, mss_i32 four int32_t.
 */
#ifndef MONOID_H
#define MONOID_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum component_kind { SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING };

/* The table that a compiled monoid exports as `scanlab_monoid`. */
struct monoid_table {
    size_t bytes;     /* sizeof(T) */
    size_t alignment; /* of T; a power of two */
    enum component_kind kind;
    int component_bytes; /* 1, 2, 4 or 8 */
    int components;      /* bytes == components * component_bytes */
    bool vectorized;     /* has VECTOR_OP: SIMD paths apply */
    void (*identity)(void *out);
    void (*op)(const void *a, const void *b, void *out);
    /* out[i] = the element that stands for the plain number component[i]
     * (mss: a number becomes its four sums). NULL where there is no such
     * thing; the identity map where T is a plain number. */
    void (*lift)(const void *component, void *out, size_t n);
    /* n random elements; element i depends on (seed, i) alone. */
    void (*draw)(void *out, size_t n, uint64_t seed);
    /* The plain loop of the textbook, the reference for all else. `carry` is
     * the element to start from, or NULL. in == out is allowed. */
    void (*fold)(const void *in, void *out, size_t n, bool exclusive,
                 const void *carry);
    /* How a result is compared with the plain loop's (rounding.h). */
    bool exact; /* has EXACT: op of floats never rounds */
    /* MAGNITUDE and MAGNITUDE_OP, or NULL. */
    void (*magnitude)(const void *element, void *out);
    void (*magnitude_op)(const void *a, const void *b, void *out);
    /* SAME, or NULL: where the plain loop gives `want`, is `got` right? */
    bool (*same)(const void *got, const void *want);
    /* Does the predicate keep it? NULL: there is none. */
    bool (*keeps)(const void *element);
    /* Are there bytes of T that belong to no number? False with a compiler that
     * cannot tell. */
    bool (*has_gaps)(void);
};

struct monoid {
    char name[64];     /* "add_i32", or the file's name less .h */
    char header[4096]; /* path of the header */
    bool is_users;     /* not one of the built-in ones */
    /* Of an application: which elements it keeps; else "" in both. */
    char predicate[64], predicate_header[4096];
    struct monoid_table table;
    void *library; /* dlopen handle */
};

/* Finds a built-in monoid by name, or a user's header by a path that ends in
 * .h; compiles and loads it. The caller closes it with monoid_close.
 * CHECK_FAILED: the header does not compile, or a user's op has no identity or
 * is not associative on drawn elements. */
enum status monoid_open(const char *name_or_path, struct monoid *out,
                        struct problem *why);
/* ... with a predicate of its elements, found in the same way among those of
 * algorithms/predicates/; NULL: none. For intervals it is "drawn", whatever is
 * said. */
enum status monoid_open_with(const char *name_or_path, const char *predicate,
                             struct monoid *out, struct problem *why);
void monoid_close(struct monoid *monoid);

/* True for the four sizes of the interval monoid: proofs run on it. */
bool monoid_is_interval(const struct monoid *monoid);

struct module_source;
/* Adds the -D options that make a source see this monoid. */
enum status monoid_options(const struct monoid *monoid,
                           struct module_source *source, struct problem *why);

/* Writes one element as text, "7" or "(4, 9)"; returns text. */
char *monoid_print(const struct monoid_table *monoid, const void *element,
                   char *text, size_t size);

/* True when two elements are equal: as numbers (0 is -0), or by SAME. */
bool monoid_equal(const struct monoid_table *monoid, const void *got,
                  const void *want);

/* Number k of an element of floats. */
double monoid_component(const struct monoid_table *monoid, const void *element,
                        int k);

/* NULL-terminated names of the built-in monoids, and predicates, sorted; static
 * storage. */
const char *const *monoid_names(void);
const char *const *predicate_names(void);

#endif
