/* messages.h - the messages between ranks, each end with its other. */
#ifndef MESSAGES_H
#define MESSAGES_H

#include "recording.h"

/* Finds the other end of each message, and which one completes a carry.
 * NULL, or what is wrong: one line. */
const char *messages_find(struct recording *recording);

/* The event at which rank `row` begins to work, or -1. */
int messages_begin(const struct recording *recording, int row);

#endif
