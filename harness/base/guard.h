/* guard.h - what ends the program from outside: signals, and code under test
 * that crashes, exits or loops.
 *
 * Modules run in this process. A crash in one of them cannot be survived here,
 * but it can be told in one line that names the source.
 */
#ifndef GUARD_H
#define GUARD_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Once, from main: SIGINT, SIGTERM and SIGHUP remove half-written files; a
 * crash or an exit() inside guarded code is told, with exit status 1. */
void guard_install(void);

bool guard_is_ignored(int signal_number);

/* Once, at the beginning of main: where the limit of the stack is too low and
 * may be raised, the program starts anew with more. MACHINE_LACKS: it may not.
 */
enum status guard_stack(char **argv, struct problem *why);

/* Around calls into the code of `source`. `seconds` > 0 ends the program with
 * a line when the code has not returned by then. */
void guard_enter(const char *source, unsigned seconds);
void guard_leave(void);

/* What names the place of an instruction of the guarded code, "own.c:12", for
 * the line about its crash; it may call more than a handler should. False: the
 * place is not known. NULL: there is none. */
typedef bool guard_namer(const void *instruction, char *text, size_t size);
void guard_name_places(guard_namer *namer);

/* A process group of a helper (a compiler) that has to end with this program:
 * its first process, a child, or 0 when it has ended. */
void guard_helper(pid_t group);

/* A place that the code may not touch: when it does, the line says where that
 * is, as "after the end of" "out". Texts are not copied. Places above a limit
 * are not named. */
void guard_place(const void *begin, size_t bytes, const char *where,
                 const char *array);
void guard_forget(const void *begin);

/* Code that other code calls at any time, as a user's op: a crash outside of
 * guarded code is told as its own. NULL: there is none any more. */
void guard_suspect(const char *source);

/* Says the line and ends the program at once, with exit status 1: for what
 * runs elsewhere and cannot be stopped. */
_Noreturn void guard_give_up(const char *line);

#endif
