/* expanded_check.h - checks the words of source_check.h again after macro
 * expansion, when no macro hides them. */
#ifndef SIMT_EXPANDED_CHECK_H
#define SIMT_EXPANDED_CHECK_H

#include "base/status.h"

/* `text` is a preprocessed kernel. NOT_JUDGED names the file and line of an
 * unknown attribute, pragma or builtin, except in the headers of the machine
 * and the system. */
enum status expanded_check(const char *text, struct problem *why);

#endif
