/* unknown_words.h - a compile error whose cause is a word that the SIMT machine
 * does not know. */
#ifndef SIMT_UNKNOWN_WORDS_H
#define SIMT_UNKNOWN_WORDS_H

#include "base/status.h"

/* When *why is the sentence of a call that the compiler does not know, makes it
 * "kernel.cu:4: the SIMT machine does not know powf_custom()", with what to
 * write in its place where that is known. */
void unknown_words(struct problem *why);

#endif
