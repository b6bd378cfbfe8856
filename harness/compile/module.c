/* module.c - compiles and loads; module_cache.c keeps the results. */
#include "module_cache.h"
#include "dependencies.h"
#include "base/guard.h"
#include "base/output_file.h"
#include "base/paths.h"
#include "base/program.h"
#include "sandbox/object_check.h"

#include <ctype.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <math.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* ------------------------------------------------------------------ build */

enum { TOO_LONG = -2, TOO_MUCH = -3 }; /* by the clock; of processor time */

/* Seconds of processor time: nvcc takes minutes for a library. */
static double patience(const struct module_source *source)
{
    return program_patience() * (source->cuda ? 15 : 1);
}

/* In the child, before it becomes the compiler: the alarm stays, and each
 * process that the compiler starts has the limit of processor time too. The
 * clock's limit is for compilers that sleep: on a busy machine one takes many
 * times its processor time. */
static void limit_compiler(double patience)
{
    const rlim_t seconds = (rlim_t)ceil(patience);
    const struct rlimit time = {seconds, seconds + 1};
    const struct rlimit memory = {(rlim_t)8 << 30, (rlim_t)8 << 30};

    setrlimit(RLIMIT_CPU, &time);
    setrlimit(RLIMIT_DATA, &memory); /* a source may unfold without end */
    signal(SIGALRM, SIG_DFL);
    alarm((unsigned)ceil(CLOCK_TIMES * patience));
}

/* The compiler's home is the folder of this file, in our cache: what a user has
 * set up for compilers has no say in a verdict. */
static void move_home(const char *file)
{
    char home[PATH_MAX];
    const char *const slash = strrchr(file, '/');

    snprintf(home, sizeof home, "%.*s", (int)(slash ? slash - file : 0), file);
    setenv("HOME", *home ? home : "/", 1);
}

/* Runs the compiler; its words go to the file `words`. Returns its exit
 * status, -1 when it could not be run, TOO_LONG or TOO_MUCH. */
static int run_compiler(char *const *arguments, const char *words,
                        double seconds)
{
    const pid_t child = fork();
    int status;

    if (child < 0)
        return -1;
    if (child == 0) {
        setpgid(0, 0); /* it ends with us, its own children too */
        prctl(PR_SET_PDEATHSIG, SIGTERM);
        if (!freopen("/dev/null", "r", stdin) || !freopen(words, "w", stderr) ||
            dup2(fileno(stderr), STDOUT_FILENO) < 0)
            _exit(127);
        setenv("LC_ALL", "C", 1);
        move_home(words);
        limit_compiler(seconds);
        execv(arguments[0], arguments);
        _exit(127);
    }
    setpgid(child, child); /* whichever of the two comes first */
    guard_helper(child);
    pid_t ended;
    while ((ended = waitpid(child, &status, 0)) < 0 && errno == EINTR)
        ;
    guard_helper(0);
    if (ended < 0)
        return -1;
    if (WIFSIGNALED(status) &&
        (WTERMSIG(status) == SIGALRM || WTERMSIG(status) == SIGXCPU)) {
        kill(-child, SIGKILL); /* what it has started */
        return WTERMSIG(status) == SIGALRM ? TOO_LONG : TOO_MUCH;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

/* Words T in the compiler's sentence: const T, not T*. */
static int count_elements(const char *text)
{
    int count = 0;

    for (const char *at = text; (at = strchr(at, 'T')); at++)
        count += at > text && !isalnum((unsigned char)at[-1]) &&
                 at[-1] != '_' && !isalnum((unsigned char)at[1]) &&
                 at[1] != '_' && at[1 + strspn(at + 1, " ")] != '*';
    return count;
}

/* clang++ shows the operator in the source alone, above a ^. */
static const char *operator_above(const char *line)
{
    const char *const source = line + strcspn(line, "\n");
    const char *const below =
        *source ? source + 1 + strcspn(source + 1, "\n") : source;
    const char *const mark = *below ? strchr(below + 1, '^') : NULL;

    return mark && mark - below < below - source ? source + (mark - below) : "";
}

/* The operator that the compiler does not find, as g++, gcc, NVRTC and clang++
 * say it; "": they say something else. */
static const char *operator_in(const char *line)
{
    static const char *const says[] = {
        "no match for 'operator", "no match for \342\200\230operator",
        "no operator \"", "invalid operands to binary "};

    for (size_t i = 0; i < sizeof says / sizeof *says; i++) {
        const char *const at = strstr(line, says[i]);
        const char *const found = at ? at + strlen(says[i]) : "";
        if (at && at < line + strcspn(line, "\n"))
            return !strncmp(found, "expression", 10) ? operator_above(line)
                                                     : found;
    }
    return "";
}

/* What to write instead, where an error at `line` has a cause that the
 * compiler cannot know: an operator that would join two elements. */
static const char *hint_for(const char *line)
{
    const char *const name = operator_in(line);
    const bool alone = *name && !strchr("<>=!+-*/%&|^", name[1]);
    const bool assigns = *name && name[1] == '=';
    char sentence[512];

    snprintf(sentence, sizeof sentence, "%.*s",
             (int)strcspn(line, strstr(line, "no operator \"") ? "^" : "\n"),
             line);
    if (strstr(sentence, "volatile T'") || strstr(sentence, "volatile T {"))
        return "; an element may be a struct, which has no volatile accesses: "
               "remove volatile, and order the threads with a barrier";
    if (!strncmp(name, "=' ", 3) && strstr(sentence, "'T' and '"))
        return "; T need not be a number: the neutral element is identity()";
    if (!*name || !strchr("+-*/%&|^", *name) || !(alone || assigns) ||
        count_elements(sentence) < 2)
        return "";
    return *name == '-'
               ? "; the monoid has no inverse: use the sum of the elements "
                 "before this one"
               : "; combine elements with the monoid: write op(left, right)";
}

static const char processor_time[] = "CPU time limit";

/* What the machine lacks, in the words of a compiler that ran into it. */
static const char *limit_in(const char *words)
{
    static const char *const limits[] = {
        "No space left",        "Disk quota exceeded",
        "File too large",       "Too many open files",
        "out of memory",        "Cannot allocate memory",
        "memory exhausted",     "Resource temporarily unavailable",
        "Killed signal",        processor_time,
        "Cannot fork",          "cannot execute",
        "posix_spawn: Unknown", "File size limit"};

    char line[512];

    for (; words && *words;
         words += strcspn(words, "\n"), words += *words == '\n') {
        snprintf(line, sizeof line, "%.*s", (int)strcspn(words, "\n"), words);
        if (strstr(line, " | ")) /* a line of the source */
            continue;
        for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
            if (strcasestr(line, limits[i]))
                return limits[i];
    }
    return NULL;
}

static bool shows_all_errors(void)
{
    const char *const wanted = getenv("SCANLAB_ERRORS");

    return wanted && !strcmp(wanted, "all");
}

static int count_errors(const char *words)
{
    int count = 0;

    for (const char *at = words; (at = strstr(at, "error: ")); at++)
        count++;
    return count;
}

enum status module_does_not_compile(const struct module_source *source,
                                    const char *words, struct problem *why)
{
    char first[512] = "the compiler prints nothing";
    const char *hint = "";

    const bool of_machine = limit_in(words) || !words[strspn(words, " \t\n")];
    const bool is_brief = source->brief && !shows_all_errors();
    const int errors = is_brief ? count_errors(words) : 1;
    char more[96] = "";

    if (!source->quiet && !is_brief && !of_machine)
        fputs(words, stderr);
    if (errors > 1)
        snprintf(more, sizeof more,
                 " (the first of %d errors; SCANLAB_ERRORS=all shows all)",
                 errors);
    for (const char *line = words; *line; line += strcspn(line, "\n")) {
        line += *line == '\n';
        char text[sizeof first];
        snprintf(text, sizeof text, "%.*s", (int)strcspn(line, "\n"), line);
        if (strstr(text, "error:") || strstr(text, "No space left")) {
            memcpy(first, text, sizeof first);
            hint = source->brief ? "" : hint_for(line);
            break;
        }
    }
    if (strstr(first, "No space left"))
        return problem_set(why, MACHINE_LACKS,
                           "no space left to compile %s (in the cache folder "
                           "or the temporary folder)",
                           source->path);
    if (!words[strspn(words, " \t\n")])
        return problem_set(
            why, MACHINE_LACKS,
            "the compiler fails on %s and prints nothing: is it a compiler?",
            source->path);
    if (limit_in(words))
        return problem_set(why, MACHINE_LACKS,
                           "the compiler reached a limit of this computer "
                           "while compiling %s: %s",
                           source->path, limit_in(words));
    return problem_set(why, NOT_JUDGED, "%s does not compile: %s%s%s",
                       source->path, first, hint, more);
}

/* The folder that compilers take. */
static const char *temporary_folder(void)
{
    const char *const folder = getenv("TMPDIR");

    return folder && *folder ? folder : "/tmp";
}

static bool can_make_file(const char *folder)
{
    char path[PATH_MAX];

    if (!path_format(path, sizeof path, "%s/scanlab-XXXXXX", folder))
        return false;
    const int file = mkstemp(path);
    if (file < 0)
        return false;
    close(file);
    unlink(path);
    return true;
}

/* A compiler that failed may have had no room to work in: for what it makes and
 * says, or for its temporary files, without which gcc ends by a signal. */
static enum status lacks_room(const struct cache_entry *entry,
                              const char *words, struct problem *why)
{
    FILE *const file = fopen(words, "a");
    const bool written = file && fputc('\n', file) != EOF;

    if (!file || fclose(file) != 0 || !written)
        return problem_set(why, MACHINE_LACKS,
                           "%s cannot write to the cache folder %s: %s",
                           entry->compiler, entry->folder, strerror(errno));
    if (!can_make_file(temporary_folder()))
        return problem_set(why, MACHINE_LACKS,
                           "%s cannot write a temporary file in %s: %s; set "
                           "TMPDIR to a writable folder",
                           entry->compiler, temporary_folder(),
                           strerror(errno));
    return OK;
}

static enum status took_too_much(const struct module_source *source,
                                 const struct cache_entry *entry,
                                 struct problem *why)
{
    return problem_set(why, MACHINE_LACKS,
                       "the compiler %s took %g s of processor time on %s: set "
                       "SCANLAB_COMPILE_SECONDS to allow more",
                       entry->compiler, ceil(patience(source)), source->path);
}

/* The compiler's words are in a file. One of its processes may have been ended
 * for its processor time: then the driver, or a shell, has these words. */
static enum status compile_failed(const struct module_source *source,
                                  const struct cache_entry *entry,
                                  const char *words_path, struct problem *why)
{
    char *const words = path_read(words_path, NULL);
    const char *const limit = limit_in(words);
    const enum status status =
        limit && !strcmp(limit, processor_time)
            ? took_too_much(source, entry, why)
            : module_does_not_compile(source, words ? words : "", why);

    free(words);
    return status;
}

/* The files of one build, all under names of our own. */
struct files {
    char made[PATH_MAX], object[PATH_MAX], rule[PATH_MAX], words[PATH_MAX],
        text[PATH_MAX];
};

/* A step of a build goes from one of these to a later one. */
enum stage { SOURCE, TEXT, OBJECT, MADE };

/* The language of what a step begins with; NULL: an object file's. */
static const char *language_of(const struct module_source *source,
                               enum stage from)
{
    return from == OBJECT      ? NULL
           : from == TEXT      ? "c++-cpp-output"
           : source->cuda      ? "cu"
           : source->cplusplus ? "c++"
                               : "c";
}

/* The compiler's command line; `in` is no option. */
static void fill_arguments(const struct module_source *source,
                           const struct cache_entry *entry,
                           const struct files *files, enum stage from,
                           enum stage to, const char *in, const char *out,
                           char **arguments)
{
    const char *const language = language_of(source, from);
    int count = 0;

    arguments[count++] = (char *)entry->compiler;
    if (source->cuda)
        arguments[count++] = "-Xcompiler";
    arguments[count++] = "-fPIC";
    arguments[count++] = to == MADE ? "-shared" : to == OBJECT ? "-c" : "-E";
    if (to == TEXT)
        arguments[count++] = "-dD";
    if (*MODULE_SANITIZE && !source->plain && !source->cuda)
        arguments[count++] = MODULE_SANITIZE;
    arguments[count++] = "-o";
    arguments[count++] = (char *)out;
    if (from == SOURCE) {
        arguments[count++] = "-MD";
        arguments[count++] = "-MF";
        arguments[count++] = (char *)files->rule;
        arguments[count++] = "-MT"; /* no name that has to be quoted */
        arguments[count++] = "object";
    }
    if (language) {
        arguments[count++] = "-x"; /* whatever the file is called */
        arguments[count++] = (char *)language;
    }
    arguments[count++] = (char *)in;
    if (language && !source->cuda) { /* libraries among the options */
        arguments[count++] = "-x";
        arguments[count++] = "none";
    }
    for (int i = 0; i < source->options; i++)
        arguments[count++] = (char *)source->option[i];
    /* An object that has been looked at calls what this program has loaded:
     * a linker that reads the C library's names too takes five times as long.
     * Only libgcc has functions of its own (__udivti3, that of __popc()). */
    if (from == OBJECT) {
        arguments[count++] = "-nostdlib";
        arguments[count++] = "-lgcc";
    }
    arguments[count] = NULL;
}

/* Why a compiler did not make `out`. */
static enum status tell_failure(const struct module_source *source,
                                const struct cache_entry *entry,
                                const struct files *files, int exit_status,
                                struct problem *why)
{
    if (exit_status == 0)
        return problem_set(why, MACHINE_LACKS,
                           "%s reports success, but wrote no output",
                           entry->compiler);
    if (exit_status == TOO_LONG)
        return problem_set(why, MACHINE_LACKS,
                           "the compiler %s did not finish within %g s (with "
                           "SCANLAB_COMPILE_SECONDS=%g, %d times as long)",
                           entry->compiler,
                           ceil(CLOCK_TIMES * patience(source)),
                           patience(source), CLOCK_TIMES);
    if (exit_status == TOO_MUCH || exit_status == 128 + SIGXCPU)
        return took_too_much(source, entry, why);
    if (exit_status != 127 && lacks_room(entry, files->words, why) != OK)
        return MACHINE_LACKS;
    if (exit_status < 0 || exit_status == 127)
        return problem_set(why, MACHINE_LACKS, "cannot run %s",
                           entry->compiler);
    return compile_failed(source, entry, files->words, why);
}

static enum status run_step(const struct module_source *source,
                            const struct cache_entry *entry,
                            const struct files *files, enum stage from,
                            enum stage to, struct problem *why)
{
    char *arguments[MODULE_OPTIONS + 20], path[sizeof source->path + 2];
    const char *const out = to == MADE     ? files->made
                            : to == OBJECT ? files->object
                                           : files->text;
    const char *const in = from == SOURCE ? path
                           : from == TEXT ? files->text
                                          : files->object;

    /* No source is an option. */
    snprintf(path, sizeof path, "%s%s", *source->path == '-' ? "./" : "",
             source->path);
    fill_arguments(source, entry, files, from, to, in, out, arguments);
    const int exit_status =
        run_compiler(arguments, files->words, patience(source));
    if (exit_status == 0 && access(out, R_OK) == 0)
        return OK;
    return tell_failure(source, entry, files, exit_status, why);
}

/* The preprocessed text, as source->rewrite makes it. */
static enum status rewrite(const struct module_source *source,
                           const struct files *files, struct problem *why)
{
    char *text = path_read(files->text, NULL);
    enum status status = OK;

    if (!text)
        return problem_set(why, MACHINE_LACKS, "%s: %s", files->text,
                           strerror(errno));
    status = source->rewrite(&text, why);
    FILE *const file = status == OK ? fopen(files->text, "w") : NULL;
    if (status == OK && (!file || fputs(text, file) < 0))
        status = MACHINE_LACKS;
    if (file && fclose(file) != 0)
        status = MACHINE_LACKS;
    free(text);
    return status == MACHINE_LACKS
               ? problem_set(why, status, "cannot write %s: %s", files->text,
                             strerror(errno))
               : status;
}

static enum status compile(const struct module_source *source,
                           const struct cache_entry *entry,
                           const struct files *files, struct problem *why)
{
    enum stage from = SOURCE;
    enum status status = OK;

    if (source->rewrite) {
        status = run_step(source, entry, files, SOURCE, TEXT, why);
        if (status == OK)
            status = rewrite(source, files, why);
        from = TEXT;
    }
    if (status == OK && source->between) {
        status = run_step(source, entry, files, from, OBJECT, why);
        if (status == OK)
            status = source->between(source, files->object, files->rule, why);
        from = OBJECT;
    }
    return status == OK ? run_step(source, entry, files, from, MADE, why)
                        : status;
}

/* cache_store puts what was made in place. */
static enum status build(const struct module_source *source,
                         struct cache_entry *entry, char *object, size_t size,
                         struct problem *why)
{
    const int me = (int)getpid();
    struct files f;

    if (!path_format(f.made, sizeof f.made, "%s/%s.%d.so", entry->folder,
                     entry->key, me) ||
        !path_format(f.object, sizeof f.object, "%s.o", f.made) ||
        !path_format(f.rule, sizeof f.rule, "%s.d", f.made) ||
        !path_format(f.text, sizeof f.text, "%s.ii", f.made) ||
        !path_format(f.words, sizeof f.words, "%s.words", f.made))
        return problem_set(why, WRONG_USE,
                           "the cache folder's name is too "
                           "long");
    char *const made[] = {f.made, f.object, f.rule, f.text, f.words};
    enum { FILES = sizeof made / sizeof *made };
    for (int i = 0; i < FILES; i++)
        output_note(made[i]);
    entry->began = dependencies_now();
    enum status status = compile(source, entry, &f, why);
    if (status == OK)
        status = cache_store(source, entry, f.made, f.rule, object, size, why);
    for (int i = 0; i < FILES; i++) {
        unlink(made[i]);
        output_unnote(made[i]);
    }
    return status;
}

/* Once more where a file has changed meanwhile, or just before. */
static enum status build_settled(const struct module_source *source,
                                 struct cache_entry *entry, char *object,
                                 size_t size, struct problem *why)
{
    enum { BUILDS = 2 };
    enum status status = OK;

    entry->changed = true;
    for (int i = 0; i < BUILDS && status == OK && entry->changed; i++)
        status = build(source, entry, object, size, why);
    return status;
}

/* Of the processes that want a module one compiles it; the others find it. */
static enum status find_or_build(const struct module_source *source,
                                 struct cache_entry *entry, char *object,
                                 size_t size, bool *found, struct problem *why)
{
    enum status status = OK;

    *found = cache_holds(entry, object, size);
    if (*found)
        return OK;
    const int turn = cache_take_turn(entry);
    *found = cache_holds(entry, object, size);
    if (!*found)
        status = build_settled(source, entry, object, size, why);
    cache_end_turn(turn);
    return status;
}

/* -------------------------------------------------------------------- api */

enum status module_check_host(const struct module_source *source,
                              const char *object, const char *rule,
                              struct problem *why)
{
    (void)rule;
    /* A sanitizer calls its own library. */
    return *MODULE_SANITIZE
               ? OK
               : object_check(object, OBJECT_HOST, source->path, why);
}

void module_option(struct module_source *source, const char *format, ...)
{
    const bool has_room = source->options < MODULE_OPTIONS;
    char *const to =
        has_room ? source->option[source->options] : source->misfit;
    const size_t size = has_room ? MODULE_OPTION_LENGTH : sizeof source->misfit;
    va_list values;

    if (source->misfit_length > 0) /* the first one is told */
        return;
    va_start(values, format);
    const int length = vsnprintf(to, size, format, values);
    va_end(values);
    if (has_room && length < MODULE_OPTION_LENGTH) {
        source->options++;
        return;
    }
    source->misfit_length = length;
    if (has_room)
        snprintf(source->misfit, sizeof source->misfit, "%s", to);
}

void module_flags(struct module_source *source, const char *flags)
{
    while (*flags) {
        const size_t length = strcspn(flags, " ");
        module_option(source, "%.*s", (int)length, flags);
        flags += length;
        flags += strspn(flags, " ");
    }
}

static enum status tell_misfit(const struct module_source *source,
                               struct problem *why)
{
    if (source->misfit_length < MODULE_OPTION_LENGTH)
        return problem_set(
            why, WRONG_USE,
            "%s: with %s there are more than %d compiler options", source->path,
            source->misfit, MODULE_OPTIONS);
    return problem_set(why, WRONG_USE,
                       "%s: the compiler option %s... has %d characters, but "
                       "at most %d fit: use a shorter path",
                       source->path, source->misfit, source->misfit_length,
                       MODULE_OPTION_LENGTH - 1);
}

enum status module_source_check(const struct module_source *source,
                                struct problem *why)
{
    struct stat facts;

    if (source->misfit_length > 0)
        return tell_misfit(source, why);
    if (stat(source->path, &facts) != 0 || access(source->path, R_OK) != 0)
        return problem_set(why, WRONG_USE, "%s: %s", source->path,
                           strerror(errno));
    return S_ISREG(facts.st_mode)
               ? OK
               : problem_set(why, WRONG_USE, "%s is not a file", source->path);
}

enum status module_open(const struct module_source *source, struct module *out,
                        struct problem *why)
{
    struct cache_entry entry;
    char object[PATH_MAX];
    enum status status = module_source_check(source, why);

    *out = (struct module){0};
    if (status == OK)
        status = cache_find(source, &entry, why);
    if (status != OK)
        return status;
    /* Further rounds serve the case that another process replaced the entry
     * between our look and our load; that entry is left alone. */
    enum { ROUNDS = 20, MAX_BROKEN = 2 };
    for (int round = 0, broken = 0; round < ROUNDS && broken < MAX_BROKEN;
         round++) {
        status = find_or_build(source, &entry, object, sizeof object,
                               &out->was_cached, why);
        if (status != OK)
            return status;
        out->library = dlopen(object, RTLD_NOW | RTLD_LOCAL |
                                          (source->keep ? RTLD_NODELETE : 0));
        if (out->library)
            return OK;
        if (access(object, R_OK) == 0) {
            cache_drop(&entry);
            broken++;
        }
    }
    return problem_set(why, NOT_JUDGED, "%s compiles but does not load: %s",
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
    return problem_set(why, NOT_JUDGED,
                       "the compiled source does not define '%s'", name);
}
