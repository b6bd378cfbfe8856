/* program.h - asking another program, without a shell in between. */
#ifndef PROGRAM_H
#define PROGRAM_H

/* What the program at arguments[0] (a path; NULL ends the list) writes to
 * standard output; its standard input is empty, its standard error goes
 * nowhere. NULL when it cannot be run. One that does not end is ended. The
 * caller frees the text. */
char *program_says(const char *const *arguments);

/* Seconds that a compiler may take: $SCANLAB_COMPILE_SECONDS. */
unsigned program_patience(void);

#endif
