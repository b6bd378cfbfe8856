/* module.h - source + options -> loaded code, compiled once and cached.
 *
 * Compiled modules are kept (module_cache.h). An edited or new header, a
 * different compiler, or a damaged file leads to a rebuild, and little else
 * does.
 */
#ifndef MODULE_H
#define MODULE_H

#include "base/status.h"

#include <stdbool.h>
#include <stddef.h>

enum { MODULE_OPTIONS = 80, MODULE_OPTION_LENGTH = 4200 };

/* What to compile. Options are passed to the compiler unchanged. */
struct module_source {
    char path[4096];
    bool cplusplus;
    const char *compiler; /* a program, by name or path; NULL: cc or c++ */
    bool cuda;            /* for nvcc: code for a GPU as well as the host */
    bool quiet;           /* do not show the compiler's output: the caller only
                     probes */
    bool brief;   /* a header of elements: show its first error only, unless
                   * SCANLAB_ERRORS=all, and do not advise op() */
    bool plain;   /* no sanitizer, even if the program has one */
    bool watched; /* monoids/compares.h records what the code compares */
    bool keep;    /* never unload: it starts its own threads */
    /* If set, the source is compiled and linked in two steps. Between them this
     * function checks the object file, and may reject or change it; `rule` is
     * the compiler's make rule, a file with the names of all files read. */
    enum status (*between)(const struct module_source *source,
                           const char *object, const char *rule,
                           struct problem *why);
    /* If set, the source is preprocessed first, and then this function may
     * replace *text, which is malloc()ed and has cpp's line markers and
     * definitions (-dD). Not OK: it rejects the text, with advice in *why. */
    enum status (*rewrite)(char **text, struct problem *why);
    int options;
    char option[MODULE_OPTIONS][MODULE_OPTION_LENGTH];
    /* The first option that did not fit: its beginning and its length. */
    char misfit[48];
    int misfit_length;
};

/* For use as source->between when compiling a cpu.c or a monoid: checks that
 * the object calls no system functions other than those that it needs
 * (sandbox/object_check.h). */
enum status module_check_host(const struct module_source *source,
                              const char *object, const char *rule,
                              struct problem *why);

struct module {
    void *library; /* dlopen handle */
    bool was_cached;
};

/* Appends one option, printf-style. If it does not fit, because of its length
 * or the number of options, module_source_check reports it. */
void module_option(struct module_source *source, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Appends options separated by spaces, as in a shell: "-O3 -fwrapv". */
void module_flags(struct module_source *source, const char *flags);

/* OK, or WRONG_USE: the path is not a readable file, or an option did not fit.
 * module_open calls it; so must other code that compiles a source. */
enum status module_source_check(const struct module_source *source,
                                struct problem *why);

/* Compiles the source (or finds it already compiled), and loads it. If it does
 * not compile, the compiler's own lines go to stderr once and the status is
 * NOT_JUDGED; MACHINE_LACKS: there is no compiler. */
enum status module_open(const struct module_source *source, struct module *out,
                        struct problem *why);
void module_close(struct module *module);

/* The address of an exported name; never NULL with OK. */
enum status module_symbol(const struct module *module, const char *name,
                          void **out, struct problem *why);

/* For a source that does not compile: shows `words`, the compiler's output, on
 * stderr, unless the source is quiet or brief, and turns the first error into a
 * sentence. */
enum status module_does_not_compile(const struct module_source *source,
                                    const char *words, struct problem *why);

/* The path where a shell would find a program; false: not found. */
bool module_find_program(const char *name, char *out, size_t size);

/* The compiler's program; MACHINE_LACKS: not found. */
enum status module_find_compiler(const struct module_source *source, char *out,
                                 size_t size, struct problem *why);

/* "gcc (Debian 12.2.0) 12.2.0": the first line of `cc --version`; "none": there
 * is no compiler. Static storage. */
const char *module_compiler(void);

#endif
