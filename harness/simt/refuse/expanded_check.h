/* expanded_check.h - the same words once more, where no macro can hide them. */
#ifndef SIMT_MADE_CHECK_H
#define SIMT_MADE_CHECK_H

#include "base/status.h"

/* `text` is what the preprocessor has made of a kernel. NOT_JUDGED names the
 * file and line of an attribute, a pragma or a builtin that is not known, but
 * for those of the machine's headers and the system's. */
enum status expanded_check(const char *text, struct problem *why);

#endif
