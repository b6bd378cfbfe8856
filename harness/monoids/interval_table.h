/* interval_table.h - the table behind the interval monoid.
 *
 * An element of the monoid is an opaque handle. Its meaning is stored here: the
 * range of input elements [low, high] that it folds, the depth of the fold, and
 * its two operands. So one run shows whether a scan folds the right elements in
 * the right order, its work (nodes made), its depth, and its network (which
 * elements were combined).
 *
 *     op([a,b], [c,d]) = [a,d] if b + 1 = c, else broken (absorbing)
 *
 * Handles are scrambled with a seed: code that depends on the bits of an
 * element behaves differently with another seed. A seed can be chosen so that
 * some element has any given word, such as all zeros. There is one table per
 * process.
 * Source: Chong, Donaldson, Ketema, POPL 2014.
 */
#ifndef INTERVAL_TABLE_H
#define INTERVAL_TABLE_H

#include "algorithms/contract/algorithm.h"
#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct interval_node {
    uint32_t low, high; /* input elements, both inclusive */
    uint32_t depth;     /* applications of op on the longest path */
};

struct interval_operands {
    uint32_t left, right; /* node numbers */
};

enum { INTERVAL_NONE, INTERVAL_IDENTITY, INTERVAL_FIRST_LEAF };

/* Starts a run on n leaves. Fails if the table cannot hold n. */
enum status interval_begin(size_t n, uint32_t seed, struct problem *why);

/* The seed with which that node's handle is `handle`. If the handle is all
 * zeros or all ones, so is the whole element. */
uint32_t interval_seed(uint32_t number, uint32_t handle);

/* Converts a handle to an element of `bytes` bytes, and back; false: torn. */
void interval_write(uint32_t handle, void *element, size_t bytes);
bool interval_read(const void *element, size_t bytes, uint32_t *handle);

/* Writes leaf i, or the identity, as an element of `bytes` bytes. */
void interval_leaf(size_t i, void *element, size_t bytes);

/* The node number of a handle, or INTERVAL_NONE. */
uint32_t interval_number(uint32_t handle);

/* The node of an element; NULL: its bytes are not an element. */
const struct interval_node *interval_look(const void *element, size_t bytes);

bool interval_is_broken(const struct interval_node *node);
bool interval_is_identity(const struct interval_node *node);

/* The node with that number: the identity is first, then the leaves, then ops
 * in the order of creation. */
const struct interval_node *interval_node(uint32_t number);
uint32_t interval_nodes(void);
bool interval_is_op(uint32_t number);

/* The operands of an op. The operands of a broken op are always kept; all
 * others are kept unless interval_keep_operands(false) was called, which lets a
 * large run write less to memory.
 */
struct interval_operands interval_operands(uint32_t number);
void interval_keep_operands(bool keep);

/* From now on op makes only one node for the same two operands: equal results
 * of several threads have the same bits, as in any monoid. Precondition: one
 * thread at a time calls op, and operands are kept. */
void interval_share(bool share);

/* Applications of op since interval_begin. */
uint64_t interval_work(void);

/* True: the run made more nodes than the table can hold. */
bool interval_overflowed(void);

/* True: op was passed bytes that are not an element, or an element whose words
 * do not belong together, as after half a copy. */
bool interval_met_garbage(void);
bool interval_met_torn(void);
/* True: all such bytes were 0, as in `T sum = {0}`. */
bool interval_met_zeros(void);
/* A text to append to messages about such bytes: ": all its bits are 0 ...", or
 * "". */
const char *interval_about_garbage(bool zeros);

/* Where the code under test called op, as op's return address: for a node that
 * this call broke, or for the first call with a non-element or a torn element.
 * NULL: not known. */
const void *interval_place(uint32_t number);
const void *interval_spoilt(void);
/* The same for the sentence last written by a function below; and the function
 * that was called. */
struct interval_blame {
    const char *call; /* "op()", ...; or "": one of several functions */
    const void *place;
    uint32_t node; /* the wrong node, or the op that broke it; INTERVAL_NONE */
    bool wants;    /* elements [low, high] belong there, or determine it */
    uint32_t low, high;
    bool is_number; /* the wrong value is not an element */
};
struct interval_blame interval_blamed(void);

/* Checks element `at` of an output against the fold of [0, last]; last = -1
 * stands for the identity. Returns true, or writes one sentence on the mistake:
 * "out[7]: [0,4] then [6,7]: element 5 is missing". */
bool interval_check(const void *element, size_t bytes, size_t at, long last,
                    struct problem *why);

/* From now on a predicate keeps leaf i if flag i of the drawing is set, and the
 * leaf's key comes from the drawing (predicates/drawn.h, keys/drawn.h); results
 * of op have neither. A map turns the drawing's i-th small number into leaf i
 * (maps/drawn.h), and other numbers into a non-element. */
void interval_draw(struct drawing drawing);
/* Until the next interval_draw(), numbers stand for elements and are just as
 * opaque. */
void interval_has_numbers(void);

/* Until the next interval_begin: leaf i times leaf j, in this order, is leaf
 * `product` (products/drawn.h); i times any other leaf is broken. Sentences use
 * the word "product" for leaves from the smallest product on. */
void interval_pair(size_t i, size_t j, size_t product);
/* The first returns the leaf to be multiplied with leaf i, or UINT32_MAX; the
 * second the smallest product's leaf, or the number of leaves; the third true
 * if a broken node is the product of two leaves that do not belong together. */
uint32_t interval_partner(size_t i);
uint32_t interval_first_product(void);
bool interval_is_mismatch(uint32_t number);

/* Compares element `at` of an output `name` with that of the plain loop.
 * Returns true, or writes one sentence on the mistake: "out[7] is element 3,
 * want element 4". */
bool interval_check_same(const void *got, const void *want, size_t bytes,
                         const char *name, size_t at, struct problem *why);

/* Writes "element 3", "[3,7]" or "identity()" into text, for a node that is not
 * broken. */
void interval_describe(uint32_t number, char *text, size_t size);

/* From now on `watch` is called for each node made by op and each leaf made by
 * times() or a map, with `arg`, the node's number and the return address; NULL:
 * no function is called. */
typedef void interval_watcher(void *arg, uint32_t number, const void *place);
void interval_watch(interval_watcher *watch, void *arg);

/* True: from now on each thread pauses at a few of its calls of op(), which
 * differ from run to run, so that threads interleave in orders that are
 * otherwise rare. */
void interval_pause(bool pauses);

/* Called by the compiled monoid. */
uint32_t interval_op(uint32_t a, uint32_t b);
uint32_t interval_identity(void);
void interval_fill(uint32_t *opaque, int words, uint32_t handle);
void interval_join(const uint32_t *a, const uint32_t *b, uint32_t *r,
                   int words);
bool interval_keeps(const uint32_t *opaque, int words);
uint64_t interval_key(const uint32_t *opaque, int words);
uint32_t interval_map(int32_t x);
/* The element that interval_map() makes from this number; INTERVAL_NONE: there
 * is none, or numbers do not stand for elements (interval_has_numbers). */
uint32_t interval_mapped(uint32_t x);
void interval_times(const uint32_t *a, const uint32_t *b, uint32_t *r,
                    int words);

#endif
