/* assert.h - C's own has no guard, and its macro calls the host's end. */
#include_next <assert.h>
#if !defined NDEBUG
#undef assert
#define assert(x) ((x) ? (void)0 : simt_assert_failed(#x, __FILE__, __LINE__))
#endif
