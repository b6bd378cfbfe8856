/* assert.h - C's own assert.h has no include guard, and its macro would end the
 * host process. */
#include_next <assert.h>
#if !defined NDEBUG
#undef assert
#define assert(x) ((x) ? (void)0 : simt_assert_failed(#x, __FILE__, __LINE__))
#endif
