/* dump.h - a picture as text, for tests: the text is the same with every
 * version of cairo and every font.
 *
 *     scene tiles, at 6.5 of 8.699
 *     tile 0: P 3 -                        flag, value, phase
 *     caption: tile 5 looks back: ...
 *     bar: 74.7%
 *     fill a: 10,20 30x40 50,20 30x40      how, colour, boxes
 *     line ink: 10,20-10,40                a path
 *     text 640,33 middle 22: 8             place, alignment, size
 *
 * Everything is in the order of drawing; pixels are those of 1280x720.
 */
#ifndef DUMP_H
#define DUMP_H

#include "scenes/lesson.h"
#include "scenes/picture.h"

#include <stdio.h>

/* False: out of memory. */
bool dump_picture(const struct recording *recording, const struct view *view,
                  FILE *out);

/* Writes the picture of the film at second `at`. If `at` is negative, writes
 * all beats at rest, each preceded by its time in seconds and its sentence. */
bool dump_lesson(const struct lesson *lesson, double at, FILE *out);

#endif
