/* gif.h - an animated GIF of pictures in a few colours.
 *
 *     struct gif *gif = gif_begin(file, w, h, dark);
 *     gif_frame(gif, pixels, 4);         shown for 4 hundredths of a second
 *     gif_frame(gif, pixels, 4);         the same: it stays 8
 *     good = gif_end(gif);
 *
 * Colours are those of a theme and what lies between letters and grounds, so
 * no frame has to be known before the first is written. Of each frame only the
 * box that has changed is stored.
 */
#ifndef GIF_H
#define GIF_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct gif;

/* It plays again and again. NULL: out of memory. */
struct gif *gif_begin(FILE *file, int w, int h, bool dark);

/* w x h pixels of 0x??RRGGBB; NULL: the same as the frame before. False: out
 * of memory, or the file takes no more. */
bool gif_frame(struct gif *gif, const uint32_t *pixels, int hundredths);

/* Writes what is left, and frees it. */
bool gif_end(struct gif *gif);

#endif
