/* object_check.h - what a compiled object may be made of, before it is linked
 * and loaded.
 *
 *     undefined names    the program's own calls, and those of a list
 *     defined names      none that the program or the compiler's hooks have
 *     code               in .text; nothing that runs when it is loaded
 *     sections           those that compilers write, by name and by type
 *
 * So the code under test can neither call the system nor change how it is
 * watched, and nothing of it runs before the program calls it.
 */
#ifndef OBJECT_CHECK_H
#define OBJECT_CHECK_H

#include "base/status.h"

enum object_kind {
    OBJECT_KERNEL, /* of the SIMT machine: each access has its hook */
    OBJECT_HOST    /* a cpu.c, or a monoid */
};

/* NOT_JUDGED, with the source's name and line where it can be found: the
 * object has what it may not have. MACHINE_LACKS: it cannot be read. */
enum status object_check(const char *object, enum object_kind kind,
                         const char *source, struct problem *why);

#endif
