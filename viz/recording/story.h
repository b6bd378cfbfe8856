/* story.h - small traces made for class, which come with the viewer:
 * viz/stories/README.md tells what to see in each.
 */
#ifndef STORY_H
#define STORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* In the order of the list: how many, the name of one, and what it shows. */
int story_count(void);
const char *story_name(int story);
const char *story_line(int story);

/* A line for each: its name, and what it shows. */
void stories_list(FILE *out);

/* *path, of `bytes` bytes: where the trace of a story is. False: *why, of as
 * many bytes, is a line that says what is wrong. */
bool story_path(const char *name, char *path, char *why, size_t bytes);

/* The same of what the film is made of: two traces, and a text with steps of
 * more runs. */
bool film_paths(const char *film, char *chain, char *look_back, char *growth,
                char *why, size_t bytes);

#endif
