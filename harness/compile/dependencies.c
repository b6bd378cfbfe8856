/* dependencies.c - see dependencies.h. */
#include "dependencies.h"
#include "base/paths.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { MAX_FILES = 4096, MAX_FOLDERS = 128 };

struct dependencies {
    char *file[MAX_FILES];
    int files;
    char *folder[MAX_FOLDERS];
    bool is_option[MAX_FOLDERS]; /* of a -I; else the folder of a file */
    int folders;
    bool fits;
};

static void add_file(struct dependencies *m, const char *name, size_t length)
{
    char *const copy = m->files < MAX_FILES ? strndup(name, length) : NULL;

    m->fits &= copy != NULL;
    if (copy)
        m->file[m->files++] = copy;
}

static void add_folder(struct dependencies *m, const char *name, size_t length,
                       bool is_option)
{
    for (int i = 0; i < m->folders; i++)
        if (!strncmp(m->folder[i], name, length) && !m->folder[i][length])
            return;
    char *const copy = m->folders < MAX_FOLDERS ? strndup(name, length) : NULL;
    m->fits &= copy != NULL;
    if (!copy)
        return;
    m->is_option[m->folders] = is_option;
    m->folder[m->folders++] = copy;
}

static void drop(struct dependencies *m)
{
    for (int i = 0; i < m->files; i++)
        free(m->file[i]);
    for (int i = 0; i < m->folders; i++)
        free(m->folder[i]);
    free(m);
}

/* A header of the system: these are installed, and not edited. */
static bool is_systems(const char *file)
{
    return !strncmp(file, "/usr/", 5) || !strncmp(file, "/opt/", 5) ||
           !strncmp(file, "/nix/", 5) || strstr(file, "/lib/gcc/") ||
           strstr(file, "/include/c++/") || strstr(file, "/lib/clang/");
}

static const char *last_part(const char *file)
{
    const char *const slash = strrchr(file, '/');

    return slash ? slash + 1 : file;
}

/* ------------------------------------------------- what would be read first */

typedef bool visit_function(void *context, const char *path);

/* FOLDER/PART, if it is there. False: the visit was. */
static bool visit_one(const struct dependencies *m, int folder,
                      const char *part, visit_function *visit, void *context)
{
    char path[PATH_MAX];

    return !path_format(path, sizeof path, "%s/%s", m->folder[folder], part) ||
           access(path, F_OK) != 0 || visit(context, path);
}

/* Each file that is there and could be read in place of this one. One of the
 * system could be so beside a user's, where its name is in quotes. */
static bool visit_rivals(const struct dependencies *m, const char *file,
                         visit_function *visit, void *context)
{
    const bool systems = is_systems(file);
    const char *const short_name = last_part(file);
    const char *long_name = systems ? strstr(file, "/include/") : NULL;
    bool fine = true;

    if (long_name)
        long_name += strlen("/include/");
    for (int i = 0; i < m->folders && !systems; i++) {
        const size_t length = strlen(m->folder[i]);
        if (m->is_option[i] && !strncmp(file, m->folder[i], length) &&
            file[length] == '/')
            long_name = file + length + 1;
    }
    for (int i = 0; i < m->folders && fine; i++) {
        if (systems && m->is_option[i])
            continue;
        fine = visit_one(m, i, short_name, visit, context);
        if (fine && long_name && strcmp(long_name, short_name) != 0)
            fine = visit_one(m, i, long_name, visit, context);
    }
    return fine;
}

static bool visit_all_rivals(const struct dependencies *m,
                             visit_function *visit, void *context)
{
    bool fine = true;

    for (int i = 0; i < m->files && fine; i++)
        fine = visit_rivals(m, m->file[i], visit, context);
    return fine;
}

/* ------------------------------------------------------------ the make rule */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* The next name of a make rule, as gcc writes it: a blank has a backslash, and
 * so has each backslash that stands before that one; so has #, and $ is double.
 * Returns what follows. */
static const char *next_name(const char *rest, char name[PATH_MAX])
{
    size_t length = 0;

    while (is_blank(*rest) || *rest == '\n' ||
           (rest[0] == '\\' && rest[1] == '\n'))
        rest++;
    while (*rest && *rest != '\n' && length < PATH_MAX - 1) {
        const size_t slashes = strspn(rest, "\\");
        const char after = rest[slashes];
        const bool ends =
            !after || after == '\n' || (is_blank(after) && slashes % 2 == 0);
        size_t kept = is_blank(after) ? slashes / 2
                      : after == '#'  ? slashes - (slashes > 0)
                                      : slashes;
        for (; kept > 0 && length < PATH_MAX - 1; kept--)
            name[length++] = '\\';
        rest += slashes;
        if (ends)
            break;
        rest += after == '$' && rest[1] == '$';
        name[length++] = *rest++;
    }
    name[length] = '\0';
    return rest;
}

static bool read_rule(const char *path, struct dependencies *m)
{
    char *const rule = path_read(path, NULL);
    const char *rest = rule ? strstr(rule, ": ") : NULL;
    char name[PATH_MAX];
    const bool is_rule = rest != NULL;

    rest = rest ? rest + 2 : "";
    while (*rest) {
        rest = next_name(rest, name);
        if (*name)
            add_file(m, name, strlen(name));
    }
    free(rule);
    return is_rule;
}

static void find_folders(struct dependencies *m,
                         const struct module_source *source)
{
    for (int i = 0; i < source->options; i++)
        if (!strncmp(source->option[i], "-I", 2))
            add_folder(m, source->option[i] + 2, strlen(source->option[i] + 2),
                       true);
    for (int i = 0; i < m->files; i++) {
        const char *const file = m->file[i], *const part = last_part(file);
        if (is_systems(file))
            continue;
        if (part == file)
            add_folder(m, ".", 1, false);
        else
            add_folder(m, file, (size_t)(part - file) - 1, false);
    }
}

/* ------------------------------------------------------------------ writing */

struct timespec dependencies_now(void)
{
    struct timespec now = {0};

    clock_gettime(CLOCK_REALTIME_COARSE, &now);
    return now;
}

static bool is_since(struct timespec time, struct timespec began)
{
    return time.tv_sec > began.tv_sec ||
           (time.tv_sec == began.tv_sec && time.tv_nsec >= began.tv_nsec);
}

/* The file, or a link that leads to it. */
static bool has_changed(const char *path, struct timespec began)
{
    char part[PATH_MAX];
    struct stat facts;

    if (stat(path, &facts) != 0 || is_since(facts.st_ctim, began))
        return true;
    for (size_t i = 1; i <= strlen(path) && i < sizeof part; i++)
        if (path[i] == '/' || !path[i]) {
            snprintf(part, sizeof part, "%.*s", (int)i, path);
            if (lstat(part, &facts) == 0 && S_ISLNK(facts.st_mode) &&
                is_since(facts.st_ctim, began))
                return true;
        }
    return false;
}

/* Words may be continued on the next line. */
static bool has_word(char *text, const char *word)
{
    char *to = text;

    for (const char *from = text; *from; from++)
        if (from[0] == '\\' && from[1] == '\n')
            from++;
        else
            *to++ = *from;
    *to = '\0';
    return strstr(text, word) != NULL;
}

/* A file's line. False where what it says is not all that counts. */
static bool write_file(FILE *to, const struct module_source *source,
                       const char *name, struct timespec began, bool *changed)
{
    size_t length;
    char *const text = path_read(name, &length);
    bool is_all = text && !strchr(name, '\n');

    if (text)
        fprintf(to, "file %016llx %s\n",
                (unsigned long long)XXH3_64bits(text, length), name);
    if (has_changed(name, began)) {
        *changed = true;
        is_all = false;
    }
    if (text && !is_systems(name))
        is_all &=
            !has_word(text, "__has_include") &&
            !has_word(text, "__has_embed") &&
            !(source->between == module_check_host && has_word(text, "asm"));
    free(text);
    return is_all;
}

static bool write_there(void *context, const char *path)
{
    fprintf(context, "there %s\n", path);
    return true;
}

bool dependencies_write(FILE *to, const struct module_source *source,
                        const char *rule, struct timespec began, bool *changed)
{
    struct dependencies *const m = calloc(1, sizeof *m);
    bool is_all = m != NULL;

    *changed = false;
    if (!m)
        return false;
    m->fits = true;
    const bool read = read_rule(rule, m);
    find_folders(m, source);
    for (int i = 0; i < m->files; i++)
        is_all &= write_file(to, source, m->file[i], began, changed);
    for (int i = 0; i < m->folders; i++)
        fprintf(to, "%s %s\n", m->is_option[i] ? "option" : "beside",
                m->folder[i]);
    visit_all_rivals(m, write_there, to);
    is_all &= m->fits && read;
    drop(m);
    fputs(is_all ? "end\n" : "unknown\n", to);
    return !ferror(to);
}

/* ------------------------------------------------------------------ reading */

static bool same_file(const char *hash, const char *name)
{
    size_t length;
    char *const text = path_read(name, &length);
    const bool same =
        text && XXH3_64bits(text, length) == strtoull(hash, NULL, 16);

    free(text);
    return same;
}

/* One line into m. False: it does not hold. */
static bool read_line(struct dependencies *m, char *line)
{
    if (!strncmp(line, "file ", 5) && strlen(line) > 22) {
        add_file(m, line + 22, strlen(line + 22));
        return same_file(line + 5, line + 22);
    }
    if (!strncmp(line, "beside ", 7))
        add_folder(m, line + 7, strlen(line + 7), false);
    else if (!strncmp(line, "option ", 7))
        add_folder(m, line + 7, strlen(line + 7), true);
    else
        return !strncmp(line, "there ", 6);
    return true;
}

static bool was_there(void *context, const char *path)
{
    const char *at = context;
    const size_t length = strlen(path);

    while ((at = strstr(at, "\nthere "))) {
        at += strlen("\nthere ");
        if (!strncmp(at, path, length) && at[length] == '\n')
            return true;
    }
    return false;
}

bool dependencies_hold(const char *lines)
{
    struct dependencies *const m = calloc(1, sizeof *m);
    char *const copy = strdup(lines);
    char *rest = copy, *line;
    bool holds = m && copy, ended = false;

    if (m)
        m->fits = true;
    while (holds && !ended && (line = strsep(&rest, "\n"))) {
        ended = !strcmp(line, "end");
        holds = ended || read_line(m, line);
    }
    holds = holds && ended && m->fits &&
            visit_all_rivals(m, was_there, (void *)lines);
    free(copy);
    if (m)
        drop(m);
    return holds;
}
