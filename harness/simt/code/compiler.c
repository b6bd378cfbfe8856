/* compiler.c - the options for the host's C++ compiler, and whether the SIMT
 * machine can use that compiler.
 *
 * g++ and clang++ have different options for the same purpose. Neither family
 * nor version shows whether all accesses of the compiled kernel get their
 * hooks, so a compiler that is used for the first time must pass self_test.c.
 * The cache then keeps a file
 *
 *     KEY.fit      gnu
 *
 * whose key is a hash of the compiler, of scanlab itself and of the files in
 * the trial. A compiler that failed is tried again the next time: it may have
 * been replaced.
 */
#include "compiler.h"
#include "compile/module_cache.h"
#include "base/paths.h"
#include "base/program.h"
#include "simt/refuse/bit_fields.h"
#include "simt/refuse/by_value.h"
#include "kernel_rewrite.h"
#include "red_zones.h"
#include "sandbox/object_check.h"
#include "simt/refuse/source_check.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---------------------------------------------------------------- options */

/* The linker gives each hook the prefix __wrap_, as in hooks.c. */
static void add_wraps(struct module_source *source)
{
    static const char *const sized[] = {"read",
                                        "write",
                                        "volatile_read",
                                        "volatile_write",
                                        "unaligned_read",
                                        "unaligned_write",
                                        "unaligned_volatile_read",
                                        "unaligned_volatile_write"};
    char option[MODULE_OPTION_LENGTH] = "-Wl";
    size_t used = strlen(option);

    for (size_t k = 0; k < sizeof sized / sizeof *sized; k++)
        for (int bytes = 1; bytes <= 16; bytes *= 2)
            used += (size_t)snprintf(option + used, sizeof option - used,
                                     ",--wrap=__tsan_%s%d", sized[k], bytes);
    module_option(source, "%s", option);
    module_option(source, "-Wl,--wrap=memcpy,--wrap=memmove,--wrap=memset,"
                          "--wrap=__tsan_memcpy,--wrap=__tsan_memmove,"
                          "--wrap=__tsan_memset,--wrap=__tsan_init,"
                          "--wrap=__tsan_func_entry,--wrap=__tsan_func_exit,"
                          "--wrap=__tsan_read_range,--wrap=__tsan_write_range,"
                          "--wrap=__ubsan_handle_type_mismatch_v1,"
                          "--wrap=__ubsan_handle_out_of_bounds,"
                          "--wrap=__ubsan_handle_builtin_unreachable,"
                          "--wrap=__ubsan_handle_missing_return,"
                          "--wrap=__ubsan_handle_float_cast_overflow,"
                          "--wrap=__ubsan_handle_add_overflow,"
                          "--wrap=__ubsan_handle_sub_overflow,"
                          "--wrap=__ubsan_handle_mul_overflow,"
                          "--wrap=__ubsan_handle_negate_overflow");
}

/* The compiler would turn these into copies in place, without hooks. As calls
 * they are rejected by name. */
static void add_no_folds(struct module_source *source)
{
    static const char *const names[] = {
        "strcpy",  "strncpy",  "stpcpy",
        "stpncpy", "strcat",   "strncat",
        "bcopy",   "bzero",    "mempcpy",
        "sprintf", "snprintf", "memmove" /* becomes a memcpy() in place */,
        "printf" /* becomes a puts() */};

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        module_option(source, "-fno-builtin-%s", names[i]);
}

/* Hooks for comparisons, divisors and shifts; with clang also for indices. */
static void add_watching(enum compiler_family family,
                         struct module_source *source)
{
    static const char *const hooks[] = {
        "cmp1",       "cmp2",       "cmp4",       "cmp8", "const_cmp1",
        "const_cmp2", "const_cmp4", "const_cmp8", "cmpf", "cmpd",
        "switch",     "div4",       "div8",       "gep",  "pc"};
    char option[MODULE_OPTION_LENGTH] = "-Wl";
    size_t used = strlen(option);

    for (size_t k = 0; k < sizeof hooks / sizeof *hooks; k++)
        used += (size_t)snprintf(option + used, sizeof option - used,
                                 ",--wrap=__sanitizer_cov_trace_%s", hooks[k]);
    module_option(source, "%s", option);
    if (family == COMPILER_CLANG) {
        /* clang++ traces comparisons only if it also traces something else. */
        module_option(source, "-fsanitize-coverage=func,trace-pc,trace-cmp,"
                              "trace-div,trace-gep");
        return;
    }
    module_option(source, "-fsanitize-coverage=trace-cmp");
    module_option(source, "-fsanitize=integer-divide-by-zero,shift-exponent");
    module_option(source, "-Wl,--wrap=__ubsan_handle_divrem_overflow,"
                          "--wrap=__ubsan_handle_shift_out_of_bounds");
}

static void add_family_options(enum compiler_family family,
                               struct module_source *source)
{
    static const char *const gnu[] = {
        "-fno-gnu-unique", /* else the copies would share some variables */
        "-fno-extern-tls-init",
        /* An error in the expansion of a macro of cuda.h is reported with the
         * line that uses the macro. */
        "-ftrack-macro-expansion=0", "--param=tsan-distinguish-volatile=1",
        "--param=tsan-instrument-func-entry-exit=0", NULL};
    /* Without the second option clang leaves out the read of `x += 1`. */
    static const char *const clang[] = {
        "-mllvm", "-tsan-distinguish-volatile=1",
        "-mllvm", "-tsan-instrument-read-before-write=1",
        "-mllvm", "-tsan-instrument-func-entry-exit=0",
        NULL};

    for (const char *const *o = family == COMPILER_CLANG ? clang : gnu; *o; o++)
        module_option(source, "%s", *o);
    /* A thread's unset variables hold garbage that is not an element, instead
     * of another thread's data left on the stack. They hold zeros if no
     * interval is scanned: code that depends on either is found when a proof
     * ends with real monoids. (Not every clang accepts "zero".) */
    if (family != COMPILER_OLD_GNU)
        module_option(source, "-ftrivial-auto-var-init=%s",
                      source->watched || family == COMPILER_CLANG ? "pattern"
                                                                  : "zero");
}

/* Before linking: checks whether the object may be loaded, and adds room
 * between its variables. */
static enum status check_and_widen(const struct module_source *source,
                                   const char *object, const char *rule,
                                   struct problem *why)
{
    char compiler[PATH_MAX];
    enum status status =
        module_find_compiler(source, compiler, sizeof compiler, why);

    if (status == OK)
        status = source_check(rule, compiler, why);
    if (status == OK)
        status = object_check(object, OBJECT_KERNEL, source->path, why);
    if (status == OK)
        status = bit_fields_check(object, source->path, why);
    if (status == OK && !(red_zones(object) && by_value_prepare(object)))
        status = problem_set(
            why, MACHINE_LACKS,
            "the compiler's output for %s could not be modified", source->path);
    return status;
}

/* A call through a pointer, or a jump to a computed address, becomes a call of
 * a function that does not exist: object_check() rejects it by name. */
static void add_no_pointers(enum compiler_family family,
                            struct module_source *source)
{
#if defined __x86_64__
    module_option(source, "-fno-jump-tables");
    module_option(source, "-fcf-protection=none");
    module_option(source, family == COMPILER_CLANG
                              ? "-mretpoline-external-thunk"
                              : "-mindirect-branch=thunk-extern");
#else
    (void)family, (void)source;
#endif
}

void compiler_options(enum compiler_family family, const char *home,
                      struct module_source *source)
{
    source->cplusplus = true;
    source->plain = true;
    source->between = check_and_widen;
    source->rewrite =
        family == COMPILER_CLANG ? kernel_rewrite_for_clang : kernel_rewrite;
    module_option(source, "-O0");
    module_option(source, "-g");
    module_option(source, "-w");
    module_option(source, "-std=gnu++17");
    module_option(source, "-fno-exceptions");
    module_option(source, "-fno-rtti");
    /* A kernel's signed numbers do not wrap, as with a GPU's compiler. Those of
     * real monoids do: sums of the field rely on it. */
    if (source->watched)
        module_option(source, "-fsanitize=signed-integer-overflow");
    else
        module_option(source, "-fwrapv");
#if defined __x86_64__
    module_option(source, "-mlong-double-64"); /* a double, as on a GPU */
#endif
    /* Both for red_zones.c; the size makes part of the cache's key. */
    module_option(source, "-fdata-sections");
    module_option(source, "-DSIMT_RED_ZONE=%d", RED_ZONE);
    module_option(source, "-DSIMT_REWRITES=%d", REWRITES);
    /* A large frame must not step over the page between two stacks. */
    module_option(source, "-fstack-clash-protection");
    module_option(source, "-fsanitize=thread");
    /* The hook of a copy of 16 bytes cannot distinguish a uint4 from a T of two
     * 64-bit numbers, which may be at any multiple of 8. */
    module_option(source, "-fsanitize=alignment,bounds,unreachable,return,"
                          "float-cast-overflow");
    add_family_options(family, source);
    add_no_folds(source);
    add_no_pointers(family, source);
    if (source->watched)
        add_watching(family, source);
    module_option(source, "-include");
    module_option(source, "%s/harness/simt/device/cuda.h", home);
    module_option(source, "-include");
    module_option(source, "%s/algorithms/elements/hidden_names.h", home);
    module_option(source, "-I%s/harness/simt/device/include", home);
    module_option(source, "-Wl,-Bsymbolic");
    add_wraps(source);
}

/* --------------------------------------------------------- can it be used? */

static const char *const family_names[] = {"gnu", "clang", "old gnu"};
enum { FAMILIES = sizeof family_names / sizeof *family_names };

/* A file with a different size or time counts as a different file. */
static void add_identity(const char *path, struct module_source *source)
{
    struct stat facts = {0};

    stat(path, &facts);
    module_option(source, "%lld %lld.%09ld", (long long)facts.st_size,
                  (long long)facts.st_mtim.tv_sec, facts.st_mtim.tv_nsec);
}

/* Finds the compiler, and the key of its file in the cache. */
static enum status find_compiler(struct cache_entry *entry, struct problem *why)
{
    static const char *const ours[] = {"cuda.h",       "calls.h",
                                       "math_words.h", "ordered.h",
                                       "ptx_words.h",  "self_test.cu"};
    struct module_source source = {.path = "self-test", .cplusplus = true};
    char home[PATH_MAX], path[PATH_MAX];
    const enum status status = paths_home(home, sizeof home, why);

    if (status != OK)
        return status;
    add_identity("/proc/self/exe", &source);
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (path_format(path, sizeof path, "%s/harness/simt/device/%s", home,
                        ours[i]))
            add_identity(path, &source);
    return cache_find(&source, entry, why);
}

static bool recall(const struct cache_entry *entry,
                   enum compiler_family *family)
{
    char path[PATH_MAX], line[16] = "";
    FILE *file =
        path_format(path, sizeof path, "%s/%s.fit", entry->folder, entry->key)
            ? cache_read(path)
            : NULL;

    if (!file)
        return false;
    if (fgets(line, sizeof line, file))
        line[strcspn(line, "\n")] = '\0';
    fclose(file);
    for (int f = 0; f < FAMILIES; f++)
        if (!strcmp(line, family_names[f])) {
            *family = (enum compiler_family)f;
            return true;
        }
    return false;
}

/* If the file cannot be written, the next run tries the compiler again. */
static void remember(const struct cache_entry *entry,
                     enum compiler_family family)
{
    char path[PATH_MAX], draft[PATH_MAX];

    if (!path_format(path, sizeof path, "%s/%s.fit", entry->folder,
                     entry->key) ||
        !path_format(draft, sizeof draft, "%s.%d", path, (int)getpid()))
        return;
    FILE *file = cache_write(draft);
    if (!file)
        return;
    const bool written = fprintf(file, "%s\n", family_names[family]) > 0;
    if (fclose(file) != 0 || !written || rename(draft, path) != 0)
        unlink(draft);
}

/* Reads the macros that the compiler predefines. */
static bool ask_family(const char *compiler, enum compiler_family *family)
{
    char *const macros = program_says((const char *const[]){
        compiler, "-dM", "-E", "-x", "c++", "/dev/null", NULL});
    const char *const gnu = macros ? strstr(macros, "#define __GNUC__ ") : NULL;
    const bool old = gnu && atoi(gnu + strlen("#define __GNUC__ ")) < 12;
    const bool clang = macros && strstr(macros, "#define __clang__ ");

    const bool known = gnu || clang;

    free(macros);
    *family = clang ? COMPILER_CLANG : old ? COMPILER_OLD_GNU : COMPILER_GNU;
    return known;
}

static enum status examine(const struct cache_entry *entry,
                           compiler_trial *trial, enum compiler_family *family,
                           struct problem *why)
{
    struct problem wrong = {.line = "it is neither g++ nor clang++"};
    enum status status = NOT_JUDGED;

    if (ask_family(entry->compiler, family))
        status = trial(*family, &wrong);
    if (status == OK)
        remember(entry, *family);
    else if (status == NOT_JUDGED || status == CHECK_FAILED)
        return problem_set(
            why, MACHINE_LACKS,
            "the C++ compiler %s does not work with the SIMT machine: %s; name "
            "another one, as in SCANLAB_CXX=g++",
            entry->compiler, wrong.line);
    else
        *why = wrong;
    return status;
}

enum status compiler_fit(compiler_trial *trial, enum compiler_family *family,
                         struct problem *why)
{
    /* The answer of the last call. */
    static struct {
        char key[sizeof((struct cache_entry *)0)->key];
        enum compiler_family family;
    } fit;
    struct cache_entry entry;
    enum status status = find_compiler(&entry, why);

    if (status != OK)
        return status;
    if (strcmp(fit.key, entry.key) != 0) {
        if (!recall(&entry, &fit.family))
            status = examine(&entry, trial, &fit.family, why);
        snprintf(fit.key, sizeof fit.key, "%s", status == OK ? entry.key : "");
    }
    *family = fit.family;
    return status;
}
