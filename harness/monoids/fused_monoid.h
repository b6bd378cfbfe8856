/* fused_monoid.h - several monoids as one: their scans become one scan, which
 * goes through memory once.
 *
 *     add_i32        int32_t     7               add_i32+max_i32
 *     max_i32        int32_t     5               (7, 5)
 *
 * The header that makes one of them is written into the cache folder.
 */
#ifndef FUSED_MONOID_H
#define FUSED_MONOID_H

#include "base/status.h"

#include <stddef.h>

enum { MOST_FUSED = 8 }; /* T has 32 bytes at most, a part 4 at least */

/* Writes the header of `count` monoids, whose own headers are in paths, each
 * with numbers of one and the same type; `name` is theirs, joined by +. Its path
 * is copied to `path`. A mistake shows when the header is compiled. */
enum status fuse_monoids(const char *name, const char *const *paths, int count,
                         char *path, size_t size, struct problem *why);

#endif
