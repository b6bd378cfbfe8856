/* library_monoid.h - common beginning of the files for library rows on the
 * host: the monoid in C++.
 *
 * Each file for a scan defines library_scan(in, out, n, threads), which calls
 * the library's own scan as its manual shows.
 */
#include "row_call.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#define DEVICE static inline
#include MONOID

LIBRARY_EXPORT void library_scan(const T *in, T *out, size_t n, int threads);
