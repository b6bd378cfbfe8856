/* self_test.h - can a C++ compiler be used for the SIMT machine? */
#ifndef SIMT_SELF_TEST_H
#define SIMT_SELF_TEST_H

#include "code/compiler.h"

struct simt;

/* The trial for compiler_fit(). CHECK_FAILED: `why` is the compiler's mistake.
 */
enum status self_test(enum compiler_family family, struct problem *why);

/* Like simt_open(), but the compiler need not have passed the self-test. */
enum status simt_open_for(const struct module_source *source,
                          enum compiler_family family, struct simt **out,
                          struct problem *why);

#endif
