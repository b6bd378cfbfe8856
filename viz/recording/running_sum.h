/* running_sum.h - the sum that a tile has added up so far while it looks back.
 *
 *     look 1   A 9, A 7       9 + 7 = 16
 *     look 2   A 9, P 52      9 + 7 = 16, + 9 = 25, + P 52 = 77
 *
 * The values are those that each look read (look.values). The sums are computed here,
 * for monoids whose op is known here: integer sums, maxima, and ranges. For other
 * monoids only the values are shown.
 */
#ifndef RUNNING_SUM_H
#define RUNNING_SUM_H

#include "recording.h"

enum { TERM_BYTES = 28, MAX_TERMS = 64 };

struct term {
    int tile;
    bool is_prefix;
    bool is_new;   /* from the given look, not from an earlier look */
    bool is_stale; /* the value is older than its flag announces */
    char value[TERM_BYTES];
    char sum[TERM_BYTES]; /* up to this term; empty: not known */
};

/* Fills in the terms up to this look, in the order in which they are added (if there
 * are more than MAX_TERMS, the newest). Returns their number; 0: none, or their values
 * are not recorded. */
int look_back_terms(const struct recording *recording, int look,
                    struct term terms[MAX_TERMS]);

/* The newest look of the tile up to that event, or -1. */
int look_back_newest(const struct recording *recording, int event, int tile);

/* op(left, right) as text. False: this monoid's op is not known here. */
bool look_back_fold(const struct recording *recording, const char *left,
                    const char *right, char *out, size_t bytes);

/* The sign between terms: " + ", or " with " if op is not a sum. */
const char *look_back_sign(const struct recording *recording);
bool look_back_adds(const struct recording *recording);

#endif
