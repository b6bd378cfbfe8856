/* library_application.h - common beginning of the files for application rows of
 * libraries on the host: the monoid in C++, and the function of its elements if
 * it has one.
 *
 * Each file defines library_call(call), which uses the library as its manual
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
