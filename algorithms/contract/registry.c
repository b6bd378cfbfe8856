/* registry.c - one line per algorithm and application. */
#include "algorithm.h"

#define ALGORITHMS(line)                                                       \
    line(sequential)         /* one thread, the textbook loop */               \
        line(naive)          /* a separate reduction for each output */        \
        line(kogge_stone)    /* shallow, n log n work, in sections */          \
        line(hillis_steele)  /* the same idea over the whole array */          \
        line(blelloch)       /* up-sweep, down-sweep, with an exchange */      \
        line(brent_kung)     /* the same tree, of any branching factor */      \
        line(scan_propagate) /* scan blocks, scan sums, add: 4n */             \
        line(three_kernel)   /* reduce, scan sums, scan: 3n */                 \
        line(hierarchical)   /* the same by thread, wave, group: 4n */         \
        line(lookback)       /* one pass with status flags: 2n */              \
        line(lookahead)      /* one pass, persistent blocks, no chain: 2n */

/* What scan is good for: folders of applications/. */
#define APPLICATIONS(line)                                                     \
    line(filter)                 /* the kept elements, in order */             \
        line(partition2)         /* ... and then the others */                 \
        line(partition_reversed) /* ... from the end, backwards */             \
        line(reduce)             /* all elements joined to one */              \
        line(mssp)               /* ... from numbers mapped to elements */     \
        line(dotprod)            /* ... of two arrays' products */             \
        line(all_of)             /* whether a predicate keeps all of them */   \
        line(scatter)            /* each element where its index says */       \
        line(segmented_scan)     /* each segment separately */                 \
        line(segmented_scan_csr) /* ... by offsets */                          \
        line(segmented_scan_regular) /* ... of one length */                   \
        line(spmv)                   /* a sparse matrix times a vector */      \
        line(mk_flags)        /* the lengths of segments become flags */       \
        line(map_scan)        /* numbers become tuples, and are scanned */     \
        line(histogram)       /* how many elements have each low key */        \
        line(reduce_by_index) /* ... and any fold instead of a count */        \
        line(radix_sort)      /* in the order of keys, digit by digit */       \
        line(rle)             /* runs of equal keys, with their lengths */

#define DECLARE(name) extern const struct algorithm name;
#define LIST(name)    &name,

ALGORITHMS(DECLARE)
APPLICATIONS(DECLARE)

DECLARE(derived)

const struct algorithm *const spaces[] = {&derived, NULL};

const struct algorithm *const algorithms[] = {ALGORITHMS(LIST)
                                                  APPLICATIONS(LIST) NULL};
