/* sizes.h - the sizes that users type after -n.
 *
 *     1000  64K  1M  4Ki  2^20  10^6      elements (K is 10^3, Ki is 2^10)
 *     4KiB  1GiB  100MB  96B              as many elements as fill the bytes
 *     0..70                               a range steps by one,
 *     2^4..2^16                           doubles between powers of two,
 *     10^2..10^6                          grows tenfold between powers of ten
 *     0..70,255..257,2^20                 a list of any of these
 */
#ifndef SIZES_H
#define SIZES_H

#include "status.h"

#include <stddef.h>

/* A list never has more sizes than this. */
enum { MAX_LISTED_SIZES = 1000000 };

/* Parses a list. Sizes keep the order in which they were typed, and any
 * repetitions. `elem_bytes` is sizeof(T); 0 means "not known", and sizes in
 * bytes are then rejected. On OK the caller frees *out, which holds *count > 0
 * sizes; on WRONG_USE `why` quotes the faulty part of the text, and *out is
 * NULL. MACHINE_LACKS: no memory. */
enum status sizes_parse(const char *text, size_t elem_bytes, size_t **out,
                        size_t *count, struct problem *why);

/* Enough for size_print. */
enum { SIZE_TEXT_BYTES = 24 };

/* Writes n as it would be typed: 2^20 for an exact power of two from 1024 on,
 * decimal otherwise. Returns text. sizes_parse reads it back as n. */
char *size_print(size_t n, char *text, size_t bytes);

#endif
