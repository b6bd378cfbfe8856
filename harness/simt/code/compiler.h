/* compiler.h - which options the host's C++ compiler is given, and whether it
 * is fit for the machine. */
#ifndef SIMT_COMPILER_H
#define SIMT_COMPILER_H

#include "base/status.h"
#include "compile/module.h"

enum compiler_family { COMPILER_GNU, COMPILER_CLANG };

void compiler_options(enum compiler_family family, const char *home,
                      struct module_source *source);

/* Runs kernels of which it is known what they do. CHECK_FAILED says what the
 * compiler gets wrong. */
typedef enum status compiler_trial(enum compiler_family family,
                                   struct problem *why);

/* Of which family the C++ compiler is. One that has not passed the trial is
 * tried first; MACHINE_LACKS when it does not pass. */
enum status compiler_fit(compiler_trial *trial, enum compiler_family *family,
                         struct problem *why);

#endif
