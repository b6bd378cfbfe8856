/* describe.h - the commands' own lists of options, as texts for others: manual
 * pages and shell completion. Nothing of them is typed a second time. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "commands/command.h"

#include <stdio.h>

/* The options of a command, and its text; `room` is where they are put
 * together, and must outlive what is returned. */
const struct argp *describe_argp(const struct command *command,
                                 struct option_list *room);

/* A command by name, or NULL. */
const struct command *describe_find(const char *name);

/* The manual page of a command; NULL: of scanlab itself. */
void manual_page(FILE *to, const struct command *command);

/* What may come next: the last of the words of a command line is being typed.
 * completion_scripts.c says what the lines are. */
void completion_answer(FILE *to, int words, char *const *word);

/* The script for bash, zsh or fish; false: for no other shell. */
bool completion_write(FILE *to, const char *shell);

#endif
