/* program.h - runs another program, without a shell. */
#ifndef PROGRAM_H
#define PROGRAM_H

/* Returns the standard output of the program at arguments[0] (a path; NULL ends
 * the list); its standard input is empty, its standard error is discarded.
 * NULL: it cannot be run. A program that does not end in time is killed. The
 * caller frees. */
char *program_says(const char *const *arguments);
/* The same, with HOME set to `home`. */
char *program_says_at(const char *home, const char *const *arguments);

/* Processor time, in seconds, that each process of a compiler may use:
 * $SCANLAB_COMPILE_SECONDS. The limit on elapsed time is a multiple of this: a
 * busy machine slows a compiler down, and a compiler that sleeps uses no
 * processor time.
 */
double program_patience(void);
enum { CLOCK_TIMES = 10 };

#endif
