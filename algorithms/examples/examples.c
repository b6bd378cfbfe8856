/* examples.c - one line for each example. */
#include "example.h"

#define EXAMPLES(line)                                                         \
    line(minimal_basis)         /* the basis of all others, and its costs */   \
        line(line_of_sight)     /* max: which points are hidden? */            \
        line(best_days)         /* mss: the best run of days */                \
        line(linear_recurrence) /* affine maps: a loop in parallel */          \
        line(polynomial)        /* the same: Horner's rule */                  \
        line(fibonacci)         /* 2x2 matrices: a recurrence of order two */  \
        line(tokens)            /* automata: lexical analysis */               \
        line(sandwich)          /* sums: where are the cuts? */                \
        line(camp)              /* sums: which places? */                      \
        line(market)            /* segmented sums: places in rows */           \
        line(buffers)           /* sort, then sums: places by channel */       \
        line(compaction)        /* sums: where does it go? */                  \
        line(run_lengths)       /* the same, there and back */                 \
        line(histogram)         /* sort, then segmented sums */                \
        line(quicksort)         /* sums in segments, in several rounds */      \
        line(string_comparison) /* a reduction with max */                     \
        line(tree_depth)        /* sums along an Euler tour */

#define DECLARE(name) extern const struct example name##_example;
#define LIST(name)    &name##_example,

EXAMPLES(DECLARE)

const struct example *const examples[] = {EXAMPLES(LIST) NULL};
