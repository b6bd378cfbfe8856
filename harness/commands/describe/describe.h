/* describe.h - manual pages and shell completion, generated from the commands'
 * own lists of options. Nothing is written down twice. */
#ifndef DESCRIBE_H
#define DESCRIBE_H

#include "commands/command.h"

#include <stdio.h>

/* The options of a command, and its text. They are assembled in `room`, which
 * must outlive the result. */
const struct argp *describe_argp(const struct command *command,
                                 struct option_list *room);

/* A command by name, or NULL. */
const struct command *describe_find(const char *name);

/* Writes the manual page of a command; NULL: the page of scanlab itself. */
void manual_page(FILE *to, const struct command *command);

/* Prints possible completions of the last word of a command line.
 * completion_scripts.c describes the format of the lines. */
void completion_answer(FILE *to, int words, char *const *word);

/* Writes the script for bash, zsh or fish; false: `shell` is none of these. */
bool completion_write(FILE *to, const char *shell);

#endif
