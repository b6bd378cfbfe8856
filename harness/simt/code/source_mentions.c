/* source_mentions.c - see source_mentions.h. */
#include "source_mentions.h"
#include "base/paths.h"
#include "simt/refuse/text_code.h"

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

/* The file's text, without its comments; assembly in literals stays. The caller
 * frees it; NULL: it cannot be read. */
static char *read_code(const char *path)
{
    char *const text = path_read(path, NULL);
    char *const kind = text ? malloc(strlen(text) + 1) : NULL;

    if (!kind) {
        free(text);
        return NULL;
    }
    text_join_lines(text);
    text_kinds(text, kind);
    for (size_t i = 0; text[i]; i++)
        if (kind[i] == TEXT_COMMENT && text[i] != '\n')
            text[i] = ' ';
    free(kind);
    return text;
}

static const char *skip_blanks(const char *at)
{
    return at + strspn(at, " \t\f\v\r");
}

/* True when ## makes a word from two, neither of which is the parameter's. */
static bool pastes_words(const char *text)
{
    return strstr(text, "##") || strstr(text, "%:%:");
}

/* The next header's name after an `include`, in quotes or in <>, and its
 * length; 0: a macro gives the name. NULL: there is none. */
static const char *next_header(const char *at, size_t *length)
{
    while ((at = strstr(at, "include"))) {
        at = skip_blanks(at + strlen("include"));
        if (*at != '"' && *at != '<' && !is_part(*at))
            continue;
        *length = is_part(*at) ? 0 : strcspn(at + 1, "\">\n");
        return at + 1;
    }
    return NULL;
}

/* The file that #include "name" in the file at `path` refers to; false: neither
 * ours nor the user's, but the system's. No algorithm: never ours. */
static bool find_include(const char *path, const char *algorithm,
                         const char *name, size_t length, char *out,
                         size_t size)
{
    static const char *const folders[] = {"", "gpu/", "elements/"};
    const char *const slash = strrchr(path, '/');
    const int folder = slash ? (int)(slash - path) : 1;
    char home[PATH_MAX];

    if (path_format(out, size, "%.*s/%.*s", folder, slash ? path : ".",
                    (int)length, name) &&
        access(out, R_OK) == 0)
        return true;
    if (!algorithm || paths_home(home, sizeof home, NULL) != OK)
        return false;
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (path_format(out, size, "%s/algorithms/%s%.*s", home, folders[i],
                        (int)length, name) &&
            access(out, R_OK) == 0)
            return true;
    return (path_format(out, size, "%s/algorithms/%s/%.*s", home, algorithm,
                        (int)length, name) &&
            access(out, R_OK) == 0) ||
           (path_format(out, size, "%s/algorithms/applications/%s/%.*s", home,
                        algorithm, (int)length, name) &&
            access(out, R_OK) == 0);
}

/* True for a file of ours, which uses its parameters by name. */
static bool is_of_home(const char *path)
{
    char home[PATH_MAX], folder[PATH_MAX], real[PATH_MAX];

    return paths_home(home, sizeof home, NULL) == OK &&
           path_format(folder, sizeof folder, "%s/algorithms/", home) &&
           realpath(path, real) && !strncmp(real, folder, strlen(folder));
}

/* The words to search for: one of them, up to NULL, is enough. */
struct search {
    const char *algorithm;
    const char *const *words;
    bool made; /* may be hidden: pasted, or in a file that a macro names */
    const char *past; /* the file of ours that defines them, or NULL */
};

static bool has_one(const char *text, const char *const *words)
{
    while (*words && !has_word(text, *words))
        words++;
    return *words != NULL;
}

static bool ends_with(const char *path, const char *name)
{
    const size_t length = strlen(path), of_name = strlen(name);

    return length >= of_name && !strcmp(path + length - of_name, name);
}

static bool names(const char *path, const struct search *of, int depth)
{
    const bool is_ours = is_of_home(path);
    const bool defines = is_ours && of->past && ends_with(path, of->past);
    struct stat facts;
    char *const text = stat(path, &facts) == 0 && S_ISREG(facts.st_mode)
                           ? read_code(path)
                           : NULL;

    if (!text || depth == DEEPEST) {
        free(text);
        return true;
    }
    bool found = (!defines && has_one(text, of->words)) ||
                 (of->made && !is_ours && pastes_words(text));
    size_t length = 0;
    for (const char *at = text; !found && (at = next_header(at, &length));) {
        char other[PATH_MAX];
        if (length == 0)
            found = of->made && !is_ours;
        else if (find_include(path, of->algorithm, at, length, other,
                              sizeof other))
            found = names(other, of, depth + 1);
    }
    free(text);
    return found;
}

bool source_mentions(const char *path, const char *algorithm, const char *word)
{
    const char *const words[] = {word, NULL};
    const struct search of = {
        .algorithm = algorithm, .words = words, .made = true};

    return names(path, &of, 0);
}

bool source_meets_launches(const char *path, const char *algorithm)
{
    static const char *const words[] = {
        "wait_for_launch_before",
        "next_launch_may_begin",
        "cudaGridDependencySynchronize",
        "cudaTriggerProgrammaticLaunchCompletion",
        "griddepcontrol",
        NULL};
    const struct search of = {
        .algorithm = algorithm, .words = words, .past = "/gpu.h"};

    return names(path, &of, 0);
}

/* unsigned count : 16; */
static bool has_narrow_fields(const char *path)
{
    char *const text = read_code(path);
    bool found = false;

    for (const char *at = text; at && !found && (at = strchr(at, ':'));) {
        char *end;
        const long bits = strtol(++at, &end, 10);
        found = end > at && bits >= 8 && bits <= 16 &&
                strchr(",;", *skip_blanks(end)) && *skip_blanks(end);
    }
    free(text);
    return found;
}

bool source_has_narrow_types(const char *path)
{
    static const char *const type[] = {"short",
                                       "short1",
                                       "short2",
                                       "short3",
                                       "short4",
                                       "ushort",
                                       "ushort1",
                                       "ushort2",
                                       "ushort3",
                                       "ushort4",
                                       "char",
                                       "char1",
                                       "char2",
                                       "char3",
                                       "char4",
                                       "uchar",
                                       "uchar1",
                                       "uchar2",
                                       "uchar3",
                                       "uchar4",
                                       "int8_t",
                                       "uint8_t",
                                       "int_least8_t",
                                       "uint_least8_t",
                                       "int_fast8_t",
                                       "int16_t",
                                       "uint16_t",
                                       "int_least16_t",
                                       "uint_least16_t",
                                       "char16_t",
                                       "char8_t",
                                       "uint_fast8_t",
                                       "u8",
                                       "u16",
                                       "s8",
                                       "s16",
                                       "b8",
                                       "b16",
                                       "0xffff",
                                       "0xFFFF",
                                       "65535",
                                       "0xffffu",
                                       "0xFFFFu",
                                       "65535u",
                                       "65536",
                                       "0x10000",
                                       "__byte_perm",
                                       NULL};

    const struct search of = {.words = type, .made = true};

    return names(path, &of, 0) || has_narrow_fields(path);
}
