/* macro_check.h - no macro of a kernel's may change the text of a header of the
 * system's or of scanlab's, since what is made of these is not checked; nor of
 * the monoid or the predicate, since a proof is of all of them. */
#ifndef SIMT_MACRO_CHECK_H
#define SIMT_MACRO_CHECK_H

#include "base/status.h"

/* text is preprocessed, with its markers. NOT_JUDGED names the macro. */
enum status macro_check(const char *text, struct problem *why);

#endif
