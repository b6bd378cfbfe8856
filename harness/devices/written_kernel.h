/* written_kernel.h - the kernel.cu of a choice in a space of scans. */
#ifndef WRITTEN_KERNEL_H
#define WRITTEN_KERNEL_H

#include "choice.h"
#include "base/status.h"

#include <stddef.h>

/* The kernel as text, which the caller frees. The choice's implementation has a
 * notation. MACHINE_LACKS: kernel.pattern cannot be read. */
enum status written_kernel_text(const struct choice *choice, char **text,
                                struct problem *why);

/* Its file in the cache, written if it is not there yet. */
enum status written_kernel_path(const struct choice *choice, char *path,
                                size_t size, struct problem *why);

#endif
