/* unknown_words.h - a compile error whose cause is a name that the SIMT machine
 * does not know. */
#ifndef SIMT_UNKNOWN_WORDS_H
#define SIMT_UNKNOWN_WORDS_H

#include "base/status.h"

/* If *why is the message for a call that the compiler does not know, turns it
 * into "kernel.cu:4: the SIMT machine does not know powf_custom()", with a
 * replacement if one is known. */
void unknown_words(struct problem *why);

#endif
