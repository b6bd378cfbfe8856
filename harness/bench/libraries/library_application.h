/* library_application.h - what a library row of an application starts with, on
 * the host: the monoid in C++, and the function of its elements if it has one.
 *
 * Each file defines library_call(call), used the way the library's manual
 * shows.
 */
#include "library_monoid.h"

#ifdef PREDICATE
#include PREDICATE
#endif
#ifdef KEY_HEADER
#include KEY_HEADER
#endif
#ifdef PRODUCT_HEADER
#include PRODUCT_HEADER
#endif

LIBRARY_EXPORT void library_call(const struct row_call *call);
