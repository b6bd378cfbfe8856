/* source_mentions.h - which parameters a user's file can depend on. */
#ifndef SOURCE_MENTIONS_H
#define SOURCE_MENTIONS_H

#include <stdbool.h>

/* Does the file, or one that it includes in quotes (from beside it, from
 * algorithms/ or the algorithm's folder there), name this word? A file that
 * does not name a parameter's macro is compiled to the same code whatever the
 * value. True where a file cannot be read. */
bool source_mentions(const char *path, const char *algorithm, const char *word);

/* Do the file, or those beside it that it includes, name an integer type of 8
 * or 16 bits? An index of such a type is right for a while. */
bool source_has_narrow_types(const char *path);

#endif
