/* ranks_file.h - a file that all ranks read, or write, each its own pieces.
 *
 *     big.npy    header | rank 0 | rank 1 | rank 2 |      slices
 *     big.npy    header | 0 | 1 | 2 | 0 | 1 | 2 | 0 |     chunks
 *
 * An output appears complete or not at all: rank 0 makes a temporary file of the
 * full length beside it, all ranks write their pieces there, and only when every
 * rank has written does rank 0 rename it.
 */
#ifndef RANKS_FILE_H
#define RANKS_FILE_H

#include "arrays/array_file.h"
#include "layout.h"

/* Reads this rank's elements, one piece after the other. All ranks call it, and
 * all get the same status. On OK the caller frees `out`. */
enum status ranks_read(const struct array_slices *slices,
                       const struct layout *layout, struct array *out,
                       struct problem *why);

/* Writes them to the file `path`; likewise. */
enum status ranks_write(const char *path, enum array_format format,
                        const struct monoid_table *monoid,
                        const struct layout *layout, const void *elements,
                        struct problem *why);

#endif
