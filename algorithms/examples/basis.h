/* basis.h - the few operations from which every example is built.
 *
 *     given by the program               scan, reduce, each, memory, fail
 *     built on these in basis.c          map, tabulate, iota, scatter
 *     built on those in basis_*.c        zip, filter, partition, sort, ...
 *
 * Every operation adds its costs twice. `model` is the cost model of the
 * textbooks, with as many processors as there are elements:
 *
 *     map, iota, scatter    work n    span 1
 *     scan, reduce          work n    span log2 n, rounded up
 *
 * `ran` has, in place of the second line, the closed forms of the scan that
 * actually ran, on its device, as well as the bytes read and written. The costs
 * of successive operations add up. Arrays last until the example ends; no
 * operation returns if something goes wrong (see basis_fail).
 * Source: Henriksen, What is the minimal basis for Futhark, 2019.
 */
#ifndef BASIS_H
#define BASIS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct ints {
    size_t n;
    int32_t *at;
};

struct basis_costs {
    double work, span, bytes;
};

enum scan_kind { INCLUSIVE, EXCLUSIVE };

/* A monoid of algorithms/elements/monoids/, and the C types of its elements. */
struct basis_monoid {
    const char *name;
    size_t bytes;
};

struct affine {
    uint32_t a, b; /* x -> a*x + b */
};

struct pair {
    int32_t first, second;
};

struct dfa {
    uint8_t to[8]; /* from state k to state to[k] */
} __attribute__((aligned(8)));

extern const struct basis_monoid basis_add;    /* int32_t */
extern const struct basis_monoid basis_max;    /* int32_t */
extern const struct basis_monoid basis_affine; /* struct affine */
/* struct pair: a flag, not 0 where a segment begins, then a value */
extern const struct basis_monoid basis_segments;
extern const struct basis_monoid basis_dfa; /* struct dfa */

struct basis {
    /* Scans and reductions run on the device, and return the closed forms of
     * the run. */
    struct basis_costs (*scan)(struct basis *basis,
                               const struct basis_monoid *monoid,
                               enum scan_kind kind, const void *in, void *out,
                               size_t n);
    struct basis_costs (*reduce)(struct basis *basis,
                                 const struct basis_monoid *monoid,
                                 const void *in, void *out, size_t n);
    /* f(env, 0), ..., f(env, n - 1) in any order, on all threads at once. */
    void (*each)(struct basis *basis, size_t n, void (*f)(void *env, size_t i),
                 void *env);
    void *(*memory)(struct basis *basis, size_t bytes); /* zeroed */
    /* Ends the example with this line; it must not return. */
    void (*fail)(struct basis *basis, const char *line);
    FILE *out; /* what the example prints; shown if it ends well */
    struct basis_costs model, ran;
};

/* The input is invalid: prints the reason in one line, and ends the example. */
_Noreturn void basis_fail(struct basis *b, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A function of one element; `env` is its other data. */
typedef int32_t basis_function(const void *env, int32_t x);

/* n independent calls of f; each takes `steps` steps and moves `bytes` bytes.
 * All maps use it. */
void basis_each(struct basis *b, size_t n, double steps, double bytes,
                void (*f)(void *env, size_t i), void *env);

struct ints basis_ints(struct basis *b, size_t n);

/* out[i] = f(xs[i]); f reads `reads` numbers besides xs[i]. */
struct ints basis_map(struct basis *b, int reads, basis_function *f,
                      const void *env, struct ints xs);
/* out[i] = f(i): map f (iota n), without storing the iota. */
struct ints basis_tabulate(struct basis *b, size_t n, int reads,
                           basis_function *f, const void *env);
/* A constant function: for every x, the value that env points to. */
int32_t basis_constant(const void *env, int32_t x);
/* 0, 1, ..., n - 1 */
struct ints basis_iota(struct basis *b, size_t n);
/* The bytes of the text, 0..255. */
struct ints basis_bytes(struct basis *b, const char *text, size_t n);
/* into[at[i]] = values[i]; nothing if at[i] is -1. The other at[i] are distinct
 * indices of `into`, which is changed and returned. */
struct ints basis_scatter(struct basis *b, struct ints into, struct ints at,
                          struct ints values);
/* out[i] = xs[at[i]]. */
struct ints basis_gather(struct basis *b, struct ints xs, struct ints at);

void basis_scan(struct basis *b, const struct basis_monoid *monoid,
                enum scan_kind kind, const void *in, void *out, size_t n);
void basis_reduce(struct basis *b, const struct basis_monoid *monoid,
                  const void *in, void *out, size_t n);
/* The same for arrays of numbers: basis_add and basis_max. */
struct ints basis_scan_ints(struct basis *b, const struct basis_monoid *monoid,
                            enum scan_kind kind, struct ints xs);
int32_t basis_reduce_ints(struct basis *b, const struct basis_monoid *monoid,
                          struct ints xs);

#endif
