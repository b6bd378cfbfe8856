/* test_module.c - the cache of compiled sources: what is rebuilt and what is
 * not. Every test has a cache and a source of its own, in a new folder whose
 * name has a blank in it.
 */
#include "compile/module.h"
#include "base/guard.h"
#include "base/program.h"
#include "monoids/monoid.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

static char folder[256];
static struct module_source source;

static char *in_folder(const char *name)
{
    static char path[4][512];
    static int turn;

    turn = (turn + 1) % 4;
    snprintf(path[turn], sizeof path[turn], "%s/%s", folder, name);
    return path[turn];
}

static void write_file(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");

    assert_non_null(file);
    fputs(text, file);
    assert_int_equal(fclose(file), 0);
}

static int set_up(void **state)
{
    (void)state;
    const char *tmp = getenv("TMPDIR");
    snprintf(folder, sizeof folder, "%.200s/scanlab test XXXXXX",
             tmp && *tmp ? tmp : "/tmp");
    if (!mkdtemp(folder) || setenv("XDG_CACHE_HOME", in_folder("cache"), 1))
        return -1;
    unsetenv("SCANLAB_CC");
    write_file(in_folder("value.h"), "#define VALUE 42\n");
    write_file(in_folder("answer.c"), "#include \"value.h\"\n"
                                      "int answer(void);\n"
                                      "int answer(void) { return VALUE; }\n");
    source = (struct module_source){.options = 0};
    snprintf(source.path, sizeof source.path, "%s", in_folder("answer.c"));
    module_option(&source, "-O0");
    return 0;
}

static int tear_down(void **state)
{
    char command[600];

    (void)state;
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    return system(command);
}

/* Opens, asks, closes. Returns whether it came from the cache. */
static bool answers(int want)
{
    struct module module;
    struct problem why = {.line = ""};
    void *symbol;
    int (*answer)(void);

    if (module_open(&source, &module, &why) != OK)
        fail_msg("%s", why.line);
    assert_int_equal(module_symbol(&module, "answer", &symbol, &why), OK);
    memcpy(&answer, &symbol, sizeof answer);
    assert_int_equal(answer(), want);
    module_close(&module);
    return module.was_cached;
}

/* The one file in the cache with this ending; its path in static storage. */
static char *cached_file(const char *ending)
{
    static char path[1024];
    DIR *listing = opendir(in_folder("cache/scanlab"));

    assert_non_null(listing);
    *path = '\0';
    for (struct dirent *item; (item = readdir(listing));) {
        const size_t length = strlen(item->d_name), end = strlen(ending);
        if (length > end && !strcmp(item->d_name + length - end, ending)) {
            assert_string_equal(path, ""); /* one only */
            snprintf(path, sizeof path, "%s/%s", in_folder("cache/scanlab"),
                     item->d_name);
        }
    }
    closedir(listing);
    assert_string_not_equal(path, "");
    return path;
}

static void compiles_once(void **state)
{
    (void)state;
    assert_false(answers(42));
    assert_true(answers(42));
    assert_true(answers(42));
    cached_file(".so"); /* and nothing else is left there */
    cached_file(".manifest");
}

static void compiles_again_after_an_edit(void **state)
{
    (void)state;
    assert_false(answers(42));
    write_file(in_folder("value.h"), "#define VALUE 43\n");
    assert_false(answers(43));
    assert_true(answers(43));
    write_file(in_folder("answer.c"), "int answer(void);\n"
                                      "int answer(void) { return 7; }\n");
    assert_false(answers(7));
}

/* A header that is new, and is found before the one that was read. */
static void notices_a_header_that_is_found_first(void **state)
{
    char option[300];

    (void)state;
    assert_int_equal(mkdir(in_folder("later"), 0700), 0);
    assert_int_equal(rename(in_folder("value.h"), in_folder("later/value.h")),
                     0);
    snprintf(option, sizeof option, "-I%s", in_folder("later"));
    module_option(&source, "%s", option);
    assert_false(answers(42));
    assert_true(answers(42));
    write_file(in_folder("value.h"), "#define VALUE 43\n");
    assert_false(answers(43));
    assert_true(answers(43));
    unlink(in_folder("value.h"));
    assert_false(answers(42));
}

/* Also where it is asked for, even in a word over two lines; and a header of
 * the system's name. */
static void notices_a_header_that_is_asked_for(void **state)
{
    static const char *const asks[] = {
        "#if __has_include(\"new.h\")\n#include \"new.h\"\n#endif\n",
        "#if __has_\\\ninclude(\"new.h\")\n#include \"new.h\"\n#endif\n",
        "#include \"stdint.h\"\n"};
    char text[512];

    (void)state;
    for (int i = 0; i < 3; i++) {
        const char *const name = in_folder(i == 2 ? "stdint.h" : "new.h");
        snprintf(text, sizeof text,
                 "#include \"value.h\"\n%sint answer(void);\n"
                 "int answer(void) { return VALUE; }\n",
                 asks[i]);
        write_file(in_folder("answer.c"), text);
        answers(42);
        write_file(name, "#undef VALUE\n#define VALUE 43\n");
        assert_false(answers(43));
        unlink(name);
        answers(42);
    }
}

static void notices_other_folders_of_the_environment(void **state)
{
    (void)state;
    write_file(in_folder("answer.c"), "#include <folder.h>\n"
                                      "int answer(void);\n"
                                      "int answer(void) { return VALUE; }\n");
    assert_int_equal(mkdir(in_folder("a"), 0700), 0);
    assert_int_equal(mkdir(in_folder("b"), 0700), 0);
    write_file(in_folder("a/folder.h"), "#define VALUE 1\n");
    write_file(in_folder("b/folder.h"), "#define VALUE 2\n");
    setenv("CPATH", in_folder("a"), 1);
    assert_false(answers(1));
    setenv("CPATH", in_folder("b"), 1);
    assert_false(answers(2));
    setenv("CPATH", in_folder("a"), 1);
    assert_true(answers(1));
    unsetenv("CPATH");
}

/* An editor, or a link that leads to another file, while the compiler runs: its
 * object is of the older text. */
static void notices_an_edit_while_it_compiles(void **state)
{
    static const char *const edits[] = {
        "cp other.h value.h", "mv other.h value.h", "ln -sf linked.h value.h"};
    char text[512];

    (void)state;
    for (int i = 0; i < 3; i++) {
        write_file(in_folder("value.h"), "#define VALUE 42\n");
        write_file(in_folder("linked.h"), "#define VALUE 43\n");
        write_file(in_folder("other.h"), "#define VALUE 43\n");
        usleep(50000);
        snprintf(text, sizeof text,
                 "#!/bin/sh\ncc \"$@\" || exit 1\ncd \"${0%%/*}\"\n"
                 "test -e done || %s\ntouch done\n",
                 edits[i]);
        unlink(in_folder("done"));
        write_file(in_folder("edits"), text);
        assert_int_equal(chmod(in_folder("edits"), 0700), 0);
        setenv("SCANLAB_CC", in_folder("edits"), 1);
        assert_false(answers(43));
        answers(43);
        unlink(in_folder("value.h"));
    }
    unsetenv("SCANLAB_CC");
}

/* Text in the midst of a manifest, and one that belongs to other options. */
static void takes_no_manifest_but_its_own(void **state)
{
    char path[1024], kept[1024], command[4096];

    (void)state;
    answers(42);
    snprintf(path, sizeof path, "%s", cached_file(".manifest"));
    snprintf(command, sizeof command, "sed -i '/value\\.h/d' '%s'", path);
    assert_int_equal(system(command), 0);
    assert_false(answers(42));
    snprintf(kept, sizeof kept, "%s", in_folder("kept"));
    assert_int_equal(rename(path, kept), 0);
    module_option(&source, "-DOTHER");
    answers(42);
    snprintf(command, sizeof command, "cp '%s' '%s'", kept,
             cached_file(".manifest"));
    assert_int_equal(system(command), 0);
    assert_false(answers(42));
}

static void tells_options_apart(void **state)
{
    (void)state;
    write_file(in_folder("answer.c"), "int answer(void);\n"
                                      "int answer(void) { return WANT; }\n");
    module_option(&source, "-DWANT=%d", 1);
    assert_false(answers(1));
    source.options--;
    module_option(&source, "-DWANT=%d", 2);
    assert_false(answers(2));
    source.options--;
    module_option(&source, "-DWANT=%d", 1);
    assert_true(answers(1));
}

/* With -DWANT=42 as the last one, which decides. */
static void takes_as_many_options_as_fit(void **state)
{
    (void)state;
    write_file(in_folder("answer.c"), "int answer(void);\n"
                                      "int answer(void) { return WANT; }\n");
    while (source.options < MODULE_OPTIONS - 1)
        module_option(&source, "-DUNUSED%d", source.options);
    module_option(&source, "-DWANT=42%*s", MODULE_OPTION_LENGTH - 10, "");
    assert_int_equal(strlen(source.option[source.options - 1]),
                     MODULE_OPTION_LENGTH - 1);
    assert_false(answers(42));
}

/* Refused before anything is compiled, and the first one is told. */
static void refuses_options(const char *want)
{
    struct module module;
    struct problem why = {.line = ""};

    assert_int_equal(module_source_check(&source, &why), WRONG_USE);
    why.line[0] = '\0';
    assert_int_equal(module_open(&source, &module, &why), WRONG_USE);
    assert_string_equal(why.line, want);
    assert_null(module.library);
    assert_int_equal(access(in_folder("cache"), F_OK), -1);
}

static void refuses_one_option_too_many(void **state)
{
    char want[4400];

    (void)state;
    while (source.options < MODULE_OPTIONS)
        module_option(&source, "-DUNUSED%d", source.options);
    assert_int_equal(module_source_check(&source, NULL), OK);
    module_option(&source, "-DEXCLUSIVE=%d", 1);
    module_option(&source, "-DMORE");
    snprintf(want, sizeof want,
             "%s: with -DEXCLUSIVE=1 there are more than %d compiler options",
             source.path, MODULE_OPTIONS);
    refuses_options(want);
}

static void refuses_an_option_that_is_too_long(void **state)
{
    char want[4400];

    (void)state;
    module_option(&source, "-I%*s", MODULE_OPTION_LENGTH - 2, "folder");
    module_option(&source, "-DMORE");
    snprintf(want, sizeof want,
             "%s: the compiler option -I%45s... has 4200 characters, but at "
             "most 4199 fit: use a shorter path",
             source.path, "");
    refuses_options(want);
}

static void rebuilds_a_broken_entry(void **state)
{
    static const char *const endings[] = {".so", ".manifest"};
    static const int keep[] = {0, 1, 20, 100};

    (void)state;
    for (size_t e = 0; e < 2; e++)
        for (size_t k = 0; k < sizeof keep / sizeof *keep; k++) {
            answers(42);
            assert_int_equal(truncate(cached_file(endings[e]), keep[k]), 0);
            if (answers(42))
                fail_msg("%s of %d bytes was taken", endings[e], keep[k]);
            assert_true(answers(42));
        }
    answers(42);
    unlink(cached_file(".so"));
    assert_false(answers(42));
}

static void notices_changed_bytes(void **state)
{
    (void)state;
    answers(42);
    const int file = open(cached_file(".so"), O_WRONLY);
    assert_true(file >= 0);
    assert_int_equal(pwrite(file, "scanlab", 7, 4200), 7);
    close(file);
    assert_false(answers(42));
}

/* What was written to stderr meanwhile is returned; the caller frees it. */
static enum status open_quietly(struct problem *why, char **words)
{
    struct module module;
    const int kept = dup(STDERR_FILENO);
    const int file =
        open(in_folder("stderr"), O_RDWR | O_CREAT | O_TRUNC, 0600);

    assert_true(kept >= 0 && file >= 0);
    fflush(stderr);
    dup2(file, STDERR_FILENO);
    const enum status status = module_open(&source, &module, why);
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    *words = calloc(1, 10001);
    assert_non_null(*words);
    assert_true(pread(file, *words, 10000, 0) >= 0);
    close(file);
    return status;
}

static void shows_a_compile_error(void **state)
{
    struct problem why = {.line = ""};
    char *words;

    (void)state;
    write_file(in_folder("answer.c"),
               "int answer(void);\n"
               "int answer(void) { return nonsense; }\n");
    assert_int_equal(open_quietly(&why, &words), NOT_JUDGED);
    assert_non_null(strstr(words, "answer.c:2:"));
    assert_non_null(strstr(words, "nonsense"));
    assert_non_null(strstr(why.line, "answer.c:2:"));
    assert_null(strchr(why.line, '\n'));
    free(words);
    source.quiet = true; /* the caller only probes */
    assert_int_equal(open_quietly(&why, &words), NOT_JUDGED);
    assert_string_equal(words, "");
    free(words);
}

static void needs_a_compiler(void **state)
{
    struct module module;
    struct problem why = {.line = ""};

    (void)state;
    setenv("SCANLAB_CC", "/nowhere/cc", 1);
    assert_int_equal(module_open(&source, &module, &why), MACHINE_LACKS);
    assert_non_null(strstr(why.line, "/nowhere/cc"));
    assert_non_null(strstr(why.line, "install gcc"));
    setenv("SCANLAB_CC", "no-such-compiler", 1);
    assert_int_equal(module_open(&source, &module, &why), MACHINE_LACKS);
    unsetenv("SCANLAB_CC");
}

static void says_what_is_missing(void **state)
{
    struct module module;
    struct problem why = {.line = ""};
    void *symbol;

    (void)state;
    assert_int_equal(module_open(&source, &module, &why), OK);
    assert_int_equal(module_symbol(&module, "question", &symbol, &why),
                     NOT_JUDGED);
    assert_non_null(strstr(why.line, "'question'"));
    module_close(&module);
    snprintf(source.path, sizeof source.path, "%s", in_folder("none.c"));
    assert_int_equal(module_open(&source, &module, &why), WRONG_USE);
    assert_non_null(strstr(why.line, "none.c: No such file"));
}

/* Processes that build the same at once, and while the entry is truncated. */
static void takes_many_processes(void **state)
{
    enum { PROCESSES = 4, ROUNDS = 5 };
    pid_t child[PROCESSES];
    int fine = 0;

    (void)state;
    for (int i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (child[i] > 0)
            continue;
        for (int round = 0; round < ROUNDS; round++) {
            struct module module;
            void *symbol;
            if (module_open(&source, &module, NULL) != OK ||
                module_symbol(&module, "answer", &symbol, NULL) != OK)
                _exit(1);
            module_close(&module);
            if (i == 0) {
                char command[600];
                snprintf(command, sizeof command, "rm -f '%s'/*.manifest",
                         in_folder("cache/scanlab"));
                if (system(command) != 0)
                    _exit(2);
            }
        }
        _exit(0);
    }
    for (int i = 0; i < PROCESSES; i++) {
        int status;
        waitpid(child[i], &status, 0);
        fine += WIFEXITED(status) && WEXITSTATUS(status) == 0;
    }
    assert_int_equal(fine, PROCESSES);
    answers(42);
    assert_true(answers(42));
}

/* Others that want what one compiles wait for it; not after it was killed. */
static void compiles_once_for_many_processes(void **state)
{
    enum { PROCESSES = 4 };
    char path[1024];
    int status, built = 0;
    pid_t child[PROCESSES];

    (void)state;
    snprintf(path, sizeof path, "%s", in_folder("slow"));
    write_file(path, "#!/bin/sh\ntouch \"${0%/*}/started\"\nsleep 0.3\n"
                     "exec cc \"$@\"\n");
    assert_int_equal(chmod(path, 0700), 0);
    assert_int_equal(setenv("SCANLAB_CC", path, 1), 0);
    for (int i = 0; i < PROCESSES; i++) {
        child[i] = fork();
        assert_true(child[i] >= 0);
        if (child[i] == 0)
            _exit(answers(42));
    }
    for (int i = 0; i < PROCESSES; i++) {
        waitpid(child[i], &status, 0);
        assert_true(WIFEXITED(status));
        built += WEXITSTATUS(status) == 0;
    }
    assert_int_equal(built, 1);

    write_file(in_folder("value.h"), "#define VALUE 43\n");
    unlink(in_folder("started"));
    child[0] = fork();
    assert_true(child[0] >= 0);
    if (child[0] == 0)
        _exit(answers(43));
    while (access(in_folder("started"), F_OK) != 0)
        usleep(1000);
    kill(child[0], SIGKILL);
    waitpid(child[0], &status, 0);
    assert_false(answers(43));
    unsetenv("SCANLAB_CC");
}

static void takes_a_monoid_from_anywhere(void **state)
{
    struct monoid monoid;
    struct problem why = {.line = ""};
    const int32_t a = 6, b = 7;
    int32_t r;

    (void)state;
    static const char *const texts[] = {
        "typedef int32_t T;\n"
        "DEVICE T identity(void) { return 1; }\n"
        "DEVICE T op(T a, T b) { return a * b; }\n",
        "typedef int32_t T;\n"
        "DEVICE T identity(void) { return -1; }\n"
        "DEVICE T op(T a, T b) { return a & b; }\n"};
    static const int32_t wants[] = {42, 6};
    for (int i = 0; i < 2; i++) {
        write_file(in_folder("mine.h"), texts[i]);
        if (monoid_open(in_folder("mine.h"), &monoid, &why) != OK)
            fail_msg("%s", why.line);
        assert_string_equal(monoid.name, "mine");
        monoid.table.op(&a, &b, &r);
        assert_int_equal(r, wants[i]);
        monoid_close(&monoid);
    }
}

static void refuses_a_cache_that_others_can_write(void **state)
{
    struct module module;
    struct problem why = {.line = ""};

    (void)state;
    answers(42);
    assert_int_equal(chmod(in_folder("cache/scanlab"), 0777), 0);
    assert_int_equal(module_open(&source, &module, &why), MACHINE_LACKS);
    assert_non_null(strstr(why.line, "delete it"));
    chmod(in_folder("cache/scanlab"), 0700);
}

/* While the folder was open to others, they may have left entries there. */
static void takes_no_entry_of_others(void **state)
{
    static const char *const endings[] = {".so", ".manifest"};
    char target[1024];

    (void)state;
    answers(42);
    for (int i = 0; i < 2; i++) {
        struct stat facts;
        char path[1024];
        snprintf(path, sizeof path, "%s", cached_file(endings[i]));
        assert_int_equal(stat(path, &facts), 0);
        assert_int_equal(facts.st_mode & 077, 0);
        assert_true(answers(42));
        assert_int_equal(chmod(path, 0666), 0);
        assert_false(answers(42)); /* compiled again, and ours again */
        assert_true(answers(42));
        snprintf(target, sizeof target, "%s/elsewhere", folder);
        assert_int_equal(rename(path, target), 0);
        assert_int_equal(symlink(target, path), 0);
        assert_false(answers(42));
        assert_true(answers(42));
        if (geteuid() == 0) {
            assert_int_equal(chown(path, 65534, 65534), 0);
            assert_false(answers(42));
            assert_true(answers(42));
        }
        unlink(target);
    }
}

/* What a make rule has to quote, and what it cannot. */
static void takes_any_name(void **state)
{
    static const char *const names[] = {
        "a$b.c",  "a b.c", "a\tb.c",  "a\\b.c",  "a\\ b.c",  "a\\\\ b.c",
        "a#b.c",  "a:b.c", "a\\#b.c", "$$ $.c",  "'\";&|.c", "a: b.c",
        "%s%n.c", "-o.c",  "-I.c",    "@file.c", "*?[a].c"};
    static const char text[] = "#include \"value.h\"\nint answer(void);\n"
                               "int answer(void) { return VALUE; }\n";

    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        snprintf(source.path, sizeof source.path, "%s", in_folder(names[i]));
        write_file(source.path, text);
        write_file(in_folder("value.h"), "#define VALUE 42\n");
        assert_false(answers(42));
        if (!answers(42))
            fail_msg("%s is compiled each time", names[i]);
        write_file(in_folder("value.h"), "#define VALUE 43\n");
        assert_false(answers(43));
        assert_true(answers(43));
    }
    snprintf(source.path, sizeof source.path, "%s", in_folder("a\nb.c"));
    write_file(source.path, text);
    assert_false(answers(43));
    assert_false(answers(43));
}

/* A source that could be taken for an option of the compiler. */
static void takes_no_source_for_an_option(void **state)
{
    char before[1024];

    (void)state;
    assert_non_null(getcwd(before, sizeof before));
    assert_int_equal(chdir(folder), 0);
    write_file("-d.c", "int answer(void);\nint answer(void) { return 5; }\n");
    snprintf(source.path, sizeof source.path, "-d.c");
    assert_false(answers(5));
    assert_true(answers(5));
    assert_int_equal(chdir(before), 0);
}

/* No shell sees the compiler's path. */
static void takes_a_compiler_from_anywhere(void **state)
{
    char path[1024];

    (void)state;
    snprintf(path, sizeof path, "%s", in_folder("it's $(x) `y`"));
    assert_int_equal(symlink("/usr/bin/cc", path), 0);
    assert_int_equal(setenv("SCANLAB_CC", path, 1), 0);
    assert_false(answers(42));
    assert_true(answers(42));
    const char *const arguments[] = {path, "--version", NULL};
    char *const text = program_says(arguments);
    assert_non_null(text);
    assert_true(strlen(text) > 0);
    free(text);
    assert_null(program_says((const char *const[]){in_folder("none"), NULL}));
    unsetenv("SCANLAB_CC");
}

/* The compiler is stopped in its midst: nothing of it is left. */
static void leaves_nothing_at_a_signal(void **state)
{
    static const int signals[] = {SIGINT, SIGTERM, SIGHUP};
    char path[1024], started[1024];

    (void)state;
    snprintf(path, sizeof path, "%s", in_folder("slow"));
    snprintf(started, sizeof started, "%s", in_folder("started"));
    write_file(path, "#!/bin/sh\n"
                     "while [ $# -gt 0 ]; do\n"
                     "    case $1 in -o) touch \"$2\" \"$2.d\";; esac; shift\n"
                     "done\n"
                     "touch \"${0%/*}/started\"\nsleep 20\n");
    assert_int_equal(chmod(path, 0700), 0);
    assert_int_equal(setenv("SCANLAB_CC", path, 1), 0);
    for (int i = 0; i < 3; i++) {
        int status;
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0) {
            signal(signals[i], SIG_DFL); /* nohup ignores one */
            guard_install();
            module_open(&source, &(struct module){.library = NULL}, NULL);
            _exit(0);
        }
        while (access(started, F_OK) != 0)
            usleep(1000);
        kill(child, signals[i]);
        waitpid(child, &status, 0);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == signals[i]);
        unlink(started);
        DIR *listing = opendir(in_folder("cache/scanlab"));
        for (struct dirent *item; (item = readdir(listing));)
            if (item->d_name[0] != '.')
                fail_msg("%s is left", item->d_name);
        closedir(listing);
    }
    unsetenv("SCANLAB_CC");
}

/* Of a process that was killed: the next one that compiles tidies up. */
static void removes_what_the_killed_left(void **state)
{
    char path[1024];
    const pid_t gone = fork();

    (void)state;
    if (gone == 0)
        _exit(0);
    waitpid(gone, NULL, 0);
    answers(42);
    snprintf(path, sizeof path, "%s/%032d.%d.so.words",
             in_folder("cache/scanlab"), 0, (int)gone);
    write_file(path, "");
    write_file(in_folder("value.h"), "#define VALUE 44\n");
    answers(44);
    assert_int_not_equal(access(path, F_OK), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)
    const struct CMUnitTest tests[] = {
        TEST(compiles_once),
        TEST(compiles_again_after_an_edit),
        TEST(notices_a_header_that_is_found_first),
        TEST(notices_a_header_that_is_asked_for),
        TEST(notices_other_folders_of_the_environment),
        TEST(notices_an_edit_while_it_compiles),
        TEST(takes_no_manifest_but_its_own),
        TEST(takes_as_many_options_as_fit),
        TEST(refuses_one_option_too_many),
        TEST(refuses_an_option_that_is_too_long),
        TEST(tells_options_apart),
        TEST(rebuilds_a_broken_entry),
        TEST(notices_changed_bytes),
        TEST(shows_a_compile_error),
        TEST(needs_a_compiler),
        TEST(says_what_is_missing),
        TEST(takes_many_processes),
        TEST(compiles_once_for_many_processes),
        TEST(takes_a_monoid_from_anywhere),
        TEST(refuses_a_cache_that_others_can_write),
        TEST(takes_no_entry_of_others),
        TEST(takes_any_name),
        TEST(takes_no_source_for_an_option),
        TEST(takes_a_compiler_from_anywhere),
        TEST(leaves_nothing_at_a_signal),
        TEST(removes_what_the_killed_left),
    };

    cmocka_set_message_output(CM_OUTPUT_TAP);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
