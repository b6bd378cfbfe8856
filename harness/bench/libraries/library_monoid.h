/* library_monoid.h - what a library row on the host starts with: the monoid in
 * C++.
 *
 * Each file of a scan defines library_scan(in, out, n, threads) over the
 * library's own scan, used the way its manual shows.
 */
#include "row_call.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

#define DEVICE static inline
#include MONOID

LIBRARY_EXPORT void library_scan(const T *in, T *out, size_t n, int threads);
