/* library_monoid.h - what a library row starts with: the monoid in C++.
 *
 * Each file defines library_scan(in, out, n, threads) over the library's own
 * scan, used the way its manual shows.
 */
#include <cstddef>
#include <cstdint>

#define DEVICE static inline
#include MONOID

extern "C" __attribute__((visibility("default"))) void
library_scan(const T *in, T *out, size_t n, int threads);
