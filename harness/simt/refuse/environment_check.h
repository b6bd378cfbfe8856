/* environment_check.h - a kernel may test its own macros, its parameters, and
 * the names of CUDA and gpu.h, but no macro that reveals the compiler, the
 * system or the monoid. */
#ifndef SIMT_ENVIRONMENT_CHECK_H
#define SIMT_ENVIRONMENT_CHECK_H

#include "base/status.h"

/* Precondition: `text` is preprocessed, with its markers and with all
 * definitions in place (-dD). NOT_JUDGED names a macro of the compiler, of a
 * system header or of the monoid that a directive of the kernel tests, or that
 * the kernel uses anywhere if the name is reserved for compilers: __X, _X. */
enum status environment_check(const char *text, struct problem *why);

#endif
