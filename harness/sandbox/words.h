/* words.h - what a child has printed, told by its parent. */
#ifndef WORDS_H
#define WORDS_H

#include "children.h"

#include <stdio.h>

/* Shows it without control characters. `marked`: each line as the code's own,
 * since it may look like a verdict; else only those that do. */
void words_show(const struct child_words *words, FILE *to, bool marked);

/* The child is gone: its last line may tell why (base/guard.h, seal.h), else
 * words->end does. CHECK_FAILED. */
enum status words_tell_end(const struct child_words *words,
                           struct problem *why);

#endif
