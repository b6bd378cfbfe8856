/* source_mentions.c - see source_mentions.h. */
#include "source_mentions.h"
#include "base/paths.h"

#include <ctype.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { DEEPEST = 8 }; /* includes in includes */

static bool is_part(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

static bool has_word(const char *text, const char *word)
{
    const size_t length = strlen(word);

    for (const char *at = text; (at = strstr(at, word)); at += length)
        if ((at == text || !is_part(at[-1])) && !is_part(at[length]))
            return true;
    return false;
}

/* The file that #include "name" in the file at `path` means; false: none of
 * ours or of the user's, but of the system. No algorithm: none of ours. */
static bool find_include(const char *path, const char *algorithm,
                         const char *name, size_t length, char *out,
                         size_t size)
{
    const char *const slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path) : 1;
    char home[PATH_MAX];

    if (path_format(out, size, "%.*s/%.*s", folder, slash ? path : ".",
                    (int)length, name) &&
        access(out, R_OK) == 0)
        return true;
    if (!algorithm || paths_home(home, sizeof home, NULL) != OK)
        return false;
    return (path_format(out, size, "%s/algorithms/%.*s", home, (int)length,
                        name) &&
            access(out, R_OK) == 0) ||
           (path_format(out, size, "%s/algorithms/%s/%.*s", home, algorithm,
                        (int)length, name) &&
            access(out, R_OK) == 0);
}

static bool names(const char *path, const char *algorithm, const char *word,
                  int depth)
{
    struct stat facts;
    char *const text = stat(path, &facts) == 0 && S_ISREG(facts.st_mode)
                           ? path_read(path, NULL)
                           : NULL;

    if (!text || depth == DEEPEST) {
        free(text);
        return true;
    }
    bool found = has_word(text, word);
    for (const char *at = text; !found && (at = strstr(at, "include \""));) {
        char other[PATH_MAX];
        at += strlen("include \"");
        const size_t length = strcspn(at, "\"\n");
        if (find_include(path, algorithm, at, length, other, sizeof other))
            found = names(other, algorithm, word, depth + 1);
    }
    free(text);
    return found;
}

bool source_has_narrow_types(const char *path)
{
    static const char *const type[] = {"short",    "ushort",  "int16_t",
                                       "uint16_t", "char",    "uchar",
                                       "int8_t",   "uint8_t", NULL};

    for (int i = 0; type[i]; i++)
        if (names(path, NULL, type[i], 0))
            return true;
    return false;
}

bool source_mentions(const char *path, const char *algorithm, const char *word)
{
    return names(path, algorithm, word, 0);
}
