/* colour.h - colours on a terminal, and nowhere else.
 *
 *     printf("%sWRONG%s\n", colour_wrong(stdout), colour_off(stdout));
 *
 * All are "" if the stream is not a terminal, NO_COLOR is set and not empty
 * (no-color.org), or TERM is dumb. The text means the same without colours.
 */
#ifndef COLOUR_H
#define COLOUR_H

#include <stdio.h>

const char *colour_wrong(FILE *to); /* red */
const char *colour_right(FILE *to); /* green */
const char *colour_off(FILE *to);

#endif
