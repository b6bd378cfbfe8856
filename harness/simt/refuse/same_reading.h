/* same_reading.h - does the compiler read a kernel's files as text_code.c does?
 *
 * All checks of words depend on this: a word that we take for part of a comment
 * or literal, but the compiler takes for code, would not be checked at all. */
#ifndef SIMT_SAME_READING_H
#define SIMT_SAME_READING_H

#include "base/status.h"

/* Files that we and the compiler must read alike. */
struct same_reading;
struct same_reading *same_reading_open(void); /* NULL: out of memory */
void same_reading_close(struct same_reading *r);

/* Adds a file and its text, as it is written. */
enum status same_reading_add(struct same_reading *r, const char *path,
                             const char *text, struct problem *why);

/* Runs the compiler on a file whose name begins like `draft`. NOT_JUDGED names
 * the first place that the compiler reads differently. */
enum status same_reading_check(struct same_reading *r, const char *compiler,
                               const char *draft, struct problem *why);

#endif
