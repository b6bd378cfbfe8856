/* environment_check.h - a kernel may ask for its own macros, its parameters, and the
 * words of CUDA and gpu.h; not for what tells by which compiler, for which
 * system or for which monoid it is compiled. */
#ifndef SIMT_ASKED_MACROS_H
#define SIMT_ASKED_MACROS_H

#include "base/status.h"

/* `text` is preprocessed, with its markers and with all definitions as they
 * come (-dD). NOT_JUDGED names a macro of the compiler's, of a header of the
 * system's or of the monoid's that a kernel's directive asks for; or that it
 * uses anywhere, if its name is kept for compilers: __X, _X. */
enum status environment_check(const char *text, struct problem *why);

#endif
