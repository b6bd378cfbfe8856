/* derivation.h - a scan composed of rules, as text and as numbers.
 *
 *     scan_then_reduce(512); sequential(4); brent_kung(2)@depth=5
 *
 * is read from the data towards the root: sections of 512, one per block; runs
 * of 4 in a thread's registers leave 128 cells; five levels of a tree leave 4
 * nodes; and what the last rule leaves is scanned by a plain loop. The same in
 * the notation of settings, which a shell takes without quotes:
 *
 *     derived:scan_then_reduce=512,sequential=4,brent_kung=2,depth=5
 *
 * Different texts can mean the same scan: the numbers are its normal form.
 */
#ifndef DERIVATION_H
#define DERIVATION_H

#include <stdbool.h>
#include <stddef.h>

enum { MAX_TREES = 3, MAX_REGISTER_RUN = 32, MAX_DERIVED_SECTION = 8192 };

/* The numbers, in struct choice and struct request. */
enum {
    DERIVED_REDUCES, /* 0: scan, then propagate; 1: reduce, then scan */
    DERIVED_TOTALS,
    DERIVED_SECTION,
    DERIVED_RUN, /* elements in a thread's registers; 1: none */
    DERIVED_WARPS,
    DERIVED_EXCLUSIVE_TREE,
    DERIVED_TREES, /* MAX_TREES pairs: factor, levels; 0, 0: no more */
    DERIVED_KOGGE_STONE = DERIVED_TREES + 2 * MAX_TREES,
    DERIVED_VALUES
};

/* How the sections' totals are scanned. */
enum {
    TOTALS_LEVELS,    /* as the data are, and their totals again */
    TOTALS_BLOCK,     /* by one block, a section at a time */
    TOTALS_SEQUENTIAL /* by one thread */
};

struct derived_tree {
    int factor, levels;
};

/* The same, decoded. */
struct derivation {
    bool reduces;
    int totals;
    int section, run, cells; /* of a section: elements; of a thread; of the
                                tree's lowest level */
    int gap; /* elements between places of shared memory that are left free */
    bool warps;
    bool exclusive_tree;
    int trees;
    struct derived_tree tree[MAX_TREES];
    int left;         /* nodes above all trees */
    bool kogge_stone; /* scans them; else a plain loop */
    int threads;      /* of a block */
};

struct derivation derivation_of(const long *value);

/* Elements that a block has in shared memory: runs with their gaps, cells, the
 * total. */
size_t derivation_places(const struct derivation *d);

static inline int power_of(int base, int exponent)
{
    int product = 1;

    while (exponent-- > 0)
        product *= base;
    return product;
}

/* Reads both notations. False: one line in `why` names the rule and the
 * condition that it breaks. */
bool derivation_read(const char *text, long *value, char *why, size_t size);

/* Writes it with brackets and semicolons, or, `as_settings`, in the other
 * notation. Reading it gives the same numbers. */
void derivation_print(const long *value, bool as_settings, char *text,
                      size_t size);

#endif
