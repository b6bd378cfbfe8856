/* display.h - is there a display to open a window on? */
#ifndef DISPLAY_H
#define DISPLAY_H

#include <stdbool.h>
#include <stddef.h>

/* Tries X and Wayland before SDL does, since SDL waits forever for a server
 * that accepts a connection but does not answer, and draws to no screen at all
 * if there is no server. If only one of X and Wayland answers, SDL is set to
 * use that one. Takes at most two seconds. False: *why, of `bytes` bytes, is
 * the error. */
bool display_answers(char *why, size_t bytes);

#endif
