/* words.h - the output of a child, printed by its parent. */
#ifndef WORDS_H
#define WORDS_H

#include "children.h"

#include <stdio.h>

/* Shows the output without control characters. If `marked` is set, marks every
 * line as the code's own, since it could look like a verdict; otherwise only
 * lines that do look like one. */
void words_show(const struct child_words *words, FILE *to, bool marked);

/* The same on stderr for a task that ran the code and ended with `why`: marked,
 * unless the output is a compiler's. */
void words_show_code(const struct child_words *words,
                     const struct problem *why);

/* In a child: the length of its output so far, which is the code's; later
 * output is the program's. */
size_t words_until_now(void);
/* The first `bytes` bytes of the output, and the rest. */
struct child_words words_before(const struct child_words *words, size_t bytes);
struct child_words words_after(const struct child_words *words, size_t bytes);

/* The status for a child that did not end normally. The reason is its last line
 * (base/guard.h, seal.h), or else words->end. NOT_JUDGED if it exceeded its
 * limits; else CHECK_FAILED. */
enum status words_tell_end(const struct child_words *words,
                           struct problem *why);

#endif
