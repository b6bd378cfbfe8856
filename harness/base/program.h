/* program.h - asking another program, without a shell in between. */
#ifndef PROGRAM_H
#define PROGRAM_H

/* What the program at arguments[0] (a path; NULL ends the list) writes to
 * standard output; its standard input is empty, its standard error goes
 * nowhere. NULL when it cannot be run. One that does not end is ended. The
 * caller frees the text. */
char *program_says(const char *const *arguments);
/* The same with this HOME. */
char *program_says_at(const char *home, const char *const *arguments);

/* Seconds of processor time that a compiler may take, each of its processes:
 * $SCANLAB_COMPILE_SECONDS. By the clock it is so many times that: a busy
 * machine makes a compiler slow, and one that sleeps takes no processor time.
 */
double program_patience(void);
enum { CLOCK_TIMES = 10 };

#endif
