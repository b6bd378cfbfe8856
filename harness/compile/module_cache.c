/* module_cache.c - keys, manifests, and the check for stale objects. */
#include "module_cache.h"
#include "dependencies.h"
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

/* With other values a compiler reads other files, or is another one. */
static void hash_surroundings(XXH3_state_t *state)
{
    static const char *const names[] = {"CPATH",
                                        "C_INCLUDE_PATH",
                                        "CPLUS_INCLUDE_PATH",
                                        "COMPILER_PATH",
                                        "LIBRARY_PATH",
                                        "GCC_EXEC_PREFIX",
                                        "LD_RUN_PATH",
                                        "CCC_OVERRIDE_OPTIONS",
                                        "SOURCE_DATE_EPOCH",
                                        "NVCC_PREPEND_FLAGS",
                                        "NVCC_APPEND_FLAGS"};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        const char *const value = getenv(names[i]);
        hash_text(state, value ? value : "");
    }
}

static enum status begin_key(XXH3_state_t **state, struct problem *why)
{
    *state = XXH3_createState();
    if (!*state)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    XXH3_128bits_reset(*state);
    hash_text(*state, "2"); /* the form of a manifest */
    hash_surroundings(*state);
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

enum status module_find_compiler(const struct module_source *source, char *out,
                                 size_t size, struct problem *why)
{
    const char *const name =
        source->compiler ? source->compiler : compiler_name(source->cplusplus);

    return module_find_program(name, out, size)
               ? OK
               : no_compiler(source, name, why);
}

enum status cache_find(const struct module_source *source,
                       struct cache_entry *entry, struct problem *why)
{
    struct stat facts = {0};
    XXH3_state_t *state;
    enum status status = paths_cache(entry->folder, sizeof entry->folder, why);

    if (status == OK)
        status = module_find_compiler(source, entry->compiler,
                                      sizeof entry->compiler, why);
    if (status == OK)
        status = begin_key(&state, why);
    if (status != OK)
        return status;
    stat(entry->compiler, &facts);
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

/* ------------------------------------------------------------------- turns */

/* The lock is one byte of the file .turns, of which the key says which; the
 * kernel opens it when a process ends. Where there are no such locks, nothing
 * is waited for. */
int cache_take_turn(const struct cache_entry *entry)
{
    enum { NAP_US = 5000, NAPS = 12000 };
    char path[PATH_MAX], first[16];
    struct flock byte = {.l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1};

    if (!path_format(path, sizeof path, "%s/.turns", entry->folder))
        return -1;
    const int turn = open(
        path, O_RDWR | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0600);
    snprintf(first, sizeof first, "%.15s", entry->key);
    byte.l_start = (off_t)strtoull(first, NULL, 16);
    for (int i = 0; turn >= 0 && i < NAPS; i++) {
        if (fcntl(turn, F_OFD_SETLK, &byte) == 0 ||
            (errno != EAGAIN && errno != EACCES))
            break;
        usleep(NAP_US);
    }
    return turn;
}

void cache_end_turn(int turn)
{
    if (turn >= 0)
        close(turn);
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
                         char *out, size_t size, uint64_t *hash, uint64_t *sum)
{
    char line[128];
    unsigned long long named, of_lines;

    if (!fgets(line, sizeof line, manifest) ||
        sscanf(line, "object %llx lines %llx", &named, &of_lines) != 2)
        return false;
    *hash = named;
    *sum = of_lines;
    return object_path(entry, named, out, size);
}

/* Removes what an earlier build left, unless it is the same. */
static void drop_old_object(const struct cache_entry *entry,
                            const char *manifest, const char *kept)
{
    FILE *file = cache_read(manifest);
    char old[PATH_MAX];
    uint64_t hash, sum;

    if (!file)
        return;
    if (named_object(entry, file, old, sizeof old, &hash, &sum) &&
        strcmp(old, kept) != 0)
        unlink(old);
    fclose(file);
}

/* Of the lines of this entry's manifest, and no other's. */
static uint64_t sum_of(const struct cache_entry *entry, const char *lines)
{
    return XXH3_64bits_withSeed(lines, strlen(lines),
                                XXH3_64bits(entry->key, strlen(entry->key)));
}

static char *rest_of(FILE *file)
{
    char *text = NULL;
    size_t size = 0;

    if (getdelim(&text, &size, '\0', file) > 0)
        return text;
    free(text);
    return NULL;
}

bool cache_holds(const struct cache_entry *entry, char *object, size_t size)
{
    char path[PATH_MAX];
    uint64_t hash, sum;

    FILE *const file =
        manifest_path(entry, path, sizeof path) ? cache_read(path) : NULL;
    if (!file)
        return false;
    const bool named = named_object(entry, file, object, size, &hash, &sum);
    char *const lines = named ? rest_of(file) : NULL;
    fclose(file);
    const bool holds = lines && sum_of(entry, lines) == sum &&
                       holds_hash(object, hash) && dependencies_hold(lines);
    free(lines);
    return holds;
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

/* The manifest, with all that the compiler has read. */
static bool write_manifest(const struct module_source *source,
                           struct cache_entry *entry, const char *path,
                           const char *rule, uint64_t hash)
{
    char *lines = NULL;
    size_t length;
    FILE *const text = open_memstream(&lines, &length);
    bool written = text && dependencies_write(text, source, rule, entry->began,
                                              &entry->changed);

    if (text)
        written = fclose(text) == 0 && written;
    FILE *const file = written ? cache_write(path) : NULL;
    written =
        file && fprintf(file, "object %016llx lines %016llx\n%s",
                        (unsigned long long)hash,
                        (unsigned long long)sum_of(entry, lines), lines) > 0;
    if (file)
        written = fclose(file) == 0 && written;
    free(lines);
    return written;
}

enum status cache_store(const struct module_source *source,
                        struct cache_entry *entry, const char *made,
                        const char *rule, char *object, size_t size,
                        struct problem *why)
{
    char manifest[PATH_MAX], draft[PATH_MAX];

    if (!manifest_path(entry, manifest, sizeof manifest) ||
        !path_format(draft, sizeof draft, "%s.manifest", made))
        return problem_set(why, WRONG_USE,
                           "the cache folder's name is too long");
    uint64_t hash = 0;
    const bool written = hash_file(made, &hash) && chmod(made, 0700) == 0 &&
                         object_path(entry, hash, object, size) &&
                         write_manifest(source, entry, draft, rule, hash);
    if (written) {
        drop_old_object(entry, manifest, object);
        drop_leftovers(entry->folder);
    }
    if (!written || rename(made, object) != 0 || rename(draft, manifest) != 0)
        return cannot_write(entry, draft, why);
    return OK;
}

static bool holds(const char *path, const char *text)
{
    size_t length;
    char *const found = path_read(path, &length);
    const bool same =
        found && length == strlen(text) && !memcmp(found, text, length);

    free(found);
    return same;
}

static bool store(const char *path, const char *text)
{
    char draft[PATH_MAX];
    FILE *const file =
        path_format(draft, sizeof draft, "%s.%ld", path, (long)getpid())
            ? cache_write(draft)
            : NULL;
    bool stored = file && fputs(text, file) >= 0;

    if (file)
        stored = fclose(file) == 0 && stored;
    if (stored && rename(draft, path) == 0)
        return true;
    const int error = errno;
    unlink(draft);
    errno = error;
    return false;
}

bool cache_keep(const char *path, const char *text)
{
    return holds(path, text) || store(path, text);
}

void cache_drop(const struct cache_entry *entry)
{
    char manifest[PATH_MAX];

    if (manifest_path(entry, manifest, sizeof manifest))
        unlink(manifest);
}
