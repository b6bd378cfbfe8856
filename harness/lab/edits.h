/* edits.h - small changes to a student's lines: each replaces one comparison,
 * condition, number, name, operator or barrier, and nothing else.
 *
 *     for (s = 1; s < count; s *= 3)
 *                   ^ <=         ^ 2      two edits
 *
 * Such edits help to find the wrong line: if one change makes a wrong file
 * right, its line is at fault (mutation-based fault localisation: V. Debroy and
 * W. E. Wong, Using mutation to automatically suggest fixes for faulty
 * programs, ICST 2010). The changes that most often correct a file come first.
 */
#ifndef EDITS_H
#define EDITS_H

#include "base/status.h"

#include <stddef.h>

enum edit_kind {
    EDIT_COMPARISON, /* < for <= */
    EDIT_CONDITION,  /* one part removed; or negated */
    EDIT_BARRIER,    /* one kind of barrier or fence for another */
    EDIT_NUMBER,
    EDIT_OPERAND, /* with or without "- 1" */
    EDIT_ORDER,   /* op(b, a) for op(a, b) */
    EDIT_OPERATOR,
    EDIT_NAME,
    EDIT_TYPE,     /* a wider type; or no cast */
    EDIT_STATEMENT /* left out */
};

/* "another comparison", "one statement less", and so on. */
const char *edit_word(enum edit_kind kind);

enum { EDIT_TEXT = 96 };

struct edit {
    enum edit_kind kind;
    int rank;             /* from 0; higher ranks succeed more rarely */
    int line;             /* from 1 */
    size_t at, length;    /* bytes of the source to replace */
    char text[EDIT_TEXT]; /* the replacement */
};

struct edits {
    struct edit *list;
    int count;
};

/* All edits of the source's FILLs, by rank, then by position; the list is the
 * same on every machine. MACHINE_LACKS: no memory. The caller frees with
 * edits_free. */
enum status edits_make(const char *source, struct edits *out,
                       struct problem *why);
void edits_free(struct edits *edits);
/* Sorts again after ranks have changed; edits of equal rank are sorted by place
 * and text. */
void edits_sort(struct edits *edits);

/* The source with one edit applied; the caller frees. NULL: no memory. */
char *edit_apply(const char *source, const struct edit *edit);

#endif
