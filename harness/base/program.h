/* program.h - asking another program, without a shell in between. */
#ifndef PROGRAM_H
#define PROGRAM_H

/* What the program at arguments[0] (a path; NULL ends the list) writes to
 * standard output; its standard input is empty, its standard error goes
 * nowhere. NULL when it cannot be run. The caller frees the text. */
char *program_says(const char *const *arguments);

#endif
