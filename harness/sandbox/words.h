/* words.h - what a child has printed, told by its parent. */
#ifndef WORDS_H
#define WORDS_H

#include "children.h"

#include <stdio.h>

/* Shows it without control characters. `marked`: each line as the code's own,
 * since it may look like a verdict; else only those that do. */
void words_show(const struct child_words *words, FILE *to, bool marked);

/* The same on stderr for a task that has run the code and ended with `why`:
 * marked, unless it was a compiler that spoke. */
void words_show_code(const struct child_words *words,
                     const struct problem *why);

/* In a child: so much of its output is the code's, and what comes from here on
 * is the program's. */
size_t words_until_now(void);
/* Of the first so many bytes, and of the rest. */
struct child_words words_before(const struct child_words *words, size_t bytes);
struct child_words words_after(const struct child_words *words, size_t bytes);

/* The child is gone: its last line may tell why (base/guard.h, seal.h), else
 * words->end does. NOT_JUDGED where it went over its bounds; CHECK_FAILED. */
enum status words_tell_end(const struct child_words *words,
                           struct problem *why);

#endif
