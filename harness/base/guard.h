/* guard.h - events that end the program from outside: signals, and code under
 * test that crashes, exits or loops.
 *
 * Modules run in this process. The process cannot survive a crash in a module,
 * but it can report the crash in one line that names the source.
 */
#ifndef GUARD_H
#define GUARD_H

#include "status.h"

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Once, from main: SIGINT, SIGTERM and SIGHUP remove half-written files; a
 * crash or an exit() inside guarded code is reported, with exit status 1. */
void guard_install(void);

bool guard_is_ignored(int signal_number);

/* Once, at the beginning of main: if the stack limit is too low, raises it and
 * restarts the program. MACHINE_LACKS: the limit cannot be raised.
 */
enum status guard_stack(char **argv, struct problem *why);

/* Begins a call into the code of `source`. If `seconds` > 0 and the code has
 * not returned after that time, prints one line and ends the program. */
void guard_enter(const char *source, unsigned seconds);
void guard_leave(void);

/* A function that names the source line of an instruction in the guarded code,
 * "own.c:12", for the message about a crash there; it may call functions that
 * are not safe in a signal handler. False: the line is not known. A NULL
 * pointer means that there is no such function. */
typedef bool guard_namer(const void *instruction, char *text, size_t size);
void guard_name_places(guard_namer *namer);

/* Notes the process group of a helper (a compiler) that must not outlive this
 * program: `group` is the id of its first process, a child, or 0 once it has
 * exited. */
void guard_helper(pid_t group);

/* Memory that the code must not touch: if it does, the message says where, as
 * in "after the end of" "out". Texts are not copied. If too many places are
 * noted at once, the later ones are not named. */
void guard_place(const void *begin, size_t bytes, const char *where,
                 const char *array);
void guard_forget(const void *begin);

/* Code that other code can call at any time, such as a user's op: a crash
 * outside guarded code is attributed to it. NULL: there is no longer any such
 * code. */
void guard_suspect(const char *source);

/* Prints the line and ends the program immediately, with exit status 1: for
 * code that runs on a GPU and cannot be stopped. */
_Noreturn void guard_give_up(const char *line);

#endif
