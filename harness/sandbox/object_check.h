/* object_check.h - checks the contents of a compiled object before it is linked
 * and loaded.
 *
 *     undefined names    the program's own functions, and those of a list
 *     defined names      no name of the program or of the compiler's hooks
 *     code               in .text; nothing that runs when it is loaded
 *     sections           those that compilers write, by name and by type
 *
 * So the code under test can neither call the system nor change how it is
 * watched, and none of it runs before the program calls it.
 */
#ifndef OBJECT_CHECK_H
#define OBJECT_CHECK_H

#include "base/status.h"

enum object_kind {
    OBJECT_KERNEL, /* for the SIMT machine: each access has its hook */
    OBJECT_HOST    /* a cpu.c, or a monoid */
};

/* NOT_JUDGED, with the source's name and the line if known: the object contains
 * something forbidden. MACHINE_LACKS: it cannot be read. */
enum status object_check(const char *object, enum object_kind kind,
                         const char *source, struct problem *why);

#endif
