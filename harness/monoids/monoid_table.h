/* monoid_table.h - the table that a compiled monoid exports as
 * `scanlab_monoid`. */
#ifndef MONOID_TABLE_H
#define MONOID_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Planes of an array of T: one for each number (algorithms/elements/planes.h). */
enum { MAX_PLANES = 32 };

struct plane {
    int at, bytes; /* of the number, in T */
};

enum component_kind { SIGNED_INTEGER, UNSIGNED_INTEGER, FLOATING };

struct monoid_table {
    size_t bytes;     /* sizeof(T) */
    size_t alignment; /* of T; a power of two */
    enum component_kind kind;
    int component_bytes; /* 1, 2, 4 or 8 */
    int components;      /* bytes == components * component_bytes */
    bool vectorized;     /* has VECTOR_OP: SIMD paths apply */
    bool takes_nan;      /* files may contain NaN: elements are never joined */
    void (*identity)(void *out);
    void (*op)(const void *a, const void *b, void *out);
    /* out[i] = the element for the plain number component[i] (mss: a number
     * becomes its four sums). NULL: there is none; the identity map if T is a
     * plain number. */
    void (*lift)(const void *component, void *out, size_t n);
    /* n random elements; element i depends only on (seed, i). */
    void (*draw)(void *out, size_t n, uint64_t seed);
    /* Elements `begin` to begin + n - 1 of these. */
    void (*draw_from)(void *out, size_t begin, size_t n, uint64_t seed);
    /* The same for numbers near 0 and near the ends of their type. NULL with a
     * DRAW, which defines the elements, and for several floating-point
     * numbers. */
    void (*draw_ends)(void *out, size_t n, uint64_t seed);
    /* The plain loop of the textbook, the reference for everything else.
     * `carry` is the element to start from, or NULL. in == out is allowed. */
    void (*fold)(const void *in, void *out, size_t n, bool exclusive,
                 const void *carry);
    /* How a result is compared with the plain loop's (rounding.h). */
    bool exact; /* has EXACT: op of floats never rounds */
    /* MAGNITUDE and MAGNITUDE_OP, or NULL. */
    void (*magnitude)(const void *element, void *out);
    void (*magnitude_op)(const void *a, const void *b, void *out);
    /* SAME, or NULL: if the plain loop gives `want`, is `got` right? */
    bool (*same)(const void *got, const void *want);
    /* The element function of each kind; NULL: there is none of this kind. */
    bool (*keeps)(const void *element);
    bool keeps_is_bool; /* ... in the header, too */
    uint64_t (*key)(const void *element);
    int key_bits;
    void (*times)(const void *a, const void *b, void *out);
    void (*map)(int32_t x, void *out);
    int planes;
    struct plane plane[MAX_PLANES];
    /* Does T have bytes that belong to no number? False with a compiler that
     * cannot determine it. */
    bool (*has_gaps)(void);
};

#endif
