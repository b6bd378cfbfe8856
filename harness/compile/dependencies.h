/* dependencies.h - the files from which a module was made, and whether they
 * have changed.
 *
 *     file HASH /path/of/source
 *     file HASH /path/of/header ...
 *     beside /path/of                a file may be found here first
 *     option /path/of/algorithms     the folder of a -I
 *     there /path/of/algorithms/contract/trace.h
 *     end HASH
 *
 * A new file in one of these folders, with the name of a file that was read
 * from elsewhere, would be read instead. So the check also looks for new files.
 * In cases that these lines cannot describe, the last line is "unknown", and
 * the module is never reused: a source that tests for files (__has_include),
 * host assembler, which reads files by itself, and files that changed during
 * compilation.
 */
#ifndef DEPENDENCIES_H
#define DEPENDENCIES_H

#include "module.h"

#include <stdio.h>
#include <time.h>

/* The clock of file timestamps. */
struct timespec dependencies_now(void);

/* Adds the lines for a source whose compilation started at `began`; `rule` is
 * the compiler's make rule "object: a.c b.h \ c.h". Sets `changed` if a file
 * has changed since then. False: the lines cannot be written. */
bool dependencies_write(FILE *to, const struct module_source *source,
                        const char *rule, struct timespec began, bool *changed);

/* True: nothing listed in these lines from dependencies_write has changed. */
bool dependencies_hold(const char *lines);

#endif
