/* story.h - small traces made for class, which come with the viewer:
 * viz/stories/README.md describes each.
 */
#ifndef STORY_H
#define STORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* The number of stories; the name of a story, and a line about it, in the order of the
 * list. */
int story_count(void);
const char *story_name(int story);
const char *story_line(int story);

/* Prints one line per story: its name, and what it shows. */
void stories_list(FILE *out);

/* Writes the path of a story's trace to *path, of `bytes` bytes. False: *why, of as
 * many bytes, is a line with the error. */
bool story_path(const char *name, char *path, char *why, size_t bytes);

/* The same for the files of the film: two traces, and a text with the steps of more
 * runs. */
bool film_paths(const char *film, char *chain, char *look_back, char *growth,
                char *why, size_t bytes);

#endif
