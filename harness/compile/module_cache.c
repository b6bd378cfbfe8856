/* module_cache.c - keys, manifests, and which objects still hold. */
#include "module_cache.h"
#include "base/paths.h"
#include "base/program.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { KEY_LENGTH = sizeof((struct cache_entry *)0)->key - 1 };

/* ------------------------------------------------------------- compiler */

static const char *compiler_name(bool cplusplus)
{
    const char *said = getenv(cplusplus ? "SCANLAB_CXX" : "SCANLAB_CC");
    return said && *said ? said : cplusplus ? "c++" : "cc";
}

bool module_find_program(const char *name, char *out, size_t size)
{
    const char *path = getenv("PATH");
    char folders[8192];
    char *rest = folders;

    if (strchr(name, '/'))
        return path_format(out, size, "%s", name) && access(out, X_OK) == 0;
    if (!path || !path_format(folders, sizeof folders, "%s", path))
        return false;
    for (char *folder; (folder = strsep(&rest, ":"));)
        if (path_format(out, size, "%s/%s", folder, name) &&
            access(out, X_OK) == 0)
            return true;
    return false;
}

const char *module_compiler(void)
{
    static char line[256];
    char path[PATH_MAX];

    if (*line)
        return line;
    strcpy(line, "none");
    if (!module_find_program(compiler_name(false), path, sizeof path))
        return line;
    char *const text =
        program_says((const char *const[]){path, "--version", NULL});
    if (text && *text)
        snprintf(line, sizeof line, "%.*s", (int)strcspn(text, "\n"), text);
    free(text);
    return line;
}

/* ------------------------------------------------------------------- keys */

/* False when the file cannot be read. */
static bool hash_file(const char *path, uint64_t *hash)
{
    size_t length;
    char *text = path_read(path, &length);

    *hash = text ? XXH3_64bits(text, length) : 0;
    free(text);
    return text != NULL;
}

static void hash_text(XXH3_state_t *state, const char *text)
{
    XXH3_128bits_update(state, text, strlen(text) + 1);
}

/* -march=native means another thing on another machine. */
static void hash_processor(XXH3_state_t *state)
{
    FILE *file = fopen("/proc/cpuinfo", "r");
    char line[8192];
    int seen = 0;

    while (file && seen < 2 && fgets(line, sizeof line, file))
        if (!strncmp(line, "model name", 10) || !strncmp(line, "flags", 5)) {
            hash_text(state, line);
            seen++;
        }
    if (file)
        fclose(file);
}

static enum status begin_key(XXH3_state_t **state, struct problem *why)
{
    *state = XXH3_createState();
    if (!*state)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    XXH3_128bits_reset(*state);
    return OK;
}

/* What every key ends with. Frees the state. */
static void end_key(XXH3_state_t *state, const struct module_source *source,
                    struct cache_entry *entry)
{
    hash_text(state, source->path);
    for (int i = 0; i < source->options; i++)
        hash_text(state, source->option[i]);
    const XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    snprintf(entry->key, sizeof entry->key, "%016llx%016llx",
             (unsigned long long)hash.high64, (unsigned long long)hash.low64);
}

/* How to get the compiler that was not found. */
static enum status no_compiler(const struct module_source *source,
                               const char *name, struct problem *why)
{
    if (source->compiler)
        return problem_set(why, MACHINE_LACKS, "no compiler '%s'", name);
    return problem_set(why, MACHINE_LACKS,
                       "no compiler '%s': install %s, or name one with %s",
                       name, source->cplusplus ? "g++" : "gcc",
                       source->cplusplus ? "SCANLAB_CXX" : "SCANLAB_CC");
}

enum status cache_find(const struct module_source *source,
                       struct cache_entry *entry, struct problem *why)
{
    const char *name =
        source->compiler ? source->compiler : compiler_name(source->cplusplus);
    struct stat facts;
    XXH3_state_t *state;
    enum status status = paths_cache(entry->folder, sizeof entry->folder, why);

    if (status != OK)
        return status;
    if (!module_find_program(name, entry->compiler, sizeof entry->compiler) ||
        stat(entry->compiler, &facts) != 0)
        return no_compiler(source, name, why);
    status = begin_key(&state, why);
    if (status != OK)
        return status;
    hash_text(state, entry->compiler);
    XXH3_128bits_update(state, &facts.st_mtim, sizeof facts.st_mtim);
    XXH3_128bits_update(state, &facts.st_size, sizeof facts.st_size);
    if (!source->cuda)
        hash_processor(state);
    hash_text(state, MODULE_SANITIZE);
    hash_text(state, source->between ? "checked" : "");
    end_key(state, source, entry);
    return OK;
}

enum status cache_find_for(const struct module_source *source,
                           const char *maker, struct cache_entry *entry,
                           struct problem *why)
{
    XXH3_state_t *state;
    enum status status = paths_cache(entry->folder, sizeof entry->folder, why);

    if (status == OK)
        status = begin_key(&state, why);
    if (status != OK)
        return status;
    entry->compiler[0] = '\0';
    hash_text(state, maker);
    end_key(state, source, entry);
    return OK;
}

/* ------------------------------------------------------- whose file is it? */

/* Code is loaded from here: a file that another user may have written, when the
 * folder was open to him, is none of ours. */
static bool is_ours(int file)
{
    struct stat facts;

    return fstat(file, &facts) == 0 && S_ISREG(facts.st_mode) &&
           facts.st_uid == geteuid() && (facts.st_mode & 022) == 0;
}

FILE *cache_read(const char *path)
{
    const int file = open(path, O_RDONLY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
    FILE *const out = file >= 0 && is_ours(file) ? fdopen(file, "r") : NULL;

    if (file >= 0 && !out)
        close(file);
    return out;
}

/* A new file, whatever the umask, and whatever stood there. */
FILE *cache_write(const char *path)
{
    unlink(path);
    const int file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

    return file < 0 ? NULL : fdopen(file, "w");
}

/* True when it is ours and its bytes are those. */
static bool holds_hash(const char *path, uint64_t hash)
{
    FILE *const file = cache_read(path);
    uint64_t found;

    if (file)
        fclose(file);
    return file && hash_file(path, &found) && found == hash;
}

/* -------------------------------------------------------------- manifests */

static bool object_path(const struct cache_entry *entry, uint64_t hash,
                        char *out, size_t size)
{
    return path_format(out, size, "%s/%s-%016llx.so", entry->folder, entry->key,
                       (unsigned long long)hash);
}

static bool manifest_path(const struct cache_entry *entry, char *out,
                          size_t size)
{
    return path_format(out, size, "%s/%s.manifest", entry->folder, entry->key);
}

/* The object that a manifest names. */
static bool named_object(const struct cache_entry *entry, FILE *manifest,
                         char *out, size_t size, uint64_t *hash)
{
    char line[128];
    unsigned long long named;

    if (!fgets(line, sizeof line, manifest) ||
        sscanf(line, "object %llx", &named) != 1)
        return false;
    *hash = named;
    return object_path(entry, named, out, size);
}

/* Removes what an earlier build left, unless it is the same. */
static void drop_old_object(const struct cache_entry *entry,
                            const char *manifest, const char *kept)
{
    FILE *file = cache_read(manifest);
    char old[PATH_MAX];
    uint64_t hash;

    if (!file)
        return;
    if (named_object(entry, file, old, sizeof old, &hash) &&
        strcmp(old, kept) != 0)
        unlink(old);
    fclose(file);
}

bool cache_holds(const struct cache_entry *entry, char *object, size_t size)
{
    char path[PATH_MAX], line[PATH_MAX + 64];
    unsigned long long hash;
    bool holds = false;

    if (!manifest_path(entry, path, sizeof path))
        return false;
    FILE *file = cache_read(path);
    if (!file)
        return false;
    uint64_t object_hash, found;
    if (named_object(entry, file, object, size, &object_hash) &&
        holds_hash(object, object_hash))
        holds = true;
    bool ended = false;
    while (holds && fgets(line, sizeof line, file)) {
        int at = 0;
        line[strcspn(line, "\n")] = '\0';
        if (!strcmp(line, "end")) {
            ended = true;
            break;
        }
        holds = sscanf(line, "file %llx %n", &hash, &at) == 1 && at &&
                hash_file(line + at, &found) && found == hash;
    }
    fclose(file);
    return holds && ended;
}

/* False for what no line can hold, or what cannot be read. */
static bool write_dependency(FILE *out, const char *name)
{
    uint64_t hash;

    return hash_file(name, &hash) &&
           fprintf(out, "file %016llx %s\n", (unsigned long long)hash, name) >
               0;
}

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

/* Turns the compiler's rule "object: a.c b.h \ c.h" into manifest lines. A name
 * that cannot be told (one with a line break in it) leaves the manifest without
 * an end: then the source is compiled each time. */
static bool write_dependencies(FILE *out, const char *rule_path)
{
    char *const rule = path_read(rule_path, NULL);
    const char *rest = rule ? strstr(rule, ": ") : NULL;
    bool fine = rest != NULL;
    char name[PATH_MAX];

    rest = rest ? rest + 2 : "";
    while (*rest) {
        rest = next_name(rest, name);
        if (*name)
            fine &= write_dependency(out, name);
    }
    free(rule);
    return rule && fprintf(out, fine ? "end\n" : "unknown\n") > 0;
}

static enum status cannot_write(const struct cache_entry *entry,
                                const char *draft, struct problem *why)
{
    const int error = errno;

    unlink(draft);
    return problem_set(why, MACHINE_LACKS,
                       "cannot write to the cache folder %s: %s", entry->folder,
                       strerror(error));
}

/* KEY.PROCESS... of processes that were killed while they compiled. */
static void drop_leftovers(const char *folder)
{
    DIR *const listing = opendir(folder);

    for (struct dirent *item; listing && (item = readdir(listing));) {
        char *end;
        if (strspn(item->d_name, "0123456789abcdef") != KEY_LENGTH ||
            item->d_name[KEY_LENGTH] != '.')
            continue;
        const long process = strtol(item->d_name + KEY_LENGTH + 1, &end, 10);
        if (process > 1 && *end == '.' && kill((pid_t)process, 0) != 0 &&
            errno == ESRCH)
            unlinkat(dirfd(listing), item->d_name, 0);
    }
    if (listing)
        closedir(listing);
}

enum status cache_store(const struct cache_entry *entry, const char *made,
                        const char *rule, char *object, size_t size,
                        struct problem *why)
{
    char manifest[PATH_MAX], draft[PATH_MAX];

    if (!manifest_path(entry, manifest, sizeof manifest) ||
        !path_format(draft, sizeof draft, "%s.manifest", made))
        return problem_set(why, WRONG_USE,
                           "the cache folder's name is too long");
    uint64_t hash = 0;
    const bool compiled = hash_file(made, &hash) && chmod(made, 0700) == 0;
    FILE *file = cache_write(draft);
    bool written =
        compiled && file && object_path(entry, hash, object, size) &&
        fprintf(file, "object %016llx\n", (unsigned long long)hash) > 0 &&
        write_dependencies(file, rule);
    if (file)
        written = fclose(file) == 0 && written;
    if (written) {
        drop_old_object(entry, manifest, object);
        drop_leftovers(entry->folder);
    }
    if (!written || rename(made, object) != 0 || rename(draft, manifest) != 0)
        return cannot_write(entry, draft, why);
    return OK;
}

void cache_drop(const struct cache_entry *entry)
{
    char manifest[PATH_MAX];

    if (manifest_path(entry, manifest, sizeof manifest))
        unlink(manifest);
}
