/* same_reading.h - does the compiler read a kernel's files as text_code.c does?
 *
 * All checks of words rest on that: a word that we take for a comment's or a
 * literal's, and the compiler for code, would be checked by neither. */
#ifndef SIMT_READING_H
#define SIMT_READING_H

#include "base/status.h"

/* Files that are to be read by both. */
struct same_reading;
struct same_reading *
same_reading_open(void); /* NULL: no memory, as others say */
void same_reading_close(struct same_reading *r);

/* Adds a file and its text, as it is written. */
enum status same_reading_add(struct same_reading *r, const char *path,
                             const char *text, struct problem *why);

/* Asks the compiler, by a file whose name begins as that of `draft` does.
 * NOT_JUDGED names the first place that it reads otherwise. */
enum status same_reading_check(struct same_reading *r, const char *compiler,
                               const char *draft, struct problem *why);

#endif
