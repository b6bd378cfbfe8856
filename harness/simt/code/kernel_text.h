/* kernel_text.h - what must be known of a kernel's text before it is compiled.
 */
#ifndef SIMT_KERNEL_TEXT_H
#define SIMT_KERNEL_TEXT_H

#include "base/status.h"
#include "compile/module.h"

/* An option for its `extern __shared__` arrays. */
void text_dynamic_names(const char *path, struct module_source *source);
/* CHECK_FAILED: it has a kernel that no plan could call. */
enum status text_refuses(const char *path, struct problem *why);

#endif
