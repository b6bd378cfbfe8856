/* macro_check.h - no macro of a kernel may change the text of a header of the
 * system or of scanlab, since their expansion is not checked; nor the text of
 * the monoid or the predicate, since a proof is to hold for all monoids and
 * predicates. */
#ifndef SIMT_MACRO_CHECK_H
#define SIMT_MACRO_CHECK_H

#include "base/status.h"

/* Precondition: text is preprocessed, with its markers. NOT_JUDGED names the
 * macro. */
enum status macro_check(const char *text, struct problem *why);

#endif
