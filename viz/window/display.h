/* display.h - is there a display to open a window on? */
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdbool.h>
#include <stddef.h>

/* Asks X and Wayland before SDL does, since SDL waits forever for a server that
 * takes a connection and says nothing, and draws to no screen at all where
 * there is none. Where only one of the two answers, SDL is told to take it.
 * Takes two seconds at most. False: *why, of `bytes` bytes, is the sentence. */
bool display_answers(char *why, size_t bytes);

#endif
