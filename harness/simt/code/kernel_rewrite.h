/* kernel_rewrite.h - changes to a kernel's text between the preprocessor and
 * the compiler. */
#ifndef SIMT_KERNEL_REWRITE_H
#define SIMT_KERNEL_REWRITE_H

#include "base/status.h"

enum {
    REWRITES = 9
}; /* to be raised when its output changes, or when more is
      rejected: then cached modules are compiled again */

/* For struct module_source. */
enum status kernel_rewrite(char **text, struct problem *why);
enum status kernel_rewrite_for_clang(char **text, struct problem *why);

#endif
