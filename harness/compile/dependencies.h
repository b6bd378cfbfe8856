/* dependencies.h - what a module was made of, and whether that is still so.
 *
 *     file HASH /path/of/source
 *     file HASH /path/of/header ...
 *     beside /path/of                a file may be found here first
 *     option /path/of/algorithms     the folder of a -I
 *     there /path/of/algorithms/contract/trace.h
 *     end HASH
 *
 * A file that is new in one of these folders, under the name of one that was
 * read from elsewhere, would be read in its place: so no such file may be there
 * but those that were there before. What cannot be told like this ends in
 * "unknown" and holds for no second time: a source that asks for files
 * (__has_include), assembler of the host, which reads files by itself, and what
 * has changed while it was compiled.
 */
#ifndef DEPENDENCIES_H
#define DEPENDENCIES_H

#include "module.h"

#include <stdio.h>
#include <time.h>

/* The clock that files are marked with. */
struct timespec dependencies_now(void);

/* Adds the lines of a source that was compiled from `began` on; `rule` is the
 * compiler's make rule "object: a.c b.h \ c.h". `changed`: a file is not what
 * it was then. False: the lines cannot be written. */
bool dependencies_write(FILE *to, const struct module_source *source,
                        const char *rule, struct timespec began, bool *changed);

/* True when nothing of this, which dependencies_write has written, has changed. */
bool dependencies_hold(const char *lines);

#endif
