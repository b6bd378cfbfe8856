/* self_test.h - is a C++ compiler fit for the SIMT machine? */
#ifndef SIMT_SELF_TEST_H
#define SIMT_SELF_TEST_H

#include "code/compiler.h"

struct simt;

/* The trial for compiler_fit(). CHECK_FAILED says what the compiler gets wrong.
 */
enum status self_test(enum compiler_family family, struct problem *why);

/* As simt_open(), with a compiler that need not have passed the self-test. */
enum status simt_open_for(const struct module_source *source,
                          enum compiler_family family, struct simt **out,
                          struct problem *why);

#endif
