/* stdlib.h - C's own: C++'s stdlib.h declares abs() again (math_words.h). */
#define _GLIBCXX_INCLUDE_NEXT_C_HEADERS
#include_next <stdlib.h>
#undef _GLIBCXX_INCLUDE_NEXT_C_HEADERS
