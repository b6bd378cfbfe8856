/* module.c - compiling, caching and loading. */
#include "module.h"
#include "paths.h"

#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xxhash.h>

#ifndef MODULE_SANITIZE
#define MODULE_SANITIZE "" /* the sanitizer that the program was built with */
#endif

/* A place in the cache: where its files are, and what the build will be. */
struct entry {
    char folder[PATH_MAX];
    char key[33];
    char compiler[PATH_MAX];
};

/* ------------------------------------------------------------- compiler */

static const char *compiler_name(bool cplusplus)
{
    const char *said = getenv(cplusplus ? "SCANLAB_CXX" : "SCANLAB_CC");
    return said && *said ? said : cplusplus ? "c++" : "cc";
}

/* Where the shell would find it. */
static bool find_program(const char *name, char *out, size_t size)
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
    char command[PATH_MAX + 64], path[PATH_MAX];

    if (*line)
        return line;
    strcpy(line, "none");
    if (!find_program(compiler_name(false), path, sizeof path) ||
        !path_format(command, sizeof command, "'%s' --version", path))
        return line;
    FILE *pipe = popen(command, "r");
    if (pipe) {
        if (!fgets(line, sizeof line, pipe))
            strcpy(line, "none");
        pclose(pipe);
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

/* ------------------------------------------------------------------- keys */

static uint64_t hash_file(const char *path)
{
    size_t length;
    char *text = path_read(path, &length);
    const uint64_t hash = text ? XXH3_64bits(text, length) : 0;
    free(text);
    return hash;
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

static enum status find_entry(const struct module_source *source,
                              struct entry *entry, struct problem *why)
{
    const char *name = compiler_name(source->cplusplus);
    struct stat facts;
    const enum status status =
        paths_cache(entry->folder, sizeof entry->folder, why);

    if (status != OK)
        return status;
    if (!find_program(name, entry->compiler, sizeof entry->compiler) ||
        stat(entry->compiler, &facts) != 0)
        return problem_set(why, MACHINE_LACKS,
                           "no compiler '%s': install %s, or name one with %s",
                           name, source->cplusplus ? "g++" : "gcc",
                           source->cplusplus ? "SCANLAB_CXX" : "SCANLAB_CC");

    XXH3_state_t *state = XXH3_createState();
    if (!state)
        return problem_set(why, MACHINE_LACKS, "out of memory");
    XXH3_128bits_reset(state);
    hash_text(state, entry->compiler);
    XXH3_128bits_update(state, &facts.st_mtim, sizeof facts.st_mtim);
    XXH3_128bits_update(state, &facts.st_size, sizeof facts.st_size);
    hash_processor(state);
    hash_text(state, MODULE_SANITIZE);
    hash_text(state, source->path);
    for (int i = 0; i < source->options; i++)
        hash_text(state, source->option[i]);
    const XXH128_hash_t hash = XXH3_128bits_digest(state);
    XXH3_freeState(state);
    snprintf(entry->key, sizeof entry->key, "%016llx%016llx",
             (unsigned long long)hash.high64, (unsigned long long)hash.low64);
    return OK;
}

/* -------------------------------------------------------------- manifests */

static bool object_path(const struct entry *entry, uint64_t hash, char *out,
                        size_t size)
{
    return path_format(out, size, "%s/%s-%016llx.so", entry->folder, entry->key,
                       (unsigned long long)hash);
}

static bool manifest_path(const struct entry *entry, char *out, size_t size)
{
    return path_format(out, size, "%s/%s.manifest", entry->folder, entry->key);
}

/* True when the entry is whole and nothing that it was made of has changed;
 * then `object` is the file to load. */
static bool entry_holds(const struct entry *entry, char *object, size_t size)
{
    char path[PATH_MAX], line[PATH_MAX + 64];
    unsigned long long hash;
    bool holds = false;

    if (!manifest_path(entry, path, sizeof path))
        return false;
    FILE *file = fopen(path, "r");
    if (!file)
        return false;
    if (fgets(line, sizeof line, file) &&
        sscanf(line, "object %llx", &hash) == 1 &&
        object_path(entry, hash, object, size) && hash_file(object) == hash)
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
                hash_file(line + at) == hash;
    }
    fclose(file);
    return holds && ended;
}

/* Turns the compiler's make rule "x.o: a.c b.h \ c.h" into manifest lines. */
static bool write_dependencies(FILE *out, const char *rule_path)
{
    char *rule = path_read(rule_path, NULL);
    if (!rule)
        return false;
    char *rest = strstr(rule, ": ");
    bool fine = rest != NULL;
    if (rest)
        rest += 2;
    while (rest && *rest) {
        rest += strspn(rest, " \t\n\\");
        char name[PATH_MAX];
        size_t length = 0;
        while (*rest && *rest != ' ' && *rest != '\n' &&
               length < sizeof name - 1) {
            if (*rest == '\\' && (rest[1] == ' ' || rest[1] == '#'))
                rest++; /* make's way to write a blank in a name */
            name[length++] = *rest++;
        }
        name[length] = '\0';
        if (length)
            fine &= fprintf(out, "file %016llx %s\n",
                            (unsigned long long)hash_file(name), name) > 0;
    }
    free(rule);
    return fine && fprintf(out, "end\n") > 0;
}

/* ------------------------------------------------------------------ build */

/* Runs the compiler; its words go to the file `words`. Returns its exit
 * status, or -1 when it could not be run. */
static int run_compiler(char *const *arguments, const char *words)
{
    const pid_t child = fork();
    int status;

    if (child < 0)
        return -1;
    if (child == 0) {
        if (!freopen("/dev/null", "r", stdin) || !freopen(words, "w", stderr) ||
            dup2(fileno(stderr), STDOUT_FILENO) < 0)
            _exit(127);
        setenv("LC_ALL", "C", 1);
        execv(arguments[0], arguments);
        _exit(127);
    }
    while (waitpid(child, &status, 0) < 0)
        if (errno != EINTR)
            return -1;
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* The compiler's words go to stderr; the first error makes the sentence. */
static enum status compile_failed(const struct module_source *source,
                                  const char *words_path, struct problem *why)
{
    char *words = path_read(words_path, NULL);
    char first[512] = "the compiler says nothing";

    if (words && !source->quiet)
        fputs(words, stderr);
    for (char *line = words, *next; line && *line; line = next) {
        next = line + strcspn(line, "\n");
        if (*next)
            *next++ = '\0';
        if (strstr(line, "error")) {
            snprintf(first, sizeof first, "%s", line);
            break;
        }
    }
    free(words);
    return problem_set(why, CHECK_FAILED, "%s does not compile: %s",
                       source->path, first);
}

static enum status compile(const struct module_source *source,
                           const struct entry *entry, const char *object,
                           const char *rule, const char *words,
                           struct problem *why)
{
    char *arguments[MODULE_OPTIONS + 16];
    int count = 0;

    arguments[count++] = (char *)entry->compiler;
    arguments[count++] = "-fPIC";
    arguments[count++] = "-shared";
    if (*MODULE_SANITIZE)
        arguments[count++] = MODULE_SANITIZE;
    arguments[count++] = "-o";
    arguments[count++] = (char *)object;
    arguments[count++] = "-MD";
    arguments[count++] = "-MF";
    arguments[count++] = (char *)rule;
    arguments[count++] = (char *)source->path;
    for (int i = 0; i < source->options; i++)
        arguments[count++] = (char *)source->option[i];
    arguments[count] = NULL;

    const int exit_status = run_compiler(arguments, words);
    if (exit_status == 0)
        return OK;
    if (exit_status < 0 || exit_status == 127)
        return problem_set(why, MACHINE_LACKS, "cannot run %s",
                           entry->compiler);
    return compile_failed(source, words, why);
}

/* Files are made under names of our own and renamed, the manifest last: a
 * second process sees the old entry, or the new one, or none. */
static enum status build(const struct module_source *source,
                         const struct entry *entry, char *object, size_t size,
                         struct problem *why)
{
    char made[PATH_MAX], rule[PATH_MAX], words[PATH_MAX], manifest[PATH_MAX],
        draft[PATH_MAX];
    const int me = (int)getpid();

    if (!path_format(made, sizeof made, "%s/%s.%d.so", entry->folder,
                     entry->key, me) ||
        !path_format(rule, sizeof rule, "%s.d", made) ||
        !path_format(words, sizeof words, "%s.words", made) ||
        !path_format(draft, sizeof draft, "%s.manifest", made) ||
        !manifest_path(entry, manifest, sizeof manifest))
        return problem_set(why, WRONG_USE,
                           "the cache folder's name is too "
                           "long");
    enum status status = compile(source, entry, made, rule, words, why);
    if (status != OK)
        goto clean_up;

    const uint64_t hash = hash_file(made);
    FILE *file = fopen(draft, "w");
    bool written =
        file && object_path(entry, hash, object, size) &&
        fprintf(file, "object %016llx\n", (unsigned long long)hash) > 0 &&
        write_dependencies(file, rule);
    if (file)
        written = fclose(file) == 0 && written;
    if (!written || rename(made, object) != 0 || rename(draft, manifest) != 0)
        status = problem_set(why, MACHINE_LACKS,
                             "cannot write to the cache folder %s: %s",
                             entry->folder, strerror(errno));
clean_up:
    unlink(made);
    unlink(rule);
    unlink(words);
    unlink(draft);
    return status;
}

/* -------------------------------------------------------------------- api */

void module_option(struct module_source *source, const char *format, ...)
{
    va_list values;
    if (source->options >= MODULE_OPTIONS)
        return;
    va_start(values, format);
    vsnprintf(source->option[source->options++], MODULE_OPTION_LENGTH, format,
              values);
    va_end(values);
}

enum status module_open(const struct module_source *source, struct module *out,
                        struct problem *why)
{
    struct entry entry;
    char object[PATH_MAX];
    enum status status = find_entry(source, &entry, why);

    *out = (struct module){0};
    if (status != OK)
        return status;
    if (access(source->path, R_OK) != 0)
        return problem_set(why, WRONG_USE, "%s: %s", source->path,
                           strerror(errno));
    /* A second round serves the case that another process replaced the entry
     * between our look and our load. */
    for (int round = 0; round < 2; round++) {
        out->was_cached = entry_holds(&entry, object, sizeof object);
        if (!out->was_cached) {
            status = build(source, &entry, object, sizeof object, why);
            if (status != OK)
                return status;
        }
        out->library = dlopen(object, RTLD_NOW | RTLD_LOCAL |
                                          (source->keep ? RTLD_NODELETE : 0));
        if (out->library)
            return OK;
    }
    return problem_set(why, CHECK_FAILED, "%s compiles but does not load: %s",
                       source->path, dlerror());
}

void module_close(struct module *module)
{
    if (module->library)
        dlclose(module->library);
    module->library = NULL;
}

enum status module_symbol(const struct module *module, const char *name,
                          void **out, struct problem *why)
{
    *out = dlsym(module->library, name);
    if (*out)
        return OK;
    return problem_set(why, CHECK_FAILED, "the compiled source defines no '%s'",
                       name);
}
