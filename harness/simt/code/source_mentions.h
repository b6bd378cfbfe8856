/* source_mentions.h - names that occur in a user's file, or in files that it
 * includes: those of parameters, of narrow types, and those for launches that
 * overlap. */
#ifndef SOURCE_MENTIONS_H
#define SOURCE_MENTIONS_H

#include <stdbool.h>

/* Does the file, or one that it includes in quotes (from its own folder, from
 * algorithms/, its gpu/ and elements/, or the algorithm's folder), use this
 * name? A file that does not name a parameter's macro compiles to the same code
 * for every value of the parameter. True if a file cannot be read. */
bool source_mentions(const char *path, const char *algorithm, const char *word);

/* Does the file, read as in source_mentions(), use a name with which a launch
 * waits for the previous launch or starts the next (gpu.h)? A file without such
 * names is written for launches that each begin only when the previous one has
 * ended. */
bool source_meets_launches(const char *path, const char *algorithm);

/* Does the file, or one in its folder that it includes, name an integer type of
 * 8 or 16 bits? An index of such a type is right only while it is small. */
bool source_has_narrow_types(const char *path);

#endif
