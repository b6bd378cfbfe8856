/* source_mentions.h - which words a user's file, and those that it includes,
 * name: of parameters, of narrow types, of launches that overlap. */
#ifndef SOURCE_MENTIONS_H
#define SOURCE_MENTIONS_H

#include <stdbool.h>

/* Does the file, or one that it includes in quotes (from beside it, from
 * algorithms/, its gpu/ and elements/, or the algorithm's folder), name this
 * word? A file that does not name a parameter's macro is compiled to the same
 * code whatever the value. True where a file cannot be read. */
bool source_mentions(const char *path, const char *algorithm, const char *word);

/* Does it, as source_mentions() reads it, name a word by which one launch meets
 * the one before or after it (gpu.h)? A file that names none is written for
 * launches of which each begins when the one before it has ended. */
bool source_meets_launches(const char *path, const char *algorithm);

/* Do the file, or those beside it that it includes, name an integer type of 8
 * or 16 bits? An index of such a type is right for a while. */
bool source_has_narrow_types(const char *path);

#endif
