/* kernel_text.h - facts about a kernel's text, needed before it is compiled.
 */
#ifndef SIMT_KERNEL_TEXT_H
#define SIMT_KERNEL_TEXT_H

#include "base/status.h"
#include "compile/module.h"

/* Adds an option that defines the `extern __shared__` arrays of the file. */
void text_dynamic_names(const char *path, struct module_source *source);
/* NOT_JUDGED: the file has a kernel that no plan could call. */
enum status text_refuses(const char *path, struct problem *why);

#endif
