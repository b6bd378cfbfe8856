/* compiler.h - the options for the host's C++ compiler, and whether the SIMT
 * machine can use that compiler. */
#ifndef SIMT_COMPILER_H
#define SIMT_COMPILER_H

#include "base/status.h"
#include "compile/module.h"

/* COMPILER_OLD_GNU: g++ before 12, which does not fill unset variables. */
enum compiler_family { COMPILER_GNU, COMPILER_CLANG, COMPILER_OLD_GNU };

/* Adds the options to `source`; `home` is the root of scanlab's files. */
void compiler_options(enum compiler_family family, const char *home,
                      struct module_source *source);

/* Compiles and runs kernels whose accesses are known. CHECK_FAILED: `why`
 * describes the compiler's mistake. */
typedef enum status compiler_trial(enum compiler_family family,
                                   struct problem *why);

/* Finds the family of the C++ compiler. A compiler that has not yet passed the
 * trial is tried first; MACHINE_LACKS when it fails. */
enum status compiler_fit(compiler_trial *trial, enum compiler_family *family,
                         struct problem *why);

#endif
